/** Entries, tombstones and versions in SQLite, and the transaction of a batch of writes. */
import { deflateRawSync } from 'node:zlib';
import type { AuditRecord, Changed, EntryStore, StoredEntry } from '@dragoman/core/engine';
import { fromColumn, toColumn, toNullable } from '../column-text.js';
import type { EntryColumns, VersionColumns } from '../entry-row.js';
import { entryColumns, toStored, toStoredInTurns, toVersion, versionColumns } from '../entry-row.js';
import { largeEntry } from '../parse-entry.js';
import type { PlannedBatch, PlannedWrite, WriteOutcome } from '../planned-batch.js';
import { createPlannedBatch, idsOf, planWrites } from '../planned-batch.js';
import type { WriteQueue } from '../write-queue.js';
import type { RunSummaries } from './run-summaries.js';
import { readPoint, writeRecords } from './sqlite-audit.js';
import type { SqliteDatabase } from './sqlite-database.js';
import { writeIntents } from './sqlite-intents.js';

const portion = 500;
const upsertEntry = `
  INSERT INTO entries (id, ${entryColumns}) VALUES (?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (id) DO UPDATE SET entry = excluded.entry, revision = excluded.revision, seq = excluded.seq,
    updated_at = excluded.updated_at, deleted_at = excluded.deleted_at`;
const insertVersion = `INSERT INTO versions (id, ${versionColumns}) VALUES (?, ?, ?, ?, ?, ?)`;

/** The entries of the last batch that changed any, so that the index need not read what this process has just written. */
export interface LastWritten {
  entries: ReadonlyMap<string, { stored: StoredEntry }>;
}

/** What follows the batches that this process has written. */
export interface BatchFollowers {
  last: LastWritten;
  summaries: RunSummaries;
}

/** Runs a batch of writes in one transaction. */
export async function runSqliteBatch(
  database: SqliteDatabase,
  writes: readonly PlannedWrite<unknown>[],
  { last, summaries }: BatchFollowers,
): Promise<WriteOutcome[]> {
  let records: readonly AuditRecord[] = [];
  const run = () => {
    const batch = createPlannedBatch(readPoint(database, 'head'), readStates(database, writes));
    const outcomes = planWrites(writes, batch);
    writeEntries(database, batch);
    writeRecords(database, batch.records);
    writeIntents(database, batch);
    if (batch.entries.size > 0) last.entries = batch.entries;
    records = batch.records;
    return outcomes;
  };
  try {
    const outcomes = await database.write(run);
    summaries.note(records);
    return outcomes;
  } catch (error) {
    last.entries = new Map();
    throw error;
  }
}

/** Entries in SQLite; changes go through the queue. */
export function createSqliteEntries(database: SqliteDatabase, queue: WriteQueue, last: LastWritten): EntryStore {
  const rows = async (sql: string, ...values: (string | number)[]) =>
    toStoredInTurns(await database.read(() => database.rows<EntryColumns>(sql, ...values)));
  const versions = (where: string, ...values: (string | number)[]) =>
    database.read(() => {
      const sql = `SELECT ${versionColumns} FROM versions WHERE ${where}`;
      return database.rows<VersionColumns>(sql, ...values).map(toVersion);
    });
  const changes = (seq: number, limit: number) =>
    database.read(() =>
      database
        .rows<{ id: string; seq: number }>('SELECT id, seq FROM entries WHERE seq > ? ORDER BY seq LIMIT ?', seq, limit)
        .map((row) => ({ id: fromColumn(row.id), seq: row.seq })),
    );

  return {
    read: async (id) => (await rows(`SELECT ${entryColumns} FROM entries WHERE id = ?`, toColumn(id)))[0],
    readMany: (ids) =>
      rows(
        `SELECT ${entryColumns} FROM entries WHERE id IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL`,
        JSON.stringify(ids.map(toColumn)),
      ),
    async change(id, decide, context) {
      // A large entry is parsed before the transaction, in which it would block the event loop.
      const [known] = await rows(
        `SELECT ${entryColumns} FROM entries WHERE id = ? AND typeof(entry) = 'blob'`,
        toColumn(id),
      );
      const plan: PlannedWrite<Changed>['plan'] = (batch) => batch.change(id, decide, context);
      return queue.add({ id, plan, ...(known === undefined ? {} : { known }) });
    },
    async *all() {
      const live = (bound: string) =>
        `SELECT ${entryColumns} FROM entries WHERE ${bound} AND deleted_at IS NULL ORDER BY id LIMIT ${portion}`;
      let found = await rows(live("id >= ''"));
      while (found.length > 0) {
        yield found;
        found = await rows(live('id > ?'), toColumn(found.at(-1)?.entry.id ?? ''));
      }
    },
    async changedSince(seq, limit) {
      const changed = await changes(seq, limit);
      const written = changed.map((change) => {
        const stored = last.entries.get(change.id)?.stored;
        return stored?.seq === change.seq ? [stored] : [];
      });
      if (written.every((found) => found.length > 0)) return written.flat();
      return rows(`SELECT ${entryColumns} FROM entries WHERE seq > ? ORDER BY seq LIMIT ?`, seq, limit);
    },
    changes,
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

function readStates(database: SqliteDatabase, writes: readonly PlannedWrite<unknown>[]): Map<string, StoredEntry> {
  const states = new Map<string, StoredEntry>();
  for (const { known } of writes) if (known !== undefined) states.set(known.entry.id, known);
  for (const id of idsOf(writes)) {
    const known = states.get(id);
    if (known !== undefined && known.seq === seqOf(database, id)) continue;
    states.delete(id);
    const [row] = database.rows<EntryColumns>(`SELECT ${entryColumns} FROM entries WHERE id = ?`, toColumn(id));
    if (row !== undefined) states.set(id, toStored(row));
  }
  return states;
}

function seqOf(database: SqliteDatabase, id: string): number | undefined {
  const [row] = database.rows<{ seq: number }>('SELECT seq FROM entries WHERE id = ?', toColumn(id));
  return row?.seq;
}

function writeEntries(database: SqliteDatabase, batch: PlannedBatch) {
  // An entry and its version have the same text, which is compressed once.
  const compressed = new Map<string, Buffer>();
  // Writing a large entry compressed blocks the event loop for less time.
  const toText = (id: string, revision: number, json: string) => {
    if (json.length < largeEntry) return json;
    const key = `${revision} ${id}`;
    const known = compressed.get(key) ?? deflateRawSync(json, { level: 1 });
    compressed.set(key, known);
    return known;
  };
  for (const [id, { stored, json }] of batch.entries) {
    const { revision, seq, createdAt, updatedAt, deletedAt } = stored;
    const times = [toColumn(createdAt), toColumn(updatedAt), toNullable(deletedAt)];
    database.run(upsertEntry, toColumn(id), toText(id, revision, json), revision, seq, ...times);
  }
  for (const { id, version, json } of batch.versions) {
    const { revision, action, actor, at } = version;
    const text = toText(id, revision, json);
    database.run(insertVersion, toColumn(id), revision, action, toColumn(actor), toColumn(at), text);
  }
}
