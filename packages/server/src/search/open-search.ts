/**
 * Assembles search: the index, the configured model, vectors that are computed in the background, and the meaning of
 * queries. Search never waits for any of this: without vectors, it uses words.
 */

import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Embedder } from '@dragoman/core/embedder';
import type {
  DiscoveryIndex,
  MeaningReader,
  SavedIndex,
  ScheduleIdle,
  SearchIndex,
  SetAsideEntry,
  Store,
  VectorFeed,
  VectorStore,
} from '@dragoman/core/engine';
import { createDiscoveryIndex, createMeaningReader, createVectorFeed, meaningShareOf } from '@dragoman/core/engine';
import type { Clock } from '@dragoman/core/http';
import type { Config } from '../config/config.js';
import { StartRefused } from '../config/start-refused.js';
import { embedderTrouble } from '../embedders/embedder-trouble.js';
import type { EmbedderSettings, OpenEmbedder } from '../embedders/open-embedder.js';
import type { Logger } from '../observe/logger.js';
import { claimModel } from './claim-model.js';
import { createLookUp } from './look-up.js';

/** Dependencies of search. */
export interface OpenSearchPorts {
  store: Pick<Store, 'vectors' | 'entries' | 'nodes' | 'search'>;
  clock: Clock;
  logger: Logger;
  /** Called on background failures of the store. */
  report: (error: unknown) => void;
  /** Runs work that no response waits for. */
  spare: ScheduleIdle;
  /** Version of this server. */
  version: string;
  /** The index of a snapshot. */
  saved?: SavedIndex;
}

/** Current state of search, for operators. */
export interface SearchState {
  matchedBy: readonly ('words' | 'meaning')[];
  /** Where meanings are compared, if they are. */
  comparedIn?: 'memory' | 'database';
  /** Number of operations that wait for their vectors, where meanings are compared. */
  waiting?: number;
  /** Set where the database searches, with the number of changed entries that are not indexed yet. */
  engine?: 'postgres';
  unindexed?: number;
  /** Entries that could not be indexed: how many, and some with the reason. */
  setAside?: { count: number; some: readonly SetAsideEntry[] };
  /** Why meanings are not compared; contains no secret. */
  reason?: string;
}

/** Search, and how to close it. */
export interface OpenSearch {
  index: SearchIndex;
  /** Waits until the model is loaded. */
  state(): Promise<SearchState>;
  /** Absent where search uses words only. */
  meaning?: MeaningReader;
  /** Number of operations without vectors. */
  waiting(): number;
  /** Number of entries that could not be indexed; absent where the index is in memory. */
  setAside?(): number;
  /** Removes stored vectors of texts that the catalogue no longer has; call it when the index is complete. */
  tidy(): Promise<void>;
  close(): Promise<void>;
}

/** Search in the memory of this process. */
export interface MemorySearch extends OpenSearch {
  index: DiscoveryIndex;
}

/** Milliseconds that a search waits for a built-in model. */
const builtInWaitMs = 1_000;
const remoteMarginMs = 250;

/** A change of model with less than one in this many vectors left needs no fallback. */
const remainingShare = 100;

/** Opens search; if a model cannot be loaded, search uses words and the log says so. */
export async function openSearch(config: Config, ports: OpenSearchPorts): Promise<MemorySearch> {
  const { store } = ports;
  const claim = { ...ports, nodes: store.nodes };
  const wordsOnly = async (reason: string): Promise<MemorySearch> => {
    const leave = await claimModel('', true, claim);
    return { ...searchByWords(ports, reason), close: leave };
  };
  const opened = await openModel(config, ports);
  if ('trouble' in opened) return { ...(await wordsOnly(opened.trouble)), ...withoutModel(opened) };
  const leave = await claimModel(opened.embedder.model, config.search.replaceModel, claim).catch(async (error) => {
    await opened.close();
    throw error;
  });
  const former = await openFormer(config, opened.embedder, ports).catch(async (error) => {
    await opened.close();
    await leave();
    throw error;
  });
  const search = assemble({ settings: opened.settings, opened, ...(former === undefined ? {} : { former }) }, ports);
  const close = () => search.close().finally(leave);
  return { ...search, close };
}

/** Why search uses words only; `isChosen` when the settings say so. */
export interface NoModel {
  trouble: string;
  isChosen?: true;
}

