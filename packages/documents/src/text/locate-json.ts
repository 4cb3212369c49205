/**
 * Finds the location of a pointer in a well-formed JSON text. Each object or array is walked once, and only when a
 * location inside it is requested, so documents without findings cost nothing.
 */

import { parsePointer } from '../schema/pointer.js';
import type { JsonExtents } from './json-extents.js';
import type { Span } from './located-document.js';

/** Creates a function that finds spans in a scanned text. */
export function createJsonSpans(text: string, extents: JsonExtents): (pointer: string) => Span | undefined {
  const known = new Map<number, ReadonlyMap<string, Span>>();
  const childrenOf = (start: number): ReadonlyMap<string, Span> => {
    const kept = known.get(start);
    if (kept !== undefined) return kept;
    const children = listChildren(text, start, extents);
    known.set(start, children);
    return children;
  };
  const whole: Span = { start: skipBlank(text, 0), end: text.trimEnd().length };
  return (pointer) => {
    let span: Span | undefined = whole;
    for (const token of parsePointer(pointer) ?? []) {
      if (span === undefined) return undefined;
      span = childrenOf(span.start).get(token);
    }
    return span;
  };
}

function listChildren(text: string, start: number, extents: JsonExtents): Map<string, Span> {
  const children = new Map<string, Span>();
  const open = text[start];
  if (open !== '{' && open !== '[') return children;
  let at = skipBlank(text, start + 1);
  for (let index = 0; at < text.length && text[at] !== '}' && text[at] !== ']'; index += 1) {
    const key = at;
    let name = String(index);
    if (open === '{') {
      const end = skipString(text, at);
      name = nameAt(text, at, end);
      at = skipBlank(text, skipBlank(text, end) + 1);
    }
    const end = extents.endOf(at) ?? skipScalar(text, at);
    children.set(name, open === '{' ? { start: at, end, key } : { start: at, end });
    at = skipBlank(text, end);
    if (text[at] === ',') at = skipBlank(text, at + 1);
  }
  return children;
}

function nameAt(text: string, at: number, end: number): string {
  const raw = text.slice(at + 1, end - 1);
  return raw.includes('\\') ? (JSON.parse(text.slice(at, end)) as string) : raw;
}

const plain = /[^"\\]*/y;
const scalar = /[^,\]}\s]+/y;

function skipBlank(text: string, from: number): number {
  let at = from;
  for (let code = text.charCodeAt(at); code === 32 || code === 10 || code === 13 || code === 9; ) {
    at += 1;
    code = text.charCodeAt(at);
  }
  return at;
}

/** A loop, because a regular expression for the whole string would keep a state for each escape. */
function skipString(text: string, from: number): number {
  let at = advance(plain, text, from + 1);
  while (text[at] === '\\') at = advance(plain, text, at + 2);
  return at + 1;
}

function skipScalar(text: string, from: number): number {
  return text[from] === '"' ? skipString(text, from) : advance(scalar, text, from);
}

function advance(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at + 1;
}
