/**
 * The transaction of a batch of writes: lock the chain, read the current states, plan in memory, write rows in bulk.
 * The number of round trips does not depend on the batch size.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { StoredEntry } from '@dragoman/core/engine';
import { toColumn, toNullable } from '../column-text.js';
import type { EntryColumns } from '../entry-row.js';
import { entryColumns, toStoredInTurns } from '../entry-row.js';
import { largeEntry } from '../parse-entry.js';
import type { PlannedBatch, PlannedWrite, VersionRow, WriteOutcome } from '../planned-batch.js';
import { createPlannedBatch, idsOf, planWrites } from '../planned-batch.js';
import { lockHead, writeRecords } from './postgres-audit.js';
import type { PostgresDatabase, PostgresQuery } from './postgres-database.js';
import { endIntents } from './postgres-intents.js';
import { rowKey } from './row-key.js';

/** Characters of JSON per statement, so that a batch of large entries is not one giant message. */
const statementSize = 4_000_000;

const onConflict = `ON CONFLICT (key) DO UPDATE SET entry = excluded.entry, revision = excluded.revision,
  seq = excluded.seq, updated_at = excluded.updated_at, deleted_at = excluded.deleted_at`;

/** Runs a batch of writes in one transaction. */
export function runPostgresBatch(
  database: PostgresDatabase,
  writes: readonly PlannedWrite<unknown>[],
): Promise<WriteOutcome[]> {
  const { schema } = database;
  return database.transact(async (query) => {
    const head = await lockHead(query, schema);
    const batch = createPlannedBatch(head, await readStates(query, schema, idsOf(writes)));
    const outcomes = planWrites(writes, batch);
    // Planning and sending a large entry each take a noticeable time, so other requests have a turn in between.
    if ([...batch.entries.values()].some(isLarge)) await nextTurn();
    await writeEntries(query, schema, batch);
    await writeVersions(query, schema, batch);
    await writeRecords(query, schema, batch.records);
    await endIntents(query, schema, batch.ended);
    return outcomes;
  });
}

async function readStates(query: PostgresQuery, schema: string, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, StoredEntry>();
  const { rows } = await query<EntryColumns>(
    `SELECT ${entryColumns} FROM ${schema}.entries WHERE key = ANY ($1::bytea[])`,
    [ids.map(rowKey)],
  );
  return new Map((await toStoredInTurns(rows)).map((stored) => [stored.entry.id, stored]));
}

const isLarge = ({ json }: { json: string }) => json.length >= largeEntry;
const isSmall = ({ json }: { json: string }) => json.length < largeEntry;

async function writeEntries(query: PostgresQuery, schema: string, batch: PlannedBatch) {
  const all = [...batch.entries.values()];
  // In an array, every quotation mark of the text would be escaped, which blocks the event loop.
  for (const { stored, json } of all.filter(isLarge)) {
    const { entry, revision, seq, createdAt, updatedAt, deletedAt } = stored;
    const times = [toColumn(createdAt), toColumn(updatedAt), toNullable(deletedAt)];
    await query(
      `INSERT INTO ${schema}.entries (key, id, ${entryColumns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ${onConflict}`,
      [rowKey(entry.id), toColumn(entry.id), json, revision, seq, ...times],
    );
  }
  for (const rows of portions(all.filter(isSmall))) {
    await query(
      `INSERT INTO ${schema}.entries (key, id, ${entryColumns})
       SELECT * FROM unnest($1::bytea[], $2::text[], $3::text[], $4::int[], $5::bigint[], $6::text[], $7::text[], $8::text[])
       ${onConflict}`,
      [
        rows.map(({ stored }) => rowKey(stored.entry.id)),
        rows.map(({ stored }) => toColumn(stored.entry.id)),
        rows.map(({ json }) => json),
        rows.map(({ stored }) => stored.revision),
        rows.map(({ stored }) => stored.seq),
        rows.map(({ stored }) => toColumn(stored.createdAt)),
        rows.map(({ stored }) => toColumn(stored.updatedAt)),
        rows.map(({ stored }) => toNullable(stored.deletedAt)),
      ],
    );
  }
}

async function writeVersions(query: PostgresQuery, schema: string, batch: PlannedBatch) {
  for (const row of batch.versions.filter(isLarge)) await writeLargeVersion(query, schema, row, batch);
  for (const rows of portions<VersionRow>(batch.versions.filter(isSmall))) {
    await query(
      `INSERT INTO ${schema}.versions (key, revision, action, actor, at, entry)
       SELECT * FROM unnest($1::bytea[], $2::int[], $3::text[], $4::text[], $5::text[], $6::text[])`,
      [
        rows.map(({ id }) => rowKey(id)),
        rows.map(({ version }) => version.revision),
        rows.map(({ version }) => version.action),
        rows.map(({ version }) => toColumn(version.actor)),
        rows.map(({ version }) => toColumn(version.at)),
        rows.map(({ json }) => json),
      ],
    );
  }
}

/** The text of the last version was sent with its entry. */
async function writeLargeVersion(
  query: PostgresQuery,
  schema: string,
  { id, version, json }: VersionRow,
  { entries }: PlannedBatch,
) {
  const { revision, action, actor, at } = version;
  const values = [rowKey(id), revision, action, toColumn(actor), toColumn(at)];
  const columns = '(key, revision, action, actor, at, entry)';
  const isSent = entries.get(id)?.stored.revision === revision;
  await (isSent
    ? query(
        `INSERT INTO ${schema}.versions ${columns} SELECT key, $2::int, $3::text, $4::text, $5::text, entry
         FROM ${schema}.entries WHERE key = $1`,
        values,
      )
    : query(`INSERT INTO ${schema}.versions ${columns} VALUES ($1, $2, $3, $4, $5, $6)`, [...values, json]));
}

/** Splits rows into portions of bounded size; a row above the limit is its own portion. */
function portions<Row extends { json: string }>(rows: readonly Row[]): Row[][] {
  const cut: Row[][] = [];
  let room = 0;
  for (const row of rows) {
    room -= row.json.length;
    const current = cut.at(-1);
    if (current === undefined || room < 0) {
      cut.push([row]);
      room = statementSize - row.json.length;
    } else {
      current.push(row);
    }
  }
  return cut;
}
