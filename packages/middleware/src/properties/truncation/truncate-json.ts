/** Truncates long texts and lists of a JSON value, and reports the location and original size of each cut. */
import { childPointer } from '@dragoman/documents';
import { isJsonObject, type JsonObject, type JsonValue } from '@dragoman/model';

/** Limits of one response. */
export interface TruncationLimits {
  /** Maximum size as JSON, in bytes. */
  bytes: number;
  /** Maximum characters per text. */
  characters: number;
  /** Maximum items per list. */
  items: number;
}

/** One truncated part. */
export interface Cut {
  /** JSON pointer of the part. */
  pointer: string;
  kept: number;
  of: number;
  unit: 'characters' | 'items' | 'members';
}

/** A value within its limits, and its cuts; no cuts when it is complete. */
export interface Truncated {
  value: JsonValue;
  cuts: Cut[];
}

/** Continuation members; a list next to one is never truncated, because items would be skipped. */
const continuations = ['next_cursor', 'next_page', 'next_page_token', 'next'];

/** Deeper parts stay unchanged. */
const maxDepth = 64;

/** How often the limits are halved before whole members are dropped. */
const rounds = 12;

/** The value within its limits; text and list limits shrink until it fits, then trailing members are dropped. */
export function truncateJson(value: JsonValue, limits: TruncationLimits): Truncated {
  for (let round = 0, bounds = limits; ; round += 1, bounds = halved(bounds)) {
    const cuts: Cut[] = [];
    const cut = cutValue(value, { ...bounds, cuts }, { pointer: '', depth: 0 });
    if (sizeOf(cut) <= limits.bytes) return { value: cut, cuts };
    if (round === rounds) return dropMembers(cut, cuts, limits.bytes);
  }
}

interface Place {
  pointer: string;
  depth: number;
}

interface CutContext extends TruncationLimits {
  cuts: Cut[];
}

function halved({ bytes, characters, items }: TruncationLimits): TruncationLimits {
  return { bytes, characters: Math.ceil(characters / 2), items: Math.ceil(items / 2) };
}

function cutValue(value: JsonValue, context: CutContext, place: Place): JsonValue {
  if (typeof value === 'string') return cutText(value, context, place);
  if (place.depth >= maxDepth || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return cutList(value, context, place);
  return cutObject(value, context, place);
}

function cutText(text: string, { characters, cuts }: CutContext, { pointer }: Place): string {
  if (text.length <= characters) return text;
  // Half of a surrogate pair is not a character.
  const kept = text.slice(0, characters).replace(/[\ud800-\udbff]$/, '');
  cuts.push({ pointer, kept: kept.length, of: text.length, unit: 'characters' });
  return `${kept}…`;
}

function cutList(list: readonly JsonValue[], context: CutContext, place: Place, items = context.items): JsonValue[] {
  const { pointer, depth } = place;
  const kept = list.slice(0, items);
  if (kept.length < list.length) context.cuts.push({ pointer, kept: kept.length, of: list.length, unit: 'items' });
  return kept.map((item, at) => cutValue(item, context, { pointer: childPointer(pointer, at), depth: depth + 1 }));
}

function cutObject(value: JsonObject, context: CutContext, { pointer, depth }: Place): JsonObject {
  // Only the list itself stays complete; lists inside its items are ordinary lists.
  const items = isContinued(value) ? Number.POSITIVE_INFINITY : context.items;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const place = { pointer: childPointer(pointer, name), depth: depth + 1 };
      return [name, Array.isArray(member) ? cutList(member, context, place, items) : cutValue(member, context, place)];
    }),
  );
}

function isContinued(value: JsonObject): boolean {
  return continuations.some((name) => typeof value[name] === 'string');
}

/** The part of an object that is kept when even short members are too many. */
function dropMembers(value: JsonValue, cuts: Cut[], bytes: number): Truncated {
  if (!isJsonObject(value) || isContinued(value)) return { value, cuts };
  const members = Object.entries(value);
  const kept: typeof members = [];
  let left = bytes;
  for (const member of members) {
    left -= sizeOf(Object.fromEntries([member]));
    if (left < 0) break;
    kept.push(member);
  }
  const cut: Cut = { pointer: '', kept: kept.length, of: members.length, unit: 'members' };
  return { value: Object.fromEntries(kept), cuts: [...cuts, cut] };
}

function sizeOf(value: JsonValue): number {
  return Buffer.byteLength(JSON.stringify(value));
}