/** Opens the configured model. */
export async function openModel(
  config: Config,
  ports: OpenSearchPorts,
): Promise<(OpenEmbedder & { settings: EmbedderSettings }) | NoModel> {
  const settings = embedderSettings(config);
  if (settings === undefined) return { trouble: 'the setting search.embedder is "none"', isChosen: true };
  const opened = await open(config, settings, ports);
  return 'trouble' in opened ? opened : { ...opened, settings };
}

/** A model that cannot be loaded is reported with every search; one that nobody wants is not. */
export function withoutModel({ trouble, isChosen }: NoModel): Pick<OpenSearch, 'meaning'> {
  return isChosen ? {} : { meaning: { read: async () => ({ trouble }) } };
}

/** Milliseconds that a search waits for the model. A remote endpoint's own timeout ends first: that is its failure, after which it is paused. */
export function readerWaitMs(settings: EmbedderSettings): number {
  return settings.kind === 'remote' ? settings.timeoutMs + remoteMarginMs : builtInWaitMs;
}

function searchByWords({ spare, saved }: OpenSearchPorts, reason: string): MemorySearch {
  return {
    index: createDiscoveryIndex({ spare, ...(saved === undefined ? {} : { saved }) }),
    state: async () => ({ matchedBy: ['words'], reason }),
    waiting: () => 0,
    tidy: async () => undefined,
    close: async () => undefined,
  };
}

/** The settings of the embedder in the form of its factory; undefined where search uses words only. */
function embedderSettings({ search: { embedder, remote } }: Config): EmbedderSettings | undefined {
  if (embedder === 'none') return undefined;
  if (embedder !== 'remote') return { kind: embedder };
  const { url, model, dimensions, key, timeoutMs } = remote;
  if (url === undefined || model === undefined || dimensions === undefined) {
    throw new StartRefused(
      'The setting search.embedder is remote, but not all of search.remote.url, model and dimensions are set.',
      'Set the three, or choose another embedder.',
    );
  }
  return { kind: 'remote', url, model, dimensions, timeoutMs, ...(key === undefined ? {} : { key }) };
}

async function open(
  config: Config,
  settings: EmbedderSettings,
  { clock, logger }: OpenSearchPorts,
): Promise<OpenEmbedder | { trouble: string }> {
  try {
    // The embedder is loaded only where something is embedded.
    const { openEmbedder } = await import('../embedders/open-embedder.js');
    return await openEmbedder(settings, { clock, outbound: config.outbound });
  } catch (error) {
    if (settings.kind === 'remote') {
      const reason = error instanceof Error ? error.message : String(error);
      throw new StartRefused(
        `The setting search.remote.url cannot be used: ${reason.slice(0, 300)}`,
        'Correct search.remote.url.',
      );
    }
    return { trouble: reportTrouble(error, logger) };
  }
}

/** Logs that a model cannot be used; returns the reason for callers. */
function reportTrouble(error: unknown, logger: Logger): string {
  const trouble = embedderTrouble(error);
  logger.error({ err: error, reason: trouble }, 'the search model cannot be loaded; search uses words only');
  return trouble;
}

/**
 * The built-in model whose vectors are stored and that is no longer configured: it serves until the new one is
 * complete.
 */
async function openFormer(
  config: Config,
  embedder: Embedder,
  ports: OpenSearchPorts,
): Promise<OpenEmbedder | undefined> {
  const models = await ports.store.vectors.models();
  const own = models.find(({ model }) => model === embedder.model)?.count ?? 0;
  // An interrupted change continues; one that is nearly done needs no fallback.
  const fuller = models.filter(({ model, count }) => model !== embedder.model && count - own > count / remainingShare);
  for (const kind of ['precise', 'instant'] as const) {
    if (!fuller.some(({ model }) => model.includes(`-${kind}-`))) continue;
    const opened = await open(config, { kind }, ports);
    if ('trouble' in opened) continue;
    if (fuller.some(({ model }) => model === opened.embedder.model)) return opened;
    await opened.close();
  }
  return undefined;
}

interface SearchParts {
  settings: EmbedderSettings;
  opened: OpenEmbedder;
  former?: OpenEmbedder;
}

