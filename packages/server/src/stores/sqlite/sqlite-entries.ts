/** Entries, tombstones and versions in SQLite, and the transaction of a batch of writes. */
import type { EntryStore, StoredEntry } from '@dragoman/core/engine';
import { toColumn, toNullable } from '../column-text.js';
import type { EntryColumns, VersionColumns } from '../entry-row.js';
import { entryColumns, toStored, toVersion, versionColumns } from '../entry-row.js';
import type { PlannedBatch, PlannedWrite, WriteOutcome } from '../planned-batch.js';
import { createPlannedBatch, idsOf, planWrites } from '../planned-batch.js';
import type { WriteQueue } from '../write-queue.js';
import { readPoint, writeRecords } from './sqlite-audit.js';
import type { SqliteDatabase } from './sqlite-database.js';
import { writeIntents } from './sqlite-intents.js';

const portion = 500;
const upsertEntry = `
  INSERT INTO entries (id, ${entryColumns}) VALUES (?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (id) DO UPDATE SET entry = excluded.entry, revision = excluded.revision, seq = excluded.seq,
    updated_at = excluded.updated_at, deleted_at = excluded.deleted_at`;
const insertVersion = `INSERT INTO versions (id, ${versionColumns}) VALUES (?, ?, ?, ?, ?, ?)`;

/** Runs a batch of writes in one transaction. */
export function runSqliteBatch(
  database: SqliteDatabase,
  writes: readonly PlannedWrite<unknown>[],
): Promise<WriteOutcome[]> {
  return database.write(() => {
    const present = readStates(database, idsOf(writes));
    const batch = createPlannedBatch(readPoint(database, 'head'), present);
    const outcomes = planWrites(writes, batch);
    writeEntries(database, batch);
    writeRecords(database, batch.records);
    writeIntents(database, batch);
    return outcomes;
  });
}

/** Entries in SQLite; changes go through the queue. */
export function createSqliteEntries(database: SqliteDatabase, queue: WriteQueue): EntryStore {
  const rows = (sql: string, ...values: (string | number)[]) =>
    database.read(() => database.rows<EntryColumns>(sql, ...values).map(toStored));
  const versions = (where: string, ...values: (string | number)[]) =>
    database.read(() => {
      const sql = `SELECT ${versionColumns} FROM versions WHERE ${where}`;
      return database.rows<VersionColumns>(sql, ...values).map(toVersion);
    });

  return {
    read: async (id) => (await rows(`SELECT ${entryColumns} FROM entries WHERE id = ?`, toColumn(id)))[0],
    readMany: (ids) =>
      rows(
        `SELECT ${entryColumns} FROM entries WHERE id IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL`,
        JSON.stringify(ids.map(toColumn)),
      ),
    change: (id, decide, context) => queue.add({ id, plan: (batch) => batch.change(id, decide, context) }),
    async *all() {
      const live = (bound: string) =>
        `SELECT ${entryColumns} FROM entries WHERE ${bound} AND deleted_at IS NULL ORDER BY id LIMIT ${portion}`;
      let found = await rows(live("id >= ''"));
      while (found.length > 0) {
        yield found;
        found = await rows(live('id > ?'), toColumn(found.at(-1)?.entry.id ?? ''));
      }
    },
    changedSince: (seq, limit) =>
      rows(`SELECT ${entryColumns} FROM entries WHERE seq > ? ORDER BY seq LIMIT ?`, seq, limit),
    lastSeq: () =>
      database.read(() => {
        const [row] = database.rows<{ seq: number | null }>('SELECT max(seq) AS seq FROM entries');
        return row?.seq ?? 0;
      }),
    versions: (id, limit, before = Number.MAX_SAFE_INTEGER) =>
      versions('id = ? AND revision < ? ORDER BY revision DESC LIMIT ?', toColumn(id), before, limit),
    version: async (id, revision) => (await versions('id = ? AND revision = ?', toColumn(id), revision))[0],
  };
}

function readStates(database: SqliteDatabase, ids: readonly string[]): Map<string, StoredEntry> {
  const states = new Map<string, StoredEntry>();
  for (const id of ids) {
    const [row] = database.rows<EntryColumns>(`SELECT ${entryColumns} FROM entries WHERE id = ?`, toColumn(id));
    if (row !== undefined) states.set(id, toStored(row));
  }
  return states;
}

function writeEntries(database: SqliteDatabase, batch: PlannedBatch) {
  for (const [id, { stored, json }] of batch.entries) {
    const { revision, seq, createdAt, updatedAt, deletedAt } = stored;
    const times = [toColumn(createdAt), toColumn(updatedAt), toNullable(deletedAt)];
    database.run(upsertEntry, toColumn(id), json, revision, seq, ...times);
  }
  for (const { id, version, json } of batch.versions) {
    const { revision, action, actor, at } = version;
    database.run(insertVersion, toColumn(id), revision, action, toColumn(actor), toColumn(at), json);
  }
}
