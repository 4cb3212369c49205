/** Opens search in the database (`search.engine: postgres`): the node builds no index and starts at once. */
import type { MeaningReader, NameIndex, StoredSearch } from '@dragoman/core/engine';
import { createMeaningReader } from '@dragoman/core/engine';
import type { Config } from '../config/config.js';
import { StartRefused } from '../config/start-refused.js';
import { claimModel } from './claim-model.js';
import { createLookUp } from './look-up.js';
import type { OpenSearch, OpenSearchPorts } from './open-search.js';
import { openModel, readerWaitMs, releaseAll, withoutModel } from './open-search.js';
import { createStoredIndex } from './stored-index.js';
import { type StoredWork, startStoredWork } from './stored-work.js';

/** Search in the database, with the names that new entries are compared with. */
export interface OpenStoredSearch extends OpenSearch {
  names: NameIndex;
}

/** Entries that could not be indexed and are named with their reason. */
const namedSetAside = 3;

/** Vectors whose use is checked at once. */
const portion = 500;

/** Opens search in the database. */
export async function openStoredSearch(config: Config, ports: OpenSearchPorts): Promise<OpenStoredSearch> {
  const { store, logger } = ports;
  const { search } = store;
  if (search === undefined) {
    throw new StartRefused(
      'The setting search.engine is postgres, but the store is the embedded database, which cannot search.',
      'Set store.databaseUrl to a PostgreSQL database, or search.engine to memory.',
    );
  }
  const opened = await openModel(config, ports);
  const embedder = 'embedder' in opened ? opened.embedder : undefined;
  const model = embedder?.model ?? '';
  const isForced = config.search.replaceModel || embedder === undefined;
  let leave = async () => {};
  const release = async () => {
    if ('close' in opened) await opened.close();
    await leave();
  };
  const undo = async (error: unknown): Promise<never> => {
    await release();
    throw error;
  };
  leave = await claimModel(model, isForced, { ...ports, nodes: store.nodes }).catch(undo);
  const onError = (error: unknown) =>
    logger.warn({ err: error, model }, 'the search tables could not be updated; will be retried');
  const work = await startStoredWork({
    search,
    vectors: store.vectors,
    ...(embedder === undefined ? {} : { embedder }),
    onError,
    onSetAside: ({ id, reason }) =>
      logger.error({ service: id, reason }, 'a service could not be indexed; searches do not find its current state'),
  }).catch(undo);
  const { counts, wake: onWritten } = work;
  const index = createStoredIndex({ search, entries: store.entries, model, counts, onWritten, onError });
  const meaning = 'embedder' in opened ? createReader(opened, ports, index) : withoutModel(opened).meaning;
  const { entries, operations, entriesWaiting } = work.counts();
  logger.info({ entries, operations, entriesWaiting, model, by: search.comparer }, 'the database searches');
  let closed = false;
  return {
    index,
    names: { put: () => undefined, remove: () => undefined, around: search.namesAround },
    async state() {
      const { entriesWaiting: unindexed, entriesSetAside, textsWaiting } = await work.refresh();
      const setAside = entriesSetAside === 0 ? [] : await search.setAside(namedSetAside);
      const shared = { engine: 'postgres' as const, unindexed, setAside: { count: entriesSetAside, some: setAside } };
      if ('trouble' in opened) return { matchedBy: ['words'], reason: opened.trouble, ...shared };
      return { matchedBy: ['words', 'meaning'], comparedIn: 'database', waiting: textsWaiting, ...shared };
    },
    ...(meaning === undefined ? {} : { meaning }),
    setAside: () => work.counts().entriesSetAside,
    waiting: () => (embedder === undefined ? 0 : work.counts().entriesWaiting + work.counts().textsWaiting),
    async tidy() {
      await work.indexed();
      if (!closed && embedder !== undefined)
        await releaseUnused({ search, work, isClosed: () => closed }, ports, model);
    },
    async close() {
      closed = true;
      await work.stop();
      await release();
    },
  };
}

type OpenedModel = Extract<Awaited<ReturnType<typeof openModel>>, { embedder: unknown }>;

function createReader(
  { embedder, settings }: OpenedModel,
  ports: OpenSearchPorts,
  index: Parameters<typeof createLookUp>[0],
): MeaningReader {
  const reader = createMeaningReader({
    embedder: () => embedder,
    waitMs: readerWaitMs(settings),
    onError: (error) => ports.logger.error({ err: error }, 'a query could not be embedded'),
  });
  const lookUp = createLookUp(index, ports);
  return {
    async read(text, signal, scope) {
      const reading = await reader.read(text, signal);
      return scope === undefined ? reading : lookUp(text, reading, scope);
    },
  };
}

interface Releasing {
  search: StoredSearch;
  work: Pick<StoredWork, 'counts'>;
  isClosed: () => boolean;
}

/** Releases vectors that no operation uses, and those of other models when every text has its vector. */
async function releaseUnused({ search, work, isClosed }: Releasing, { store }: OpenSearchPorts, model: string) {
  const { vectors } = store;
  for (let after = ''; !isClosed(); ) {
    const page = await vectors.hashes(model, after, portion);
    const used = await search.usedHashes(page);
    const unused = page.filter((hash) => !used.has(hash));
    if (unused.length > 0) await vectors.comparer?.release(model, unused);
    if (page.length < portion) break;
    after = page.at(-1) ?? '';
  }
  if (isClosed() || work.counts().textsWaiting > 0) return;
  for (const { model: other } of await vectors.models()) if (other !== model) await releaseAll(vectors, other);
}
