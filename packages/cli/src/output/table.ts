/** Tables: ruled and fitted to the width in a terminal, tab-separated in a pipe. */
import { stripVTControlCharacters } from 'node:util';
import Table from 'cli-table3';
import type { Paintable } from './paint.js';
import { paint } from './paint.js';

/** A column: its title, and the share of the width it gets when space is short. */
export interface Column {
  title: string;
  /** Columns of the terminal that it needs at least. */
  min: number;
  /** True: it takes what the others leave, and is cut off there. */
  wide?: boolean;
}

/** Rows as text that a program can split at tabs. */
export function plainTable(columns: readonly Column[], rows: readonly (readonly Paintable[])[]): string {
  const head = columns.map(({ title }) => title.toUpperCase());
  return [head, ...rows].map((row) => row.map((cell) => paint(cell).painted).join('\t')).join('\n');
}

/** Rows as a table for people, as wide as the terminal at most. */
export function ruledTable(columns: readonly Column[], rows: readonly (readonly Paintable[])[], width: number): string {
  const cells = rows.map((row) => row.map((cell) => paint(cell).painted));
  const table = new Table({
    head: columns.map(({ title }) => title),
    colWidths: fit(columns, cells, width),
    style: { head: [], border: [], 'padding-left': 1, 'padding-right': 1 },
    chars: { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' },
  });
  table.push(...cells.map((row) => [...row]));
  return table.toString();
}

/** Widths with two blanks of padding each; the wide columns share what is left. */
function fit(columns: readonly Column[], cells: readonly (readonly string[])[], width: number): number[] {
  const needed = columns.map(({ title }, index) => {
    const longest = cells.reduce((most, row) => Math.max(most, visibleLength(row[index] ?? '')), title.length);
    return longest + 2;
  });
  const free = Math.max(width, 40) - columns.length - 1;
  const over = needed.reduce((sum, each) => sum + each, 0) - free;
  if (over <= 0) return needed;
  const wide = columns.flatMap(({ wide: isWide }, index) => (isWide === true ? [index] : []));
  return shrink(needed, columns, wide, over);
}

function shrink(
  needed: readonly number[],
  columns: readonly Column[],
  wide: readonly number[],
  over: number,
): number[] {
  const widths = [...needed];
  let left = over;
  // The wide ones give way first, then the others from the right; ids stand on the left and are copied whole.
  for (const index of [...wide, ...[...columns.keys()].reverse()]) {
    const spare = Math.max(0, (widths[index] ?? 0) - (columns[index]?.min ?? 4) - 2);
    const cut = Math.min(spare, left);
    widths[index] = (widths[index] ?? 0) - cut;
    left -= cut;
  }
  return widths;
}

/** Columns that a text takes: characters of East Asia and pictures take two. */
function visibleLength(text: string): number {
  const bare = stripVTControlCharacters(text);
  return [...bare].length + (bare.match(wide)?.length ?? 0);
}

const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/gu;
