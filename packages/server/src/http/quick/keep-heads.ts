/**
 * Reads heads, and keeps those that were read last. Callers send the same ones again and again, and a pool of connections
 * sends them on any of its own, so they are kept for all connections.
 */
import type { PlainHead } from './read-plain-head.js';
import { readPlainHead } from './read-plain-head.js';

/** Heads that are kept, and the longest of them. */
const mostHeads = 500;
const longestHead = 4096;

/** Reads the text before the empty line; undefined for everything but an ordinary call of a route in plain parts. */
export type ReadHead = (text: string) => PlainHead | undefined;

/** Makes the reader. */
export function createReadHead(repliesTo: (target: string) => boolean): ReadHead {
  const kept = new Map<string, PlainHead>();
  return (text) => {
    const known = kept.get(text);
    if (known !== undefined) return known;
    const head = readPlainHead(text);
    if (head === undefined || !repliesTo(head.target)) return undefined;
    if (text.length > longestHead) return head;
    if (kept.size >= mostHeads) kept.clear();
    kept.set(text, head);
    return head;
  };
}
