/**
 * Brings the vectors of texts to their rows in the background: from the store if it has them, otherwise from the
 * embedder, by priority. A text that changed meanwhile gets the vector of its current version; errors are retried.
 */
import { createHash } from 'node:crypto';
import type { Meaning } from '../../catalogue/index-port.js';
import type { VectorStore } from '../../catalogue/vectors.js';
import type { Embedder } from '../embedder.js';
import { createTableRows, type FeedRows, type RowScope } from './feed-rows.js';
import { createNumberRows } from './number-rows.js';
import type { RowVectors } from './row-vectors.js';
import { createSeenHashes, type SeenHashes } from './seen-hashes.js';
import type { VectorSources } from './stored-vectors.js';
import { createWaitingRows } from './waiting-rows.js';

/** Dependencies of a feed. */
export interface VectorFeedPorts extends VectorSources {
  /** Weight of the meaning relative to the words, 0..1. */
  share: number;
  /** Called with each failed attempt to get or maintain vectors; the next attempt follows anyway. */
  onError: (error: unknown) => void;
  /** Called when the last waiting text has its vector. */
  onComplete?: () => void;
  /** Waits between two attempts; by default a timer that does not keep the process alive. */
  pause?: (ms: number) => Promise<void>;
}

/** The text of a row. */
export interface RowText {
  row: number;
  text: string;
}

/** Rows waiting for their vectors. */
export interface VectorFeed {
  readonly vectors: RowVectors;
  readonly embedder: Embedder;
  /** Sets the texts of the rows of one entry; their vectors are computed by priority. */
  add(texts: readonly RowText[], owner: string): void;
  /** Notes a row whose text follows. */
  expect(row: number): void;
  /** Removes the text of a row. */
  free(row: number): void;
  /** The meaning with its nearest among these rows; absent when this process compares vectors. */
  readonly lookUp?: (meaning: Meaning, scope: RowScope) => Promise<Meaning>;
  /** Number of rows without their vector. */
  readonly waiting: number;
  /** Resolves when no row is waiting, or when the feed was stopped. */
  settled(): Promise<void>;
  /** Releases stored vectors that no row has used since the start; returns their number. */
  sweep(): Promise<number>;
  stop(): Promise<void>;
}

/** Number of hashes read from the store in one statement. */
const portion = 256;
const firstPauseMs = 1_000;
const maxPauseMs = 60_000;

/** The hash under which the vector of a text is stored. */
export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 32);
}

/** Creates a feed; it starts as soon as a row is added. */
export function createVectorFeed(ports: VectorFeedPorts): VectorFeed {
  const { embedder, store, pause = restingTimer } = ports;
  const holder = store.comparer === undefined ? createTableRows(ports) : createNumberRows(ports, store.comparer);
  const waiting = createWaitingRows(holder);
  const hashes = createSeenHashes();
  const leaving = new AbortController();
  let running: Promise<void> | undefined;
  const report = (error: unknown) => (leaving.signal.aborted ? undefined : ports.onError(error));

  async function work(): Promise<void> {
    let wait = firstPauseMs;
    while (waiting.size > 0 && !leaving.signal.aborted) {
      try {
        await waiting.feedSome(leaving.signal);
        wait = firstPauseMs;
      } catch (error) {
        if (leaving.signal.aborted) return;
        ports.onError(error);
        await Promise.race([pause(wait), aborted(leaving.signal)]);
        wait = Math.min(maxPauseMs, wait * 2);
      }
    }
    if (leaving.signal.aborted) return;
    ports.onComplete?.();
    void holder.complete().catch(report);
  }

  function start(): void {
    // Rows are added in great numbers at once; the first run waits until they are all there.
    running ??= Promise.resolve()
      .then(work)
      .finally(() => {
        running = undefined;
        if (waiting.size > 0 && !leaving.signal.aborted) start();
      });
  }

  return {
    vectors: { model: embedder.model, share: ports.share, table: holder.table, missing: waiting.missing },
    embedder,
    ...(holder.lookUp === undefined ? {} : { lookUp: holder.lookUp }),
    add(texts, owner) {
      const group = { owner, size: texts.length };
      for (const { row, text } of texts) {
        const hash = hashText(text);
        hashes.add(hash);
        holder.clear(row);
        waiting.add({ row, text, hash, group });
      }
      if (!leaving.signal.aborted) start();
    },
    expect: waiting.expect,
    free(row) {
      waiting.remove(row);
      holder.clear(row);
    },
    get waiting() {
      return waiting.size;
    },
    async settled() {
      while (running !== undefined) await running;
    },
    sweep: () => sweep({ store, model: embedder.model, holder, used: hashes }),
    async stop() {
      leaving.abort();
      await running;
    },
  };
}

interface Sweep {
  store: VectorStore;
  model: string;
  holder: FeedRows;
  used: SeenHashes;
}

async function sweep({ store, model, holder, used }: Sweep): Promise<number> {
  let removed = 0;
  for (let after = ''; ; ) {
    const page = await store.hashes(model, after, portion);
    const unused = page.filter((hash) => !used.has(hash));
    if (unused.length > 0) await holder.discard(unused);
    removed += unused.length;
    const last = page.at(-1);
    if (last === undefined || page.length < portion) return removed;
    after = last;
  }
}

function restingTimer(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
