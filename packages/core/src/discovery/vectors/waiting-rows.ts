/** The rows of a feed that wait for their vectors: first looked up in the store, then computed by priority. */
import type { AssignVector, FeedRows } from './feed-rows.js';
import { createTextPriority, type WaitingText } from './text-priority.js';

/** Rows that wait. */
export interface WaitingRows {
  /** Number of rows that wait. */
  readonly size: number;
  /** Rows without a vector: those that wait or whose text follows, and those whose text has none. */
  readonly missing: ReadonlySet<number>;
  add(text: WaitingText): void;
  /** Notes a row whose text follows. */
  expect(row: number): void;
  remove(row: number): void;
  /** Brings vectors to some rows; when it fails, they keep waiting. */
  feedSome(signal: AbortSignal): Promise<void>;
}

/** Number of texts looked up in the store in one statement, and number of texts embedded in one request. */
const readPortion = 256;
const embedPortion = 32;

/** Creates an empty list; vectors go to `holder`. */
export function createWaitingRows(holder: Pick<FeedRows, 'find' | 'obtain'>): WaitingRows {
  const waiting = new Map<number, WaitingText>();
  const missing = new Set<number>();
  const isWaiting = (text: WaitingText) => waiting.get(text.row) === text;
  /** Texts that were not looked up in the store yet, the oldest first, and those that it does not have. */
  const unread: WaitingText[] = [];
  const uncomputed = createTextPriority(isWaiting);

  /** False for a text without a vector; one that changed meanwhile keeps waiting. */
  function assign(text: WaitingText, assignVector: AssignVector): boolean {
    if (!isWaiting(text)) return true;
    if (!assignVector(text.row, text.hash)) return false;
    missing.delete(text.row);
    return waiting.delete(text.row);
  }

  async function readSome(): Promise<void> {
    const texts = unread.slice(0, readPortion);
    const assignVector = await holder.find(texts);
    unread.splice(0, texts.length);
    uncomputed.add(texts.filter((text) => !assign(text, assignVector)));
  }

  async function computeSome(signal: AbortSignal): Promise<void> {
    const texts = uncomputed.take(embedPortion);
    try {
      const assignVector = await holder.obtain(texts, signal);
      for (const text of texts) if (!assign(text, assignVector)) waiting.delete(text.row);
    } catch (error) {
      uncomputed.add(texts);
      throw error;
    }
  }

  return {
    get size() {
      return waiting.size;
    },
    missing,
    add(text) {
      waiting.set(text.row, text);
      missing.add(text.row);
      unread.push(text);
    },
    expect: (row) => void missing.add(row),
    remove(row) {
      waiting.delete(row);
      missing.delete(row);
    },
    feedSome: (signal) => (unread.length > 0 ? readSome() : computeSome(signal)),
  };
}
