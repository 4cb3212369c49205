/**
 * Reads heads, and keeps the latest of calls. Callers send the same head again and again, over any connection of their pool, so
 * heads are kept for all connections.
 */
import type { RequestHead } from './read-head.js';
import { readHead } from './read-head.js';

/** Heads that are kept, and the longest of them. */
const mostHeads = 500;
const longestHead = 4096;

/** Reads the text before the empty line; undefined for everything but an ordinary request. */
export type ReadHead = (text: string) => RequestHead | undefined;

/** Creates the reader. */
export function createReadHead(): ReadHead {
  const kept = new Map<string, RequestHead>();
  return (text) => {
    const known = kept.get(text);
    if (known !== undefined) return known;
    const head = readHead(text);
    // Reads differ from one another by their target; only requests with a body are likely to come again.
    if (head === undefined || head.length === 0 || text.length > longestHead) return head;
    if (kept.size >= mostHeads) kept.clear();
    kept.set(text, head);
    return head;
  };
}
