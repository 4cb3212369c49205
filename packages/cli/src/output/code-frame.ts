/** The source line of a finding, with a marker under its location. */
import type { Location } from '@dragoman/model';
import type { Painted, Palette } from '../terminal/paint.js';
import { line, verbatim } from '../terminal/paint.js';
import { sanitize } from '../terminal/sanitize.js';

/** Most characters of a line that are shown. */
const maxShown = 100;

/** How a frame is shown. */
export interface FrameStyle {
  color: Palette;
  /** Columns of the terminal. */
  width: number;
}

/** Two lines: the source line and the marker; none when the finding has no position. */
export function codeFrame(
  lines: readonly (string | undefined)[],
  { start, end }: Location,
  { color, width }: FrameStyle,
): Painted[] {
  const text = start === undefined ? undefined : lines[start.line - 1];
  if (start === undefined || text === undefined) return [];
  const number = String(start.line);
  const maxWidth = Math.min(maxShown, width - number.length - 5);
  // A long line is shown from 20 characters before the location.
  const from = start.column > maxWidth - 20 ? start.column - 20 : 0;
  const isCut = text.length - from > maxWidth;
  const part = isCut ? `${text.slice(from, from + maxWidth - 1)}…` : text.slice(from);
  const shown = sanitize(part.replaceAll('\t', ' '));
  const room = Math.max(1, shown.length - (start.column - 1 - from));
  const length = end !== undefined && end.line === start.line ? end.column - start.column : room;
  const blank = ' '.repeat(number.length);
  const mark = ' '.repeat(start.column - 1 - from) + '^'.repeat(Math.max(1, Math.min(length, room)));
  return [
    verbatim(line`  ${color.faint(`${number} |`)} ${shown}`),
    verbatim(line`  ${color.faint(`${blank} |`)} ${color.bad(mark)}`),
  ];
}
