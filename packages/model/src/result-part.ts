/**
 * Large results in parts: an outline with counts, and a part that fits into a number of characters, with the place to
 * read on. Used for everything that a model reads. Runs in browsers.
 */
import type { JsonObject, JsonValue } from './json.js';
import { isJsonObject } from './json.js';

/** Which part of a value to read. */
export interface PartRequest {
  /** JSON pointer; the whole value by default. */
  pointer?: string;
  /** Items, members or characters to skip. */
  offset?: number;
  /** Maximum characters of the part, as JSON. */
  characters: number;
}

/** A part of a value. */
export interface ResultPart {
  pointer: string;
  type: 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';
  /** Number of items, members or characters at the pointer; absent for other types. */
  count?: number;
  offset: number;
  /** Items, members or characters in this part. */
  length: number;
  /** The part; values in it that are too large are replaced by a description with their pointer. */
  value: JsonValue;
  /** Offset of the next part; absent for the last one. */
  nextOffset?: number;
}

/** Maximum number of members in an outline, of names in a description, and of characters of a short value. */
const limits = { members: 30, names: 12, text: 80, depth: 16, described: 200 };

/** Characters of a value as JSON. */
export function jsonLength(value: JsonValue): number {
  return JSON.stringify(value).length;
}

/** The value at a JSON pointer; undefined when there is none. */
export function valueAt(value: JsonValue, pointer: string): JsonValue | undefined {
  if (pointer === '') return value;
  if (!pointer.startsWith('/')) return undefined;
  let at: JsonValue | undefined = value;
  for (const segment of pointer.slice(1).split('/')) {
    const key = segment.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(at)) at = /^(?:0|[1-9]\d*)$/.test(key) ? at[Number(key)] : undefined;
    else at = isJsonObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  }
  return at;
}

/** Reads a part; undefined when nothing is at the pointer. */
export function readPart(
  whole: JsonValue,
  { pointer = '', offset = 0, characters }: PartRequest,
): ResultPart | undefined {
  const value = valueAt(whole, pointer);
  if (value === undefined) return undefined;
  if (typeof value === 'string') return textPart(value, { pointer, offset, characters });
  if (Array.isArray(value)) {
    const { taken, next } = takeEntries([...value.entries()], { pointer, offset, characters });
    const items = taken.map(([, item]) => item);
    return { pointer, type: 'array', count: value.length, offset, length: items.length, value: items, ...next };
  }
  if (isJsonObject(value)) {
    const members = Object.entries(value);
    const { taken, next } = takeEntries(members, { pointer, offset, characters });
    const part = Object.fromEntries(taken);
    return { pointer, type: 'object', count: members.length, offset, length: taken.length, value: part, ...next };
  }
  const type = value === null ? 'null' : (typeof value as 'number' | 'boolean');
  return { pointer, type, offset: 0, length: 1, value };
}

type Place = Required<PartRequest>;

function textPart(text: string, { pointer, offset, characters }: Place): ResultPart {
  // A pair of surrogates is not divided.
  const isPair = (at: number) => /[\udc00-\udfff]/.test(text[at] ?? '') && /[\ud800-\udbff]/.test(text[at - 1] ?? '');
  const from = isPair(offset) ? offset - 1 : offset;
  const limit = from + Math.max(characters, 2);
  const end = isPair(limit) ? limit - 1 : limit;
  const value = text.slice(from, end);
  const next = end < text.length ? { nextOffset: end } : {};
  return { pointer, type: 'string', count: text.length, offset: from, length: value.length, value, ...next };
}

/** The entries that fit; one that is too large for any part is described. */
function takeEntries<Key extends string | number>(
  entries: readonly [Key, JsonValue][],
  { pointer, offset, characters }: Place,
): { taken: [Key, JsonValue][]; next: { nextOffset?: number } } {
  const taken: [Key, JsonValue][] = [];
  let room = characters;
  let at = offset;
  let described = 0;
  for (; at < entries.length; at += 1) {
    const [key, value] = entries[at] as [Key, JsonValue];
    const size = jsonLength(value) + String(key).length + 4;
    if (size <= room) {
      taken.push([key, value]);
      room -= size;
      continue;
    }
    // An entry that fits into the next part is left for it.
    if (typeof key === 'number' && taken.length > 0 && size <= characters) break;
    const text = `(${describeValue(value)}; read ${pointer}/${escapeSegment(String(key))})`;
    if (described === limits.described || (text.length > room && taken.length > 0)) break;
    taken.push([key, text]);
    described += 1;
    room -= text.length;
  }
  return { taken, next: at < entries.length ? { nextOffset: at } : {} };
}

function escapeSegment(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Pointer to the part that makes up most of a value: the long list or text inside its wrappers. */
export function mainPointer(value: JsonValue): string {
  let at = value;
  let pointer = '';
  for (let depth = 0; depth < limits.depth && isJsonObject(at); depth += 1) {
    const sizes = Object.entries(at).map(([name, member]) => ({ name, member, size: jsonLength(member) }));
    const total = sizes.reduce((sum, { size }) => sum + size, 0);
    const largest = sizes.find(({ size }) => size * 2 > total);
    if (largest === undefined || (typeof largest.member !== 'object' && typeof largest.member !== 'string')) break;
    pointer += `/${escapeSegment(largest.name)}`;
    at = largest.member;
  }
  return pointer;
}

/** The members of a value in lines, with counts and sizes. */
export function outlineValue(value: JsonValue): string {
  if (!isJsonObject(value)) return describeValue(value);
  const members = Object.entries(value);
  const lines = members
    .slice(0, limits.members)
    .map(([name, member]) => `- ${name.slice(0, limits.text)}: ${describeValue(member)}`);
  const more = members.length - lines.length;
  return [`object with ${count(members.length, 'member')}:`, ...lines, ...(more > 0 ? [`- … ${more} more`] : [])].join(
    '\n',
  );
}

/** A value in one line: short values whole, others by type, count, names and size. */
export function describeValue(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) {
    const text = JSON.stringify(value);
    if (typeof value !== 'string' || text.length <= limits.text) return text;
    return `${JSON.stringify(value.slice(0, limits.text))}…, text of ${count(value.length, 'character')}`;
  }
  const size = `${count(jsonLength(value), 'character')} of JSON`;
  if (!Array.isArray(value)) return `object ${namesOf(value)}, ${size}`;
  const [first] = value;
  const items = isJsonObject(first) ? `, the first is an object ${namesOf(first)}` : '';
  return `array of ${count(value.length, 'item')}${items}, ${size}`;
}

function namesOf(value: JsonObject): string {
  const names = Object.keys(value);
  const shown = names.slice(0, limits.names).map((name) => name.slice(0, limits.text));
  return `{${[...shown, ...(names.length > shown.length ? [`… ${names.length - shown.length} more`] : [])].join(', ')}}`;
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`;
}

const units = { array: 'items', object: 'members', string: 'characters' } as const;

/** Which part this is, in words: `items 0 to 41 of 5,000 at /items`. */
export function partTitle({ pointer, type, count: all, offset, length }: ResultPart): string {
  const place = pointer === '' ? 'the result' : pointer;
  if (type !== 'array' && type !== 'object' && type !== 'string') return `the value at ${place}`;
  const total = (all ?? 0).toLocaleString('en-US');
  if (length === 0) return `no more ${units[type]} at ${place}, which has ${total}`;
  return `${units[type]} ${offset.toLocaleString('en-US')} to ${(offset + length - 1).toLocaleString('en-US')} of ${total} at ${place}`;
}
