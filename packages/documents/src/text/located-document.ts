/** A parsed document with the source location of each value, in any syntax. */
import type { JsonValue, Location, Position } from '@dragoman/model';

/** Offsets of a value in its text, in UTF-16 code units. */
export interface Span {
  start: number;
  end: number;
  /** Offset of the member's name; absent for elements of arrays and for the whole document. */
  key?: number;
}

/** A value with its text and its source locations. */
export interface LocatedDocument {
  value: JsonValue;
  text: string;
  /** The span of the value at a pointer; undefined when the document has no such value. */
  span(pointer: string): Span | undefined;
  /** Line and column of a pointer; for a missing value, those of its nearest existing parent. */
  locate(pointer: string): Location;
}

/** Options for parsing a text. */
export interface TextReading {
  /** Address or file name, repeated in every location. */
  uri?: string;
  limits?: Partial<TextLimits>;
}

/** Limits of a text and of the value in it. */
export interface TextLimits {
  bytes: number;
  depth: number;
  values: number;
}

/** Converts offsets to lines and columns; lines are counted once, on first use. */
export function createLineFinder(text: string): (offset: number) => Position {
  let starts: number[] | undefined;
  return (offset) => {
    starts ??= findLineStarts(text);
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}

function findLineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/**
 * A `locate` based on spans: it shows the name of a block, the value of a scalar, and the parent of a missing value.
 */
export function createLocate(
  text: string,
  span: LocatedDocument['span'],
  uri: string | undefined,
): LocatedDocument['locate'] {
  const place = createLineFinder(text);
  return (pointer) => {
    const named = uri === undefined ? { pointer } : { uri, pointer };
    for (let at = pointer; ; at = at.slice(0, at.lastIndexOf('/'))) {
      const found = span(at);
      if (found !== undefined) return { ...named, ...placeSpan(found, text, place) };
      if (at === '') return named;
    }
  };
}

function placeSpan({ start, end, key }: Span, text: string, place: (offset: number) => Position) {
  // A block is shown by its name, because its first line already belongs to a child.
  const lineEnd = text.indexOf('\n', start);
  if (key === undefined || lineEnd === -1 || lineEnd >= end) return { start: place(start), end: place(end) };
  const nameEnd = /^(?:"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^\s:]+)/.exec(text.slice(key, key + 200))?.[0].length ?? 1;
  return { start: place(key), end: place(key + nameEnd) };
}
