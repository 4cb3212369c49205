/** The line of a document that a finding is about, with a mark under the place. */
import type { Location } from '@dragoman/model';
import type { Painted, Palette } from './paint.js';
import { line } from './paint.js';
import { sanitise } from './sanitise.js';

/** Widest part of a line that is shown. */
const widest = 100;

/** Two lines: the text, and the mark; none when the place has no position. */
export function codeFrame(
  lines: readonly (string | undefined)[],
  { start, end }: Location,
  colour: Palette,
): Painted[] {
  const text = start === undefined ? undefined : lines[start.line - 1];
  if (start === undefined || text === undefined) return [];
  // A long line is shown from a little before the place on.
  const from = start.column > widest - 20 ? start.column - 20 : 0;
  const shown = sanitise(text.slice(from, from + widest).replaceAll('\t', ' '));
  const room = Math.max(1, shown.length - (start.column - 1 - from));
  const length = end !== undefined && end.line === start.line ? end.column - start.column : room;
  const number = String(start.line);
  const blank = ' '.repeat(number.length);
  const mark = ' '.repeat(start.column - 1 - from) + '^'.repeat(Math.max(1, Math.min(length, room)));
  return [line`  ${colour.faint(`${number} |`)} ${shown}`, line`  ${colour.faint(`${blank} |`)} ${colour.bad(mark)}`];
}
