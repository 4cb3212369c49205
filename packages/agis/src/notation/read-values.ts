/** Values of the illustrative notation: quoted texts, lists, and bare scalars that end with their line. */
import type { JsonValue } from '@dragoman/model';
import { readScalar } from '../shorthand/expand-type.js';
import type { Cursor } from './cursor.js';
import { accept, endOfQuoted, fail, skipBlanks } from './cursor.js';

/** Reads a value; `keys` are names that end a bare scalar when line breaks are lost. */
export function readValue(cursor: Cursor, keys: ReadonlySet<string>): JsonValue {
  skipInLine(cursor);
  if (isQuote(cursor)) return readQuoted(cursor);
  if (cursor.text[cursor.at] === '[') return readList(cursor);
  return readScalar(takeScalar(cursor, keys));
}

function skipInLine(cursor: Cursor): void {
  while (cursor.text[cursor.at] === ' ' || cursor.text[cursor.at] === '\t') cursor.at += 1;
}

/** True when a quoted text starts here. */
export function isQuote(cursor: Cursor): boolean {
  return /["“”]/.test(cursor.text[cursor.at] ?? '');
}

/** A text in double quotes; it may span several lines (rule 5). */
export function readQuoted(cursor: Cursor): string {
  const start = cursor.at;
  const end = endOfQuoted(cursor.text, start);
  if (end > cursor.text.length) fail(cursor, 'the quote is never closed', start);
  cursor.at = end;
  return cursor.text
    .slice(start + 1, end - 1)
    .replace(/\s*\n\s*/g, ' ')
    .replace(/\\(["\\])/g, '$1');
}

/** A list of quoted texts and scalars. */
export function readList(cursor: Cursor): JsonValue[] {
  const start = cursor.at;
  const items: JsonValue[] = [];
  accept(cursor, '[');
  for (;;) {
    skipBlanks(cursor);
    if (accept(cursor, ']')) return items;
    if (cursor.at >= cursor.text.length) fail(cursor, 'the list is never closed', start);
    if (isQuote(cursor)) items.push(readQuoted(cursor));
    else items.push(readScalar(takeListItem(cursor, start)));
    skipBlanks(cursor);
    if (!accept(cursor, ',') && cursor.text[cursor.at] !== ']') fail(cursor, 'expected "," or "]"');
  }
}

function takeListItem(cursor: Cursor, start: number): string {
  const stop = /[,\]]/g;
  stop.lastIndex = cursor.at;
  const found = stop.exec(cursor.text);
  if (found === null) fail(cursor, 'the list is never closed', start);
  const text = cursor.text.slice(cursor.at, found.index).trim();
  if (text === '') fail(cursor, 'a list item is missing');
  cursor.at = found.index;
  return text;
}

/** The rest of the line, cut at a closing brace, a comment, or the next known name. */
export function takeScalar(cursor: Cursor, keys: ReadonlySet<string>): string {
  const start = cursor.at;
  const stop = /[\n}¶]|\s#|\s([^\s:{}[\],"]{1,60}):(?=\s|$)/g;
  stop.lastIndex = start;
  let found = stop.exec(cursor.text);
  while (found?.[1] !== undefined && !keys.has(found[1])) {
    // The white space that ended this match may start the next.
    stop.lastIndex = found.index + found[0].length;
    found = stop.exec(cursor.text);
  }
  cursor.at = found?.index ?? cursor.text.length;
  return cursor.text.slice(start, cursor.at).trim();
}
