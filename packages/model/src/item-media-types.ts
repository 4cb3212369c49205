/**
 * Media types of the items of a batch in one header value, grouped by type: `image/png;items="0-2,5",
 * audio/wav;items="3"`. Positions start at 0; items that are not named are JSON.
 */
import type { FoundMedia } from './media.js';
import { anyMediaType, findMedia } from './media.js';

/** Bounds that keep the value far below the limit of a header, whatever services declare. */
const maxTypes = 20;
const maxTypeCharacters = 80;
const maxCharacters = 12_000;
const maxItems = 1_000;

const group = /([\w.+-]+\/[\w.+-]+);items="([\d,-]{1,8000})"/g;

/** The header value; undefined when no item has a media type. */
export function writeItemMediaTypes(types: readonly (string | undefined)[]): string | undefined {
  const groups = new Map<string, number[]>();
  for (const [at, type] of types.entries()) {
    if (type === undefined) continue;
    const isWritable = type.length <= maxTypeCharacters && (groups.has(type) || groups.size < maxTypes);
    const written = isWritable ? type : anyMediaType;
    groups.set(written, [...(groups.get(written) ?? []), at]);
  }
  if (groups.size === 0) return undefined;
  return [...groups].map(([type, items]) => `${type};items="${toRanges(items)}"`).join(', ');
}

function toRanges(items: readonly number[]): string {
  const ranges: [first: number, last: number][] = [];
  for (const item of items) {
    const range = ranges.at(-1);
    if (range !== undefined && range[1] === item - 1) range[1] = item;
    else ranges.push([item, item]);
  }
  return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(',');
}

/** The media type of each named item, by its position. */
export function readItemMediaTypes(value: string): Map<number, string> {
  const types = new Map<number, string>();
  for (const [, type = '', ranges = ''] of value.slice(0, maxCharacters).matchAll(group)) {
    for (const [, first, last = first] of ranges.matchAll(/(\d+)(?:-(\d+))?/g)) {
      for (let at = Number(first); at <= Number(last) && at < maxItems; at += 1) types.set(at, type);
    }
  }
  return types;
}

/** The media in the outputs of a batch whose types are in a header value; pointers start at the list. */
export function findItemMedia(outputs: readonly unknown[], types: string): FoundMedia[] {
  const typed = readItemMediaTypes(types);
  return outputs.flatMap((output, at) =>
    findMedia(output, typed.get(at)).map((media) => ({ ...media, pointer: `/${at}${media.pointer}` })),
  );
}
