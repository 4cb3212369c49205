/** Tables in a pipe: tab-separated. */
import type { Paintable } from './paint.js';
import { paint } from './paint.js';
import type { Column } from './table.js';

/** Rows as text that a program can split at tabs. */
export function plainTable(columns: readonly Column[], rows: readonly (readonly Paintable[])[]): string {
  const head = columns.map(({ title }) => title.toUpperCase());
  return [head, ...rows].map((row) => row.map((cell) => paint(cell).painted).join('\t')).join('\n');
}
