/** The tables of a database as rows of text, for backups: read from one moment, and written into an empty database. */

/** A row: every column as text, or null. Bytes are written as `\x` and hexadecimal digits. */
export type TableRow = readonly (string | null)[];

/** The tables of one moment. */
export interface TableSource {
  /** Schema version of the database at that moment. */
  version: number;
  tables: readonly { name: string; columns: readonly string[] }[];
  rows(table: string): AsyncIterable<TableRow[]>;
  close(): Promise<void>;
}

/** An empty database that is being filled; nothing is kept unless it is committed. */
export interface TableTarget {
  tables: readonly string[];
  insert(table: string, columns: readonly string[], rows: readonly TableRow[]): Promise<void>;
  count(table: string): Promise<number>;
  commit(): Promise<void>;
  abandon(): Promise<void>;
}

/** Rows that are read or written at once. */
export const rowsAtOnce = 500;

/** A name in SQL; names come from a file that may have been changed. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
