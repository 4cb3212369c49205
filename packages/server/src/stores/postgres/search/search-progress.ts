/** How far the tables of search are: what waits to be indexed, and texts that wait for vectors. */
import type { StoredSearchCounts, WaitingVectorText } from '@dragoman/core/engine';
import { fromColumn } from '../../column-text.js';
import type { PostgresDatabase } from '../postgres-database.js';
import { kinds } from './search-tables.js';

/** Counting what waits stops here. */
const mostWaiting = 100_000;

/** What is indexed and what waits. */
export async function countSearch({ query, schema }: PostgresDatabase): Promise<StoredSearchCounts> {
  const rowsOf = (kind: number) => `(SELECT all_rows FROM ${schema}.search_statistics WHERE kind = ${kind})::float8`;
  const countOf = (from: string) =>
    `(SELECT count(*) FROM (SELECT 1 FROM ${schema}.${from} LIMIT ${mostWaiting}) AS waiting)::integer`;
  const { rows } = await query<StoredSearchCounts>(
    `SELECT ${rowsOf(kinds.entry)} AS entries, ${rowsOf(kinds.operation)} AS operations,
       ${countOf(`entries WHERE seq > (SELECT seq FROM ${schema}.search_progress)`)} AS "entriesWaiting",
       ${countOf('search_set_aside')} AS "entriesSetAside", ${countOf('search_texts')} AS "textsWaiting"`,
    [],
  );
  return rows[0] ?? { entries: 0, operations: 0, entriesWaiting: 0, entriesSetAside: 0, textsWaiting: 0 };
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
