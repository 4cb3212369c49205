/** Numbers of terms and labels. They are never reused, so that they can be cached. */
import { createBoundedCache } from '@dragoman/model';
import { toColumn } from '../../column-text.js';
import type { PostgresQuery } from '../postgres-database.js';

/** Numbers of strings in one table. */
export interface SearchDictionary {
  /** The numbers of these strings; creates missing ones. */
  enter(query: PostgresQuery, strings: readonly string[]): Promise<Map<string, number>>;
  /** The numbers of those that exist. */
  find(query: PostgresQuery, strings: readonly string[]): Promise<Map<string, number>>;
}

/** Cached strings of one table. */
const remembered = 50_000;

/** Creates the dictionary of labels, or of the terms of one kind of rows. */
export function createSearchDictionary(table: string, column: 'key' | 'term', kind?: number): SearchDictionary {
  const known = createBoundedCache<string, number>({ entries: remembered });
  /** Strings that a transaction has added: their numbers disappear if it is rolled back, so they are not cached. */
  const uncommitted = new WeakMap<PostgresQuery, Set<string>>();
  const [kindColumn, kindValue, kindTest] =
    kind === undefined ? ['', '', ''] : ['kind, ', `${kind}, `, `kind = ${kind} AND `];
  const select = `SELECT ${column} AS string, number FROM ${table} WHERE ${kindTest}${column} = ANY($1::text[])`;
  const insert = `INSERT INTO ${table} (${kindColumn}${column})
    SELECT ${kindValue}given FROM unnest($1::text[]) AS given ORDER BY given ON CONFLICT DO NOTHING`;

  async function read(query: PostgresQuery, strings: readonly string[], found: Map<string, number>): Promise<string[]> {
    const missing: string[] = [];
    for (const string of strings) {
      const number = known.get(string);
      if (number === undefined) missing.push(string);
      else found.set(string, number);
    }
    if (missing.length === 0) return [];
    const byColumn = new Map(missing.map((string) => [toColumn(string), string]));
    const { rows } = await query<{ string: string; number: number }>(select, [[...byColumn.keys()]]);
    for (const { string, number } of rows) {
      const own = byColumn.get(string);
      if (own === undefined) continue;
      if (uncommitted.get(query)?.has(own) !== true) known.set(own, number);
      found.set(own, number);
    }
    return missing.filter((string) => !found.has(string));
  }

  return {
    async enter(query, strings) {
      const found = new Map<string, number>();
      const missing = await read(query, strings, found);
      if (missing.length === 0) return found;
      await query(insert, [missing.map(toColumn)]);
      const added = uncommitted.get(query) ?? new Set();
      for (const string of missing) added.add(string);
      uncommitted.set(query, added);
      await read(query, missing, found);
      return found;
    },
    async find(query, strings) {
      const found = new Map<string, number>();
      await read(query, strings, found);
      return found;
    },
  };
}
