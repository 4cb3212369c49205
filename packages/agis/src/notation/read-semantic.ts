/** The semantic block of the illustrative notation, whose two submaps have no braces (rule 8). */

import { childPointer } from '@dragoman/documents';
import type { JsonObject } from '@dragoman/model';
import type { Cursor } from './cursor.js';
import { accept, acquireKey, fail, peekKey, skipBlanks } from './cursor.js';
import type { NotationDraft } from './draft.js';
import { putMember } from './draft.js';
import { semanticKeys } from './known-keys.js';
import { isQuote, readQuoted, readValue, takeScalar } from './read-values.js';

interface Target {
  object: JsonObject;
  pointer: string;
}

/** Reads one member of a semantic block. */
export function readSemanticMember(cursor: Cursor, draft: NotationDraft, target: Target): void {
  const key = cursor.at;
  if (peekKey(cursor) === undefined) fail(cursor, 'expected a field such as "intent:"');
  const name = acquireKey(cursor);
  const start = cursor.at;
  if (name === 'parameter_hints' || name === 'state_transition') {
    const below = { object: {}, pointer: childPointer(target.pointer, name) };
    readSubmap(cursor, draft, { ...below, raw: name === 'state_transition' });
    putMember(draft, target, { name, value: below.object, span: { key, start, end: cursor.at } });
    return;
  }
  const value = readValue(cursor, semanticKeys);
  putMember(draft, target, { name, value, span: { key, start: skipStart(cursor, start), end: cursor.at } });
}

/** Reads members up to the next field of the semantic block, or to a brace. */
function readSubmap(cursor: Cursor, draft: NotationDraft, target: Target & { raw: boolean }): void {
  skipBlanks(cursor);
  const braced = accept(cursor, '{');
  for (;;) {
    skipBlanks(cursor);
    const name = peekKey(cursor);
    if (name === undefined || (!braced && semanticKeys.has(name))) break;
    const key = cursor.at;
    acquireKey(cursor);
    const start = cursor.at;
    const value = target.raw ? readTransition(cursor) : readValue(cursor, semanticKeys);
    putMember(draft, target, { name, value, span: { key, start: skipStart(cursor, start), end: cursor.at } });
  }
  if (braced && !accept(cursor, '}')) fail(cursor, 'expected "}"');
}

/** The raw rest of the line: `[current] -> [current - amount]` is text, not a list. */
function readTransition(cursor: Cursor): string {
  while (/[ \t]/.test(cursor.text[cursor.at] ?? '')) cursor.at += 1;
  if (isQuote(cursor)) return readQuoted(cursor);
  const start = cursor.at;
  const line = takeScalar(cursor, semanticKeys);
  const dotted = /\s[a-z_]+(?:\.[a-z_]+)+:\s/.exec(line);
  if (dotted === null) return line;
  cursor.at = start + dotted.index;
  return line.slice(0, dotted.index).trim();
}

function skipStart({ text }: Cursor, start: number): number {
  let at = start;
  while (text[at] === ' ' || text[at] === '\t') at += 1;
  return at;
}
