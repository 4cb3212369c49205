/** Entries, tombstones and versions in SQLite, and the transaction of a batch of writes. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { deflateRaw, deflateRawSync } from 'node:zlib';
import type { AuditRecord, Changed, EntryStore, StoredEntry } from '@dragoman/core/engine';
import type { AuditPoint, Entry } from '@dragoman/model';
import { fromColumn, toColumn, toNullable } from '../column-text.js';
import type { EntryColumns, VersionColumns } from '../entry-row.js';
import { entryColumns, toStored, toStoredInTurns, toVersion, versionColumns } from '../entry-row.js';
import { largeEntry, writeEntryInTurns } from '../parse-entry.js';
import type { PlannedBatch, PlannedWrite, WriteOutcome } from '../planned-batch.js';
import { createPlannedBatch, idsOf, planWrites } from '../planned-batch.js';
import type { WriteQueue } from '../write-queue.js';
import type { RunSummaries } from './run-summaries.js';
import { readPoint, writeRecords } from './sqlite-audit.js';
import type { SqliteDatabase } from './sqlite-database.js';
import { writeIntents } from './sqlite-intents.js';

const portion = 500;
/** An entry with at least this many operations is planned before its transaction. */
const manyOperations = 500;
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
  let ahead: Plan | undefined;
  const run = () => {
    const head = readPoint(database, 'head');
    // Every change of an entry moves the head of the audit chain.
    const { batch, outcomes, texts } = ahead?.head.hash === head.hash ? ahead : planBatch(database, writes, head);
    writeEntries(database, batch, texts);
    writeRecords(database, batch.records);
    writeIntents(database, batch);
    if (batch.entries.size > 0) last.entries = batch.entries;
    records = batch.records;
    return outcomes;
  };
  try {
    ahead = await planAhead(database, writes);
    const outcomes = await database.write(run);
    summaries.note(records);
    return outcomes;
  } catch (error) {
    last.entries = new Map();
    throw error;
  }
}

/** A batch that was planned for one state of the database. */
interface Plan {
  head: AuditPoint;
  batch: PlannedBatch;
  outcomes: WriteOutcome[];
  /** Texts of entries that were written before the transaction. */
  texts: ReadonlyMap<Entry, string | Buffer>;
}

function planBatch(database: SqliteDatabase, writes: readonly PlannedWrite<unknown>[], head: AuditPoint): Plan {
  const batch = createPlannedBatch(head, readStates(database, writes));
  return { head, batch, outcomes: planWrites(writes, batch), texts: new Map() };
}

/**
 * Plans writes of large entries before the transaction, which blocks the event loop, and writes their texts in turns
 * and on other threads. The plan is discarded if another process has written meanwhile.
 */
async function planAhead(
  database: SqliteDatabase,
  writes: readonly PlannedWrite<unknown>[],
): Promise<Plan | undefined> {
  if (!writes.some(({ isLarge }) => isLarge === true)) return undefined;
  const plan = await database.read(() => planBatch(database, writes, readPoint(database, 'head')));
  const texts = new Map<Entry, string | Buffer>();
  for (const { stored } of plan.batch.entries.values()) {
    const json = await writeEntryInTurns(stored.entry);
    await nextTurn();
    texts.set(stored.entry, json.length < largeEntry ? json : await compress(json, { level: 1 }));
  }
  return { ...plan, texts };
}

const compress = promisify(deflateRaw) as (text: string, options: { level: number }) => Promise<Buffer>;

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
      const isLarge = known !== undefined || (context.operations ?? 0) >= manyOperations;
      return queue.add({ id, plan, isLarge, ...(known === undefined ? {} : { known }) });
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

function writeEntries(database: SqliteDatabase, batch: PlannedBatch, texts: Plan['texts']) {
  // An entry and its version have the same text, which is compressed once.
  const known = new Map(texts);
  // Writing a large entry compressed blocks the event loop for less time.
  const toText = (entry: Entry, row: { readonly json: string }) => {
    const text = known.get(entry) ?? (row.json.length < largeEntry ? row.json : deflateRawSync(row.json, { level: 1 }));
    known.set(entry, text);
    return text;
  };
  for (const [id, row] of batch.entries) {
    const { entry, revision, seq, createdAt, updatedAt, deletedAt } = row.stored;
    const times = [toColumn(createdAt), toColumn(updatedAt), toNullable(deletedAt)];
    database.run(upsertEntry, toColumn(id), toText(entry, row), revision, seq, ...times);
  }
  for (const row of batch.versions) {
    const { id, version } = row;
    const { revision, action, actor, at, entry } = version;
    const text = toText(entry, row);
    database.run(insertVersion, toColumn(id), revision, action, toColumn(actor), toColumn(at), text);
  }
}
