/** How far the tables of search are: changes that no node has indexed, and texts that wait for vectors. */
import type { StoredEntry, StoredSearchCounts, WaitingVectorText } from '@dragoman/core/engine';
import { fromColumn } from '../../column-text.js';
import type { EntryColumns } from '../../entry-row.js';
import { entryColumns, toStored } from '../../entry-row.js';
import type { PostgresDatabase } from '../postgres-database.js';
import { kinds } from './search-tables.js';
import type { SearchWriter } from './search-writer.js';

/** Entries that are read at once, and operations that are indexed in one transaction. */
const portion = { entries: 100, operations: 500 };
/** Counting what waits stops here. */
const mostWaiting = 100_000;

/** Indexes some of the changes after the last one that was indexed; false when there are none. */
export function advanceSearch(database: PostgresDatabase, writer: SearchWriter, model: string): Promise<boolean> {
  const { schema } = database;
  return database.transact(async (query) => {
    await writer.lock(query);
    const { rows } = await query<{ seq: number; model: string }>(
      `SELECT seq::float8 AS seq, model FROM ${schema}.search_progress`,
    );
    const [progress = { seq: 0, model: '' }] = rows;
    const isSame = progress.model === model;
    // With another model every text needs another vector.
    const since = isSame ? progress.seq : 0;
    const changed = await query<EntryColumns>(
      `SELECT ${entryColumns} FROM ${schema}.entries WHERE seq > $1 ORDER BY seq LIMIT ${portion.entries}`,
      [since],
    );
    if (!isSame) await query(`DELETE FROM ${schema}.search_texts`);
    const [some = []] = inPortions(changed.rows.map(toStored));
    await writer.write(query, some, model);
    if (some.length > 0 || !isSame) {
      const seq = some.at(-1)?.seq ?? since;
      await query(`UPDATE ${schema}.search_progress SET seq = $1, model = $2`, [seq, model]);
    }
    return some.length > 0;
  });
}

/** Entries in portions of a bounded number of operations; a larger entry is its own portion. */
export function inPortions(entries: readonly StoredEntry[]): StoredEntry[][] {
  const cut: StoredEntry[][] = [];
  let room = 0;
  for (const stored of entries) {
    const size = Math.max(1, stored.entry.operations.length);
    room -= size;
    const current = cut.at(-1);
    if (current === undefined || room < 0) {
      cut.push([stored]);
      room = portion.operations - size;
    } else {
      current.push(stored);
    }
  }
  return cut;
}

/** What is indexed and what waits. */
export async function countSearch({ query, schema }: PostgresDatabase): Promise<StoredSearchCounts> {
  const rowsOf = (kind: number) => `(SELECT all_rows FROM ${schema}.search_statistics WHERE kind = ${kind})::float8`;
  const countOf = (from: string) =>
    `(SELECT count(*) FROM (SELECT 1 FROM ${schema}.${from} LIMIT ${mostWaiting}) AS waiting)::integer`;
  const { rows } = await query<StoredSearchCounts>(
    `SELECT ${rowsOf(kinds.entry)} AS entries, ${rowsOf(kinds.operation)} AS operations,
       ${countOf(`entries WHERE seq > (SELECT seq FROM ${schema}.search_progress)`)} AS "entriesWaiting",
       ${countOf('search_texts')} AS "textsWaiting"`,
    [],
  );
  return rows[0] ?? { entries: 0, operations: 0, entriesWaiting: 0, textsWaiting: 0 };
}

/** Leases some texts for half a minute. */
export async function claimTexts({ query, schema }: PostgresDatabase, most: number): Promise<WaitingVectorText[]> {
  const { rows } = await query<WaitingVectorText>(
    `UPDATE ${schema}.search_texts SET leased_until = now() + interval '30 seconds' WHERE hash IN (
       SELECT hash FROM ${schema}.search_texts WHERE leased_until IS NULL OR leased_until < now()
       ORDER BY priority, number DESC LIMIT $1 FOR UPDATE SKIP LOCKED) RETURNING hash, text`,
    [most],
  );
  return rows.map(({ hash, text }) => ({ hash, text: fromColumn(text) }));
}

/** Removes texts that have their vectors, or can have none. */
export async function finishTexts({ query, schema }: PostgresDatabase, hashes: readonly string[]): Promise<void> {
  await query(`DELETE FROM ${schema}.search_texts WHERE hash = ANY($1::text[])`, [[...hashes]]);
}

/** Those of these hashes that an operation has. */
export async function findUsedHashes({ query, schema }: PostgresDatabase, hashes: readonly string[]) {
  const sql = `SELECT DISTINCT hash FROM ${schema}.search_rows WHERE hash = ANY($1::text[])`;
  const { rows } = await query<{ hash: string }>(sql, [[...hashes]]);
  return new Set(rows.map(({ hash }) => hash));
}
