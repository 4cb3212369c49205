/** The audit chain in PostgreSQL. A writer locks the head's row, so `seq` increases in commit order. */

import type { AuditDraft, AuditPage, AuditQuery, AuditRecord, AuditSearch, AuditStore } from '@dragoman/core/engine';
import { chainRecord, MissingAuditHead } from '@dragoman/core/engine';
import type { AuditPoint } from '@dragoman/model';
import type { AuditRow } from '../audit-row.js';
import { toRecord } from '../audit-row.js';
import type { AuditDialect, Statement } from '../audit-search.js';
import { searchIndexed } from '../audit-search.js';
import { toColumn, toNullable } from '../column-text.js';
import type { WriteQueue } from '../write-queue.js';
import type { PostgresDatabase, PostgresQuery } from './postgres-database.js';

interface PointRow {
  seq: string;
  hash: string;
}

/** Maximum number of records removed in one transaction, so that pruning does not block writers. */
const pruneBatch = 20_000;

/** Locks the chain until the transaction ends, and reads its head. */
export async function lockHead(query: PostgresQuery, schema: string): Promise<AuditPoint> {
  const head = `SELECT seq, hash FROM ${schema}.audit_points WHERE name = 'head' FOR UPDATE`;
  return toPoint('head', await query<PointRow>(head));
}

/** Writes records chained after the locked head and moves the head after them. */
export async function writeRecords(query: PostgresQuery, schema: string, records: readonly AuditRecord[]) {
  const last = records.at(-1);
  if (last === undefined) return;
  const texts = (pick: (record: AuditRecord) => string) => records.map((record) => toColumn(pick(record)));
  await query(
    `INSERT INTO ${schema}.audit_records (seq, at, actor, action, target, outcome, code, trace_id, previous, hash, detail)
     SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
       $8::text[], $9::text[], $10::text[], $11::text[])`,
    [
      records.map(({ seq }) => seq),
      texts(({ at }) => at),
      texts(({ actor }) => actor),
      texts(({ action }) => action),
      texts(({ target }) => target),
      texts(({ outcome }) => outcome),
      texts(({ code }) => code),
      texts(({ traceId }) => traceId),
      texts(({ previous }) => previous),
      texts(({ hash }) => hash),
      records.map(({ detail }) => toNullable(detail)),
    ],
  );
  await movePoint(query, schema, 'head', last);
}

/** Chains one draft after the head and writes it, inside a transaction. */
export async function appendRecord(query: PostgresQuery, schema: string, draft: AuditDraft) {
  await writeRecords(query, schema, [chainRecord(draft, await lockHead(query, schema))]);
}

/** The audit log in PostgreSQL. */
export function createPostgresAudit(database: PostgresDatabase, queue: WriteQueue): AuditStore {
  const { schema } = database;
  const point = async (name: 'head' | 'anchor') =>
    toPoint(
      name,
      await database.query<PointRow>(`SELECT seq, hash FROM ${schema}.audit_points WHERE name = $1`, [name]),
    );

  return {
    append: (draft, endedIntent) =>
      queue.add({
        plan(batch) {
          if (endedIntent !== undefined) batch.end(endedIntent);
          return batch.append(draft);
        },
      }),
    appendAll: (drafts, endedIntents = []) =>
      queue.add({
        plan(batch) {
          for (const draft of drafts) batch.append(draft);
          for (const id of endedIntents) batch.end(id);
        },
      }),
    list: (query) => list(database, query),
    search: (query) => search(database, query),
    head: () => point('head'),
    anchor: () => point('anchor'),
    async prune(before) {
      for (let total = 0; ; ) {
        const removed = await database.transact((query) => prune(query, schema, before));
        total += removed;
        if (removed < pruneBatch) return total;
      }
    },
  };
}

async function movePoint(query: PostgresQuery, schema: string, name: 'head' | 'anchor', { seq, hash }: AuditPoint) {
  await query(`UPDATE ${schema}.audit_points SET seq = $1, hash = $2 WHERE name = $3`, [seq, hash, name]);
}

async function list(database: PostgresDatabase, wanted: AuditQuery): Promise<AuditRecord[]> {
  const { after = 0, limit, actor, action, target, traceId } = wanted;
  const values: (string | number)[] = [after, limit];
  const conditions = ['seq > $1'];
  for (const [column, value] of Object.entries({ actor, action, target, trace_id: traceId })) {
    if (value === undefined) continue;
    values.push(toColumn(value));
    conditions.push(`${column} = $${values.length}`);
  }
  const { rows } = await database.query<AuditRow>(
    `SELECT * FROM ${database.schema}.audit_records WHERE ${conditions.join(' AND ')} ORDER BY seq LIMIT $2`,
    values,
  );
  return rows.map(toRecord);
}

function search(database: PostgresDatabase, query: AuditSearch): Promise<AuditPage> {
  const dialect: AuditDialect = {
    table: `${database.schema}.audit_records`,
    placeholder: (number) => `$${number}`,
    contains: (text, part) => `strpos(${text}, ${part}) > 0`,
    // An index entry has a maximum size, so that indexes have the beginning of a text.
    equal: (column, value) => `${column} = ${value} AND left(${column}, 200) = left(${value}, 200)`,
  };
  return searchIndexed(dialect, query, {
    first: async <Row extends object>({ sql, values }: Statement) => (await database.query<Row>(sql, values)).rows[0],
    rows: async ({ sql, values }) => (await database.query<AuditRow>(sql, values)).rows,
  });
}

/** Removes a prefix of the chain: up to the first record within the retention time, never the last one. */
async function prune(query: PostgresQuery, schema: string, before: string): Promise<number> {
  const head = await lockHead(query, schema);
  const anchor = toPoint(
    'anchor',
    await query<PointRow>(`SELECT seq, hash FROM ${schema}.audit_points WHERE name = 'anchor' FOR UPDATE`),
  );
  const kept = await query<PointRow>(
    `SELECT seq, hash FROM ${schema}.audit_records WHERE at >= $1 ORDER BY seq LIMIT 1`,
    [toColumn(before)],
  );
  const upTo = Math.min(Number(kept.rows[0]?.seq ?? head.seq) - 1, anchor.seq + pruneBatch);
  const last = await query<PointRow>(`SELECT seq, hash FROM ${schema}.audit_records WHERE seq = $1`, [upTo]);
  const [stop] = last.rows;
  if (stop === undefined) return 0;
  await movePoint(query, schema, 'anchor', { seq: Number(stop.seq), hash: stop.hash });
  return (await query(`DELETE FROM ${schema}.audit_records WHERE seq <= $1`, [upTo])).count;
}

function toPoint(name: 'head' | 'anchor', { rows }: { rows: PointRow[] }): AuditPoint {
  const [row] = rows;
  if (row === undefined) throw new MissingAuditHead(name);
  return { seq: Number(row.seq), hash: row.hash };
}