function assemble({ settings, opened, former }: SearchParts, ports: OpenSearchPorts): MemorySearch {
  const { store, logger, report } = ports;
  let serving: VectorFeed;
  let closed = false;
  /** Why the model cannot be used. */
  let trouble: string | undefined;
  const feedOf = (embedder: Embedder, onComplete: () => void) =>
    createVectorFeed({
      embedder,
      store: store.vectors,
      share: meaningShareOf(embedder.model),
      onComplete,
      onError: (error) =>
        logger.warn({ err: error, model: embedder.model }, 'vectors could not be updated; will be retried'),
    });
  const own = feedOf(opened.embedder, () => {
    if (serving === own || index.backlog > 0) return;
    serving = own;
    logger.info({ model: own.embedder.model }, 'search has switched to the new model');
    void retire(store.vectors, old).catch(report);
  });
  const old = former === undefined ? undefined : feedOf(former.embedder, () => undefined);
  serving = old ?? own;

  const feeds = old === undefined ? [own] : [own, old];
  // The model is loaded while the server starts; a model that cannot be loaded gets no further texts.
  const loaded = opened.loaded.catch(async (error: unknown) => {
    if (closed) return;
    trouble = reportTrouble(error, logger);
    await Promise.all(feeds.splice(0).map((feed) => feed.stop()));
  });
  const isServing = () => (trouble === undefined ? serving : undefined);
  const saved = ports.saved === undefined ? {} : { saved: ports.saved };
  const index = createDiscoveryIndex({ feeds, serving: isServing, spare: ports.spare, ...saved });
  const reader = createMeaningReader({
    embedder: () => serving.embedder,
    waitMs: readerWaitMs(settings),
    onError: (error) => logger.error({ err: error }, 'a query could not be embedded'),
  });
  const lookUp = createLookUp(index, ports);
  const waiting = () => (trouble === undefined ? index.backlog + own.waiting : 0);
  const comparedIn = store.vectors.comparer === undefined ? 'memory' : 'database';
  const by = store.vectors.comparer?.name ?? 'this process';
  logger.info({ model: own.embedder.model, comparedIn, by }, 'search by meaning is ready');
  return {
    index,
    async state() {
      await loaded;
      return trouble === undefined
        ? { matchedBy: ['words', 'meaning'], comparedIn, waiting: waiting() }
        : { matchedBy: ['words'], reason: trouble };
    },
    meaning: {
      async read(text, signal, scope) {
        if (index.size === 0) return { trouble: 'nothing is registered yet' };
        const reading = await reader.read(text, signal);
        if (trouble !== undefined) return { trouble };
        return scope === undefined ? reading : lookUp(text, reading, scope);
      },
    },
    waiting,
    async tidy() {
      if (ports.saved !== undefined) await addTexts({ index, entries: store.entries, report, isClosed: () => closed });
      while (index.backlog > 0 && !closed) await new Promise<void>((resolve) => ports.spare(resolve));
      await own.settled();
      if (!closed && trouble === undefined) await own.sweep();
    },
    async close() {
      closed = true;
      await Promise.all(feeds.map((feed) => feed.stop()));
      await opened.close();
      await former?.close();
    },
  };
}

/** Milliseconds before restored entries get their vectors, because the first requests come first; then between attempts. */
const textsAfterMs = 250;
const textsAgainMs = 5_000;

interface TextsPorts {
  index: DiscoveryIndex;
  entries: Store['entries'];
  isClosed: () => boolean;
  report: (error: unknown) => void;
}

/** Passes the texts of restored entries to the feeds, some at a time; requests are answered in between. */
async function addTexts({ index, entries, isClosed, report }: TextsPorts): Promise<void> {
  for (let wait = textsAfterMs; ; wait = textsAgainMs) {
    await setTimeout(wait, undefined, { ref: false });
    if (isClosed()) return;
    try {
      for await (const page of entries.all()) {
        for (const stored of page) index.addTexts(stored);
        await setImmediate();
        if (isClosed()) return;
      }
      return;
    } catch (error) {
      report(error);
    }
  }
}

/** Vectors of the former model are no longer needed. */
async function retire(vectors: VectorStore, old: VectorFeed | undefined): Promise<void> {
  if (old === undefined) return;
  await old.stop();
  await releaseAll(vectors, old.embedder.model);
}

/** Removes the vectors of a model that is no longer used from the store. */
export async function releaseAll({ comparer, hashes, remove }: VectorStore, model: string): Promise<void> {
  for (let page = await hashes(model, '', 500); page.length > 0; ) {
    await (comparer === undefined ? remove(model, page) : comparer.release(model, page));
    page = await hashes(model, page.at(-1) ?? '', 500);
  }
}
