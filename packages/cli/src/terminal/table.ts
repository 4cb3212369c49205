/**
 * Tables in a terminal: ruled and never wider than it. Where the columns do not fit next to each other, every row
 * becomes a block of `title: value` pairs instead.
 */
import { breakLines, cutLine, displayWidth } from './layout.js';
import type { Paintable, Palette } from './paint.js';
import { paint } from './paint.js';

/** A column and how it behaves when space is short. */
export interface Column {
  title: string;
  /** Width to which it may be narrowed by wrapping its cells; absent for ids and short values, which are never wrapped. */
  min?: number;
  /** True for text that is narrowed before the others, and cut off after three lines. */
  prose?: boolean;
}

/** Where a table is drawn. */
export interface TableSpace {
  /** Columns of the terminal. */
  width: number;
  color: Palette;
}

const proseLines = 3;

/** Rows as a table for people, or as blocks in a narrow terminal. */
export function terminalTable(
  columns: readonly Column[],
  rows: readonly (readonly Paintable[])[],
  space: TableSpace,
): string {
  const cells = rows.map((row) => row.map((cell) => paint(cell).painted));
  const widths = fitColumns(columns, cells, space.width);
  return widths === undefined ? blocks(columns, cells, space) : ruledTable(columns, cells, widths);
}

/** Width of each column without padding; undefined when the columns do not fit even at their narrowest. */
function fitColumns(
  columns: readonly Column[],
  cells: readonly (readonly string[])[],
  width: number,
): number[] | undefined {
  const widths = columns.map(({ title }, index) =>
    cells.reduce((most, row) => Math.max(most, displayWidth(row[index] ?? '')), displayWidth(title)),
  );
  const words = columns.map((_, index) => Math.max(0, ...cells.map((row) => longestWord(row[index] ?? ''))));
  // Each column has a rule on its left and one space on both sides; one rule ends the line.
  let excess = widths.reduce((sum, each) => sum + each + 3, 1) - width;
  while (excess > 0) {
    const index = columnToNarrow(columns, widths, words);
    if (index === undefined) return undefined;
    widths[index] = (widths[index] ?? 0) - 1;
    excess -= 1;
  }
  return widths;
}

/** The widest column that can be narrowed: prose first, and none below its longest word while another one gives way. */
function columnToNarrow(
  columns: readonly Column[],
  widths: readonly number[],
  words: readonly number[],
): number | undefined {
  const widthOf = (index: number) => widths[index] ?? 0;
  const flexible = [...columns.keys()].filter((index) => widthOf(index) > (columns[index]?.min ?? Infinity));
  const keepsWords = flexible.filter((index) => widthOf(index) > (words[index] ?? 0));
  const isProse = (index: number) => columns[index]?.prose === true;
  const choices = [keepsWords.filter(isProse), keepsWords, flexible.filter(isProse), flexible];
  return choices.find(({ length }) => length > 0)?.sort((one, other) => widthOf(other) - widthOf(one))[0];
}

function longestWord(text: string): number {
  return Math.max(...text.split(' ').map((word) => displayWidth(word)));
}

function ruledTable(
  columns: readonly Column[],
  cells: readonly (readonly string[])[],
  widths: readonly number[],
): string {
  const rule = (left: string, middle: string, right: string) =>
    left + widths.map((width) => '─'.repeat(width + 2)).join(middle) + right;
  const titles = columns.map(({ title }) => title);
  return [
    rule('┌', '┬', '┐'),
    ...rowLines(columns, titles, widths),
    rule('├', '┼', '┤'),
    ...cells.flatMap((row) => rowLines(columns, row, widths)),
    rule('└', '┴', '┘'),
  ].join('\n');
}

function rowLines(columns: readonly Column[], row: readonly string[], widths: readonly number[]): string[] {
  const wrapped = columns.map((column, index) => cellLines(column, row[index] ?? '', widths[index] ?? 0));
  const height = Math.max(...wrapped.map((lines) => lines.length));
  return Array.from({ length: height }, (_, number) => {
    const parts = wrapped.map((lines, index) => pad(lines[number] ?? '', widths[index] ?? 0));
    return `│ ${parts.join(' │ ')} │`;
  });
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)));
}

function cellLines({ prose }: Column, text: string, width: number): string[] {
  const lines = breakLines(text, width);
  if (prose !== true || lines.length <= proseLines) return lines;
  const shown = lines.slice(0, proseLines);
  return [...shown.slice(0, -1), cutLine(`${shown.at(-1)} …`, width)];
}

/** One block per row: pairs side by side as far as the width goes, further lines indented. */
function blocks(columns: readonly Column[], cells: readonly (readonly string[])[], space: TableSpace): string {
  return cells.map((row) => blockLines(columns, row, space).join('\n')).join('\n');
}

function blockLines(columns: readonly Column[], row: readonly string[], { width, color }: TableSpace): string[] {
  const lines: string[] = [];
  for (const [index, column] of columns.entries()) {
    const value = row[index] ?? '';
    if (value === '') continue;
    const title = `${color.faint(`${column.title}:`).painted} `;
    const last = lines.at(-1);
    if (last !== undefined && displayWidth(last) + 2 + displayWidth(title + value) <= width) {
      lines[lines.length - 1] = `${last}  ${title}${value}`;
      continue;
    }
    const indent = lines.length === 0 ? '' : '  ';
    const room = width - indent.length - displayWidth(title);
    // A value that people copy gets its own line and is never wrapped, even if it is wider than the terminal.
    if (column.min === undefined && displayWidth(value) > room) {
      lines.push(`${indent}${title}`.trimEnd(), `${indent}${value}`);
      continue;
    }
    const [first = '', ...more] = cellLines(column, value, room);
    const hanging = ' '.repeat(indent.length + displayWidth(title));
    lines.push(`${indent}${title}${first}`, ...more.map((each) => hanging + each));
  }
  return lines;
}
