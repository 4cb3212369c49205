/** Cuts long texts and long lists of a JSON value, and says of each cut where it is and how much there was. */
import { childPointer } from '@dragoman/documents';
import { isJsonObject, type JsonObject, type JsonValue } from '@dragoman/model';

/** Bounds of one answer. */
export interface TruncationLimits {
  /** Most bytes as JSON. */
  bytes: number;
  /** Most characters of one text. */
  characters: number;
  /** Most items of one list. */
  items: number;
}

/** One part that is not whole. */
export interface Cut {
  /** JSON pointer of the part. */
  pointer: string;
  kept: number;
  of: number;
  unit: 'characters' | 'items' | 'members';
}

/** A value within its bounds, and what was cut off; no cuts when it is whole. */
export interface Truncated {
  value: JsonValue;
  cuts: Cut[];
}

/** Members that lead on from the last item of a list; a list beside one is never cut, or items would be passed over. */
const continuations = ['next_cursor', 'next_page', 'next_page_token', 'next'];

/** Parts deeper than this stay as they are. */
const deepest = 64;

/** Times that the bounds are halved before whole members go. */
const rounds = 12;

/** The value within its limits; bounds of texts and lists shrink until it fits, then members at its end go. */
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
  if (place.depth >= deepest || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return cutList(value, context, place);
  return cutObject(value, context, place);
}

function cutText(text: string, { characters, cuts }: CutContext, { pointer }: Place): string {
  if (text.length <= characters) return text;
  // Half of a surrogate pair is no character.
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
  // Only the list itself stays whole; lists within its items are lists like others.
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

/** What is left of an object when even short parts are too many. */
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
