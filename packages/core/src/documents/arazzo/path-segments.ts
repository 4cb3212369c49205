/** The part of JSONPath (RFC 9535) that selects locations: members, indices and wildcards. Filters build on it. */
import type { JsonValue } from '@dragoman/model';

/** One path segment. */
export type Segment = { name: string } | { index: number } | { every: true };

/** A text and the current offset. */
export interface Cursor {
  text: string;
  at: number;
}

/** Maximum number of values that a path may select. */
const maxNodes = 10_000;

const forms: readonly [RegExp, (found: readonly string[]) => Segment][] = [
  [/\.\*|\[\*\]/y, () => ({ every: true })],
  [/\.([A-Za-z_][A-Za-z0-9_-]*)/y, ([, name = '']) => ({ name })],
  [/\[(-?\d{1,9})\]/y, ([, index = '0']) => ({ index: Number(index) })],
  [/\['([^'\\]*)'\]/y, ([, name = '']) => ({ name })],
  [/\["([^"\\]*)"\]/y, ([, name = '']) => ({ name })],
];

/** Consumes and returns the next segment; undefined when there is none. */
export function readSegment(cursor: Cursor): Segment | undefined {
  for (const [form, make] of forms) {
    form.lastIndex = cursor.at;
    const found = form.exec(cursor.text);
    if (found === null) continue;
    cursor.at = form.lastIndex;
    return make(found);
  }
  return undefined;
}

/** The children of these values that a segment selects. */
export function descend(values: readonly JsonValue[], segment: Segment): JsonValue[] {
  return values.flatMap((value) => childrenOf(value, segment)).slice(0, maxNodes);
}

function childrenOf(value: JsonValue, segment: Segment): JsonValue[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('every' in segment) return Object.values(value).slice(0, maxNodes);
  if ('index' in segment) {
    const item = Array.isArray(value) ? value.at(segment.index) : undefined;
    return item === undefined ? [] : [item];
  }
  if (Array.isArray(value) || !Object.hasOwn(value, segment.name)) return [];
  const member = value[segment.name];
  return member === undefined ? [] : [member];
}
