/** Names in the database, for comparing a new entry with the whole catalogue: one statement per entry. */
import { createHash } from 'node:crypto';
import type { KnownNames, NameSource } from '@dragoman/core/engine';
import { lookedUpKeys, openNames, plainId } from '@dragoman/core/engine';
import { fromColumn, toColumn } from '../../column-text.js';
import type { PostgresDatabase } from '../postgres-database.js';
import { rowKey } from '../row-key.js';

/** Entries that are read for one key, and for all keys of an entry. */
const limits = { perKey: 50, all: 1_000 };

/** A name key as a number; a collision only reads a name that is then not equal. */
export function nameNumber(key: string): string {
  return String(createHash('sha256').update(key).digest().readBigInt64BE(0));
}

/** Equal for ids that differ only in case or in letters that look the same. */
export function plainKey(id: string): Buffer {
  return createHash('sha256')
    .update(toColumn(plainId(id)))
    .digest();
}

/** Reads the names around an entry. */
export async function readNamesAround(database: PostgresDatabase, entry: NameSource): Promise<KnownNames> {
  const { schema } = database;
  const keys = [...new Set(lookedUpKeys(entry).map(nameNumber))];
  const { rows } = await database.query<{ names: string }>(
    `SELECT names FROM ${schema}.search_entries WHERE names IS NOT NULL AND (key = $1 OR number IN (
       SELECT found.entry FROM unnest($2::bigint[]) AS asked (key) CROSS JOIN LATERAL (
         SELECT entry FROM ${schema}.search_names AS kept WHERE kept.key = asked.key LIMIT ${limits.perKey}) AS found
       LIMIT ${limits.all}))`,
    [rowKey(entry.id), keys],
  );
  return openNames(rows.map(({ names }) => fromColumn(names)));
}

/** Ids of other entries that people would confuse with this one. */
export async function readIdsLike(database: PostgresDatabase, id: string): Promise<string[]> {
  const sql = `SELECT id FROM ${database.schema}.search_entries WHERE plain = $1 AND name IS NOT NULL LIMIT 20`;
  const { rows } = await database.query<{ id: string }>(sql, [plainKey(id)]);
  return rows.map((row) => fromColumn(row.id)).filter((other) => other !== id);
}
