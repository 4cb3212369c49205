/**
 * Finds where a pointer leads in a JSON text that is known to be well formed. Each object or array is walked once,
 * and only when a place below it is asked for, so that documents without findings cost nothing.
 */
import type { Span } from './located-document.js';
import { parsePointer } from './pointer.js';

/** A finder of places in one text. */
export function createJsonSpans(text: string): (pointer: string) => Span | undefined {
  const known = new Map<number, ReadonlyMap<string, Span>>();
  const childrenOf = (start: number): ReadonlyMap<string, Span> => {
    const kept = known.get(start);
    if (kept !== undefined) return kept;
    const children = listChildren(text, start);
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

function listChildren(text: string, start: number): Map<string, Span> {
  const children = new Map<string, Span>();
  const open = text[start];
  if (open !== '{' && open !== '[') return children;
  let at = skipBlank(text, start + 1);
  for (let index = 0; at < text.length && text[at] !== '}' && text[at] !== ']'; index += 1) {
    const key = at;
    let name = String(index);
    if (open === '{') {
      const end = skipString(text, at);
      name = JSON.parse(text.slice(at, end)) as string;
      at = skipBlank(text, skipBlank(text, end) + 1);
    }
    const end = skipValue(text, at);
    children.set(name, open === '{' ? { start: at, end, key } : { start: at, end });
    at = skipBlank(text, end);
    if (text[at] === ',') at = skipBlank(text, at + 1);
  }
  return children;
}

const blank = /[ \t\n\r]*/y;
const plain = /[^"\\]*/y;
const scalar = /[^,\]}\s]+/y;
const uninteresting = /[^"[\]{}]*/y;

function skipBlank(text: string, at: number): number {
  return advance(blank, text, at);
}

/** By hand: a pattern for the whole string would keep a state for each of its escapes. */
function skipString(text: string, from: number): number {
  let at = advance(plain, text, from + 1);
  while (text[at] === '\\') at = advance(plain, text, at + 2);
  return at + 1;
}

function skipValue(text: string, from: number): number {
  if (text[from] === '"') return skipString(text, from);
  if (text[from] !== '{' && text[from] !== '[') return advance(scalar, text, from);
  let depth = 0;
  let at = from;
  do {
    if (text[at] === '"') at = skipString(text, at);
    else {
      depth += text[at] === '{' || text[at] === '[' ? 1 : -1;
      at += 1;
    }
    if (depth > 0) at = advance(uninteresting, text, at);
  } while (depth > 0 && at < text.length);
  return at;
}

function advance(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at + 1;
}
