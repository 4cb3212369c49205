/**
 * Which values occur in a run of audit records, in a few kilobytes: a Bloom filter. It can say that a value does not
 * occur, so that a search skips the run; it may be wrong the other way round, which costs only time.
 */
import type { AuditSearch } from '@dragoman/core/engine';

/** Bytes of a filter, and bits that each value sets. */
const filterBytes = 4096;
const bitsPerValue = 7;

/** The values by which records are searched. */
export type SearchedValues = { [name in (typeof names)[number]]?: AuditSearch[name] | undefined };

const names = ['actor', 'action', 'target', 'traceId', 'outcome', 'code', 'operation'] as const;

/** Creates an empty filter. */
export function createFilter(): Buffer {
  return Buffer.alloc(filterBytes);
}

/** Adds the values of one record. */
export function addValues(filter: Buffer, values: SearchedValues): void {
  for (const name of names) {
    const value = values[name];
    if (value !== undefined) addHashes(filter, hashesOf(name, value));
  }
}

/** Adds a trace id, the only value that nearly every record has for itself. */
export function addTraceId(filter: Buffer, traceId: string): void {
  addHashes(filter, hashesOf('traceId', traceId));
}

function addHashes(filter: Buffer, hashes: Hashes): void {
  for (let turn = 0; turn < bitsPerValue; turn += 1) setBit(filter, bitAt(hashes, turn));
}

/** False when no record of the filter has all of these values. */
export function mayContain(filter: Buffer, values: SearchedValues): boolean {
  return names.every((name) => {
    const value = values[name];
    if (value === undefined) return true;
    const hashes = hashesOf(name, value);
    for (let turn = 0; turn < bitsPerValue; turn += 1) if (!hasBit(filter, bitAt(hashes, turn))) return false;
    return true;
  });
}

interface Hashes {
  one: number;
  two: number;
}

const start: Hashes = { one: 0x811c9dc5, two: 0x01000193 };

/** Of the name and the value with a colon between them. */
function hashesOf(name: string, value: string): Hashes {
  return mix(mix(start, `${name}:`), value);
}

/** Continues the hashes with a text. */
function mix(before: Hashes, text: string): Hashes {
  let { one, two } = before;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 0x01000193);
    two = Math.imul(two ^ unit, 0x85ebca6b) ^ (two >>> 13);
  }
  return { one, two };
}

/** Two hashes, combined to as many as needed (Kirsch and Mitzenmacher). */
function bitAt({ one, two }: Hashes, turn: number): number {
  return ((one + Math.imul(turn, two | 1)) >>> 0) % (filterBytes * 8);
}

function setBit(filter: Buffer, bit: number): void {
  filter[bit >> 3] = (filter[bit >> 3] ?? 0) | (1 << (bit & 7));
}

function hasBit(filter: Buffer, bit: number): boolean {
  return ((filter[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0;
}
