/**
 * Brings the vectors of texts to their rows, in the background: from the store where they are kept, from the embedder
 * where they are not. A text that changed meanwhile gets the vector of what it says now; trouble is waited out.
 */
import { createHash } from 'node:crypto';
import type { KeptVector, VectorStore } from '../../catalogue/vectors.js';
import type { Embedder } from '../embedder.js';
import { packVector, scaleBytes } from './packed-vector.js';
import type { RowVectors } from './row-vectors.js';
import { createVectorTable } from './vector-table.js';

/** What a feed works with. */
export interface VectorFeedPorts {
  embedder: Embedder;
  store: VectorStore;
  /** Weight of the meaning against the words, 0..1. */
  share: number;
  /** Told of each failed try; the next one is made all the same. */
  onError: (error: unknown) => void;
  /** Told when the last waiting text has its vector. */
  onComplete?: () => void;
  /** Waits between two tries; a timer by default, which keeps no process alive. */
  pause?: (ms: number) => Promise<void>;
}

/** Rows on their way to their vectors. */
export interface VectorFeed {
  readonly vectors: RowVectors;
  readonly embedder: Embedder;
  /** A row has this text from now on. */
  add(row: number, text: string): void;
  /** A row has no text any more. */
  free(row: number): void;
  /** Rows without their vector. */
  readonly waiting: number;
  /** Resolves when no row waits, or when the feed was stopped. */
  settled(): Promise<void>;
  /** Removes kept vectors that no row has had since the start. */
  sweep(): Promise<number>;
  stop(): Promise<void>;
}

/** Rows taken at once: looked up in one statement, embedded in one request. */
const portion = 256;
const embedPortion = 32;
const firstPauseMs = 1_000;
const longestPauseMs = 60_000;

interface Waiting {
  row: number;
  text: string;
  hash: string;
}

/** The name under which the vector of a text is kept. */
export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 32);
}

/** Makes a feed; it works as soon as a row is added. */
export function createVectorFeed(ports: VectorFeedPorts): VectorFeed {
  const { embedder, store, pause = restingTimer } = ports;
  const { model, dimensions } = embedder;
  const table = createVectorTable({ dimensions });
  const waiting = new Map<number, Waiting>();
  const hashes = new Set<string>();
  const leaving = new AbortController();
  let running: Promise<void> | undefined;

  /** Rows that got another text meanwhile wait on. */
  async function feedSome(): Promise<void> {
    const rows = [...firstOf(waiting, portion)];
    const known = await readKept(ports, rows);
    await embedMissing(ports, { rows, known, signal: leaving.signal });
    for (const each of rows) {
      if (waiting.get(each.row) !== each) continue;
      waiting.delete(each.row);
      const packed = known.get(each.hash);
      if (packed !== undefined) table.set(each.row, packed);
    }
  }

  async function work(): Promise<void> {
    let wait = firstPauseMs;
    while (waiting.size > 0 && !leaving.signal.aborted) {
      try {
        await feedSome();
        wait = firstPauseMs;
      } catch (error) {
        if (leaving.signal.aborted) return;
        ports.onError(error);
        await Promise.race([pause(wait), aborted(leaving.signal)]);
        wait = Math.min(longestPauseMs, wait * 2);
      }
    }
    if (!leaving.signal.aborted) ports.onComplete?.();
  }

  function start(): void {
    // Rows come in great numbers at once; the first look waits until they are all there.
    running ??= Promise.resolve()
      .then(work)
      .finally(() => {
        running = undefined;
        if (waiting.size > 0 && !leaving.signal.aborted) start();
      });
  }

  return {
    vectors: { model, share: ports.share, table },
    embedder,
    add(row, text) {
      table.clear(row);
      const hash = hashText(text);
      hashes.add(hash);
      waiting.set(row, { row, text, hash });
      if (!leaving.signal.aborted) start();
    },
    free(row) {
      waiting.delete(row);
      table.clear(row);
    },
    get waiting() {
      return waiting.size;
    },
    async settled() {
      while (running !== undefined) await running;
    },
    sweep: () => sweep(store, model, hashes),
    async stop() {
      leaving.abort();
      await running;
    },
  };
}

async function readKept(
  { embedder, store }: VectorFeedPorts,
  rows: readonly Waiting[],
): Promise<Map<string, Uint8Array>> {
  const kept = await store.read(embedder.model, [...new Set(rows.map(({ hash }) => hash))]);
  // A store that somebody wrote into by hand must not stop the index.
  const usable = kept.filter(({ packed }) => packed.byteLength === embedder.dimensions + scaleBytes);
  return new Map(usable.map(({ hash, packed }) => [hash, packed]));
}

interface Missing {
  rows: readonly Waiting[];
  /** Gets what was made. */
  known: Map<string, Uint8Array>;
  signal: AbortSignal;
}

async function embedMissing({ embedder, store }: VectorFeedPorts, { rows, known, signal }: Missing): Promise<void> {
  const texts = [...new Map(rows.filter(({ hash }) => !known.has(hash)).map(({ hash, text }) => [hash, text]))];
  for (let from = 0; from < texts.length; from += embedPortion) {
    const some = texts.slice(from, from + embedPortion);
    const vectors = await embedder.embed(
      some.map(([, text]) => text),
      signal,
    );
    const made = some.flatMap(([hash], at): KeptVector[] => {
      const vector = vectors[at];
      const packed = vector?.length === embedder.dimensions ? packVector(vector) : undefined;
      return packed === undefined ? [] : [{ hash, packed }];
    });
    await store.write(embedder.model, made);
    for (const { hash, packed } of made) known.set(hash, packed);
  }
}

function* firstOf<T>(map: ReadonlyMap<number, T>, most: number): Iterable<T> {
  let left = most;
  for (const value of map.values()) {
    if (left-- <= 0) return;
    yield value;
  }
}

async function sweep(store: VectorStore, model: string, used: ReadonlySet<string>): Promise<number> {
  let removed = 0;
  for (let after = ''; ; ) {
    const page = await store.hashes(model, after, portion);
    const unused = page.filter((hash) => !used.has(hash));
    if (unused.length > 0) await store.remove(model, unused);
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
