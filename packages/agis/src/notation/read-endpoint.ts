/** One endpoint of the illustrative notation: `BOOK /reservation { semantic { … } input { … } … }`. */

import { childPointer } from '@dragoman/documents';
import type { JsonObject } from '@dragoman/model';
import type { Cursor } from './cursor.js';
import { accept, acquireKey, fail, peekKey, readBraces, skipBlanks, take, takeBalanced } from './cursor.js';
import type { NotationDraft } from './draft.js';
import { putMember } from './draft.js';
import { endpointBlocks, semanticKeys } from './known-keys.js';
import { readErrors, readInput, readOutput } from './read-contract.js';
import { readSemanticMember } from './read-semantic.js';
import { readValue } from './read-values.js';

interface Target {
  object: JsonObject;
  pointer: string;
}

/** Reads an endpoint; method and path are kept as written and checked by the passes. */
export function readEndpoint(cursor: Cursor, draft: NotationDraft, pointer: string): JsonObject {
  const target: Target = { object: {}, pointer };
  const start = cursor.at;
  const method = take(cursor, /[^\s{}:]+/y) ?? fail(cursor, 'expected a method and a path');
  putMember(draft, target, { name: 'method', value: method, span: { start, end: cursor.at } });
  take(cursor, /[ \t]+/y);
  const at = cursor.at;
  const path = readPath(cursor);
  putMember(draft, target, { name: 'path', value: path, span: { start: at, end: cursor.at } });
  skipBlanks(cursor);
  if (!accept(cursor, '{')) fail(cursor, `expected "{" after "${method} ${path}"`);
  readBraces(cursor, { name: `${method} ${path}`, at: start }, () => readMember(cursor, draft, target));
  draft.spans.set(pointer, { start, end: cursor.at });
  return target.object;
}

/** Braces belong to the path; an unbalanced opening brace at its end opens the block (rule 3). */
function readPath(cursor: Cursor): string {
  const start = cursor.at;
  const path = take(cursor, /[^\s{]\S*/y);
  if (path === undefined) fail(cursor, 'expected a path after the method', start);
  const opened = path.split('{').length - path.split('}').length;
  if (!path.endsWith('{') || opened <= 0) return path;
  cursor.at -= 1;
  return path.slice(0, -1);
}

function readMember(cursor: Cursor, draft: NotationDraft, target: Target): void {
  if (take(cursor, /\.\.\.|…/y) !== undefined) {
    draft.elided.add(target.pointer);
    return;
  }
  const key = cursor.at;
  const name = take(cursor, /[A-Za-z_][\w-]*/y) ?? fail(cursor, 'expected a block such as "semantic {"');
  skipBlanks(cursor);
  if (endpointBlocks.has(name) && /[:{]/.test(cursor.text[cursor.at] ?? '')) {
    readBlock(cursor, draft, { target, name, key });
    return;
  }
  if (cursor.text[cursor.at] === '{') {
    takeBalanced(cursor, name);
    draft.remarks.push({ kind: 'unknown-block', pointer: target.pointer, name });
    return;
  }
  cursor.at = key;
  if (peekKey(cursor) === undefined) fail(cursor, `expected "{" or ":" after "${name}"`);
  acquireKey(cursor);
  const start = cursor.at + 1;
  putMember(draft, target, { name, value: readValue(cursor, new Set()), span: { key, start, end: cursor.at } });
}

interface Block {
  target: Target;
  name: string;
  key: number;
}

function readBlock(cursor: Cursor, draft: NotationDraft, { target, name, key }: Block): void {
  accept(cursor, ':');
  skipBlanks(cursor);
  const braced = accept(cursor, '{');
  const pointer = childPointer(target.pointer, name);
  // The spans of the members are recorded first; the span of the block is known at its end.
  if (braced) cursor.open.push({ name, at: key });
  const value = readContents(cursor, draft, { pointer, braced, name, key });
  if (braced) {
    skipBlanks(cursor);
    if (cursor.at >= cursor.text.length) fail(cursor, `the block "${name}" is never closed`, key);
    if (!accept(cursor, '}')) fail(cursor, 'expected "}"');
    cursor.open.pop();
  }
  putMember(draft, target, { name, value, span: { key, start: key, end: cursor.at } });
}

interface Contents {
  pointer: string;
  braced: boolean;
  name: string;
  key: number;
}

function readContents(cursor: Cursor, draft: NotationDraft, { pointer, braced, name }: Contents) {
  if (name === 'input') return readInput(cursor, draft, { pointer, braced });
  if (name === 'output') return readOutput(cursor, draft, { pointer, braced });
  if (name === 'errors') return readErrors(cursor, draft, { pointer, braced });
  const target: Target = { object: {}, pointer };
  for (skipBlanks(cursor); isSemanticMember(cursor, braced); skipBlanks(cursor)) {
    readSemanticMember(cursor, draft, target);
  }
  return target.object;
}

function isSemanticMember(cursor: Cursor, braced: boolean): boolean {
  if (braced) return cursor.text[cursor.at] !== '}' && cursor.at < cursor.text.length;
  return semanticKeys.has(peekKey(cursor) ?? '');
}
