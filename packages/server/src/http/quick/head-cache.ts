/**
 * Parses request heads and caches the most recent ones. Clients send the same head repeatedly, over any connection of
 * their pool, so all connections share the cache.
 */
import type { RequestHead } from './read-head.js';
import { readHead } from './read-head.js';

/** Maximum number of cached heads, and their maximum length. */
const maxHeads = 500;
const longestHead = 4096;

/** Parses the text before the empty line; undefined for anything but an ordinary request. */
export type ReadHead = (text: string) => RequestHead | undefined;

/** Creates the parser. */
export function createReadHead(): ReadHead {
  const kept = new Map<string, RequestHead>();
  return (text) => {
    const known = kept.get(text);
    if (known !== undefined) return known;
    const head = readHead(text);
    // GET requests differ in their target; only requests with a body are likely to repeat.
    if (head === undefined || head.length === 0 || text.length > longestHead) return head;
    if (kept.size >= maxHeads) kept.clear();
    kept.set(text, head);
    return head;
  };
}
