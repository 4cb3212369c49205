/** Entries, tombstones and versions in PostgreSQL. */
import type { EntryStore } from '@dragoman/core/engine';
import { fromColumn, toColumn } from '../column-text.js';
import type { EntryColumns, VersionColumns } from '../entry-row.js';
import { entryColumns, toStoredInTurns, toVersion, versionColumns } from '../entry-row.js';
import type { WriteQueue } from '../write-queue.js';
import type { PostgresDatabase } from './postgres-database.js';
import { rowKey } from './row-key.js';

const portion = 500;
const maxInteger = 2_147_483_647;

/** Entries in PostgreSQL; changes go through the queue. */
export function createPostgresEntries(database: PostgresDatabase, queue: WriteQueue): EntryStore {
  const { schema } = database;
  const rows = async (rest: string, ...values: unknown[]) => {
    const sql = `SELECT ${entryColumns} FROM ${schema}.entries ${rest}`;
    return toStoredInTurns((await database.query<EntryColumns>(sql, values)).rows);
  };
  const versions = async (rest: string, ...values: unknown[]) => {
    const sql = `SELECT ${versionColumns} FROM ${schema}.versions WHERE ${rest}`;
    return (await database.query<VersionColumns>(sql, values)).rows.map(toVersion);
  };

  return {
    read: async (id) => (await rows('WHERE key = $1', rowKey(id)))[0],
    readMany: (ids) => rows('WHERE key = ANY ($1::bytea[]) AND deleted_at IS NULL', ids.map(rowKey)),
    change: (id, decide, context) => queue.add({ id, plan: (batch) => batch.change(id, decide, context) }),
    async *all() {
      // The index covers the beginning of the id; ids with the same beginning are compared in full.
      const order = `AND deleted_at IS NULL ORDER BY left(id, 200), id LIMIT ${portion}`;
      let found = await rows(`WHERE left(id, 200) >= '' ${order}`);
      while (found.length > 0) {
        yield found;
        const last = toColumn(found.at(-1)?.entry.id ?? '');
        found = await rows(`WHERE left(id, 200) >= left($1, 200) AND id > $1 ${order}`, last);
      }
    },
    changedSince: (seq, limit) => rows('WHERE seq > $1 ORDER BY seq LIMIT $2', seq, limit),
    async changes(seq, limit) {
      const sql = `SELECT id, seq FROM ${schema}.entries WHERE seq > $1 ORDER BY seq LIMIT $2`;
      const found = await database.query<{ id: string; seq: string }>(sql, [seq, limit]);
      return found.rows.map((row) => ({ id: fromColumn(row.id), seq: Number(row.seq) }));
    },
    async lastSeq() {
      const found = await database.query<{ seq: string | null }>(`SELECT max(seq) AS seq FROM ${schema}.entries`);
      return Number(found.rows[0]?.seq ?? 0);
    },
    versions: (id, limit, before = maxInteger) =>
      versions('key = $1 AND revision < $2 ORDER BY revision DESC LIMIT $3', rowKey(id), clamp(before), limit),
    version: async (id, revision) => (await versions('key = $1 AND revision = $2', rowKey(id), clamp(revision)))[0],
  };
}

/** A revision beyond the column's range does not exist; it is not an error. */
function clamp(revision: number): number {
  return Math.max(-1, Math.min(revision, maxInteger));
}
