/** Lines and columns, counted from 1, as offsets. */
import type { Location, Position } from '@dragoman/model';
import type { TextRange } from '../service/language-service.js';

/** Converts the locations of one text; lines are counted on first use. */
export function createOffsets(text: string): (location: Pick<Location, 'start' | 'end'>) => TextRange {
  let starts: number[] | undefined;
  const offsetOf = ({ line, column }: Position): number => {
    starts ??= findLineStarts(text);
    const start = starts[line - 1] ?? text.length;
    return Math.min(start + column - 1, (starts[line] ?? text.length + 1) - 1, text.length);
  };
  // An object or a list of JSON may be the whole document; its first line is enough to mark it.
  const endOf = (start: number, end: number) =>
    text[start] === '{' || text[start] === '[' ? Math.min(end, endOfLine(text, start)) : end;
  return ({ start: from, end: to }) => {
    const start = from === undefined ? 0 : offsetOf(from);
    const end = to === undefined ? endOfLine(text, start) : endOf(start, offsetOf(to));
    return { start, end: Math.max(start, end) };
  };
}

function findLineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** A place without an end is shown up to the end of its line. */
function endOfLine(text: string, start: number): number {
  const end = text.indexOf('\n', start);
  return end === -1 ? text.length : end;
}
