/** Intents in PostgreSQL. They have a queue of their own: opening one does not wait for the lock of the audit chain. */
import type { Intent, IntentStore } from '@dragoman/core/engine';
import type { IntentRow } from '../intent-row.js';
import { intentColumns, intentValues, toIntent } from '../intent-row.js';
import type { PlannedWrite, WriteOutcome } from '../planned-batch.js';
import { createPlannedBatch, planAbandoned, planWrites } from '../planned-batch.js';
import type { WriteQueue } from '../write-queue.js';
import { lockHead, writeRecords } from './postgres-audit.js';
import type { PostgresDatabase, PostgresQuery } from './postgres-database.js';

const columns = intentColumns.join(', ');

/** Writes intents that arrived together in one transaction. */
export async function runPostgresIntents(
  database: PostgresDatabase,
  writes: readonly PlannedWrite<unknown>[],
): Promise<WriteOutcome[]> {
  const batch = createPlannedBatch({ seq: 0, hash: '' }, new Map());
  const outcomes = planWrites(writes, batch);
  const rows = batch.opened.map(intentValues);
  // A single statement is atomic, but only an explicit transaction is guaranteed to be on disk when it returns.
  await database.transact((query) =>
    query(
      `INSERT INTO ${database.schema}.intents (${columns}) SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[])`,
      intentColumns.map((_, at) => rows.map((row) => row[at])),
    ),
  );
  return outcomes;
}

/** Removes the intents of calls that have ended; inside a transaction. */
export async function endIntents(query: PostgresQuery, schema: string, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await query(`DELETE FROM ${schema}.intents WHERE id = ANY ($1::text[])`, [ids]);
}

/** Intents in PostgreSQL; `queue` runs `runPostgresIntents`. */
export function createPostgresIntents(database: PostgresDatabase, queue: WriteQueue): IntentStore {
  const { schema } = database;
  const find = async (query: PostgresQuery, where: string, values: readonly unknown[]): Promise<Intent[]> =>
    (await query<IntentRow>(`SELECT ${columns} FROM ${schema}.intents ${where}`, values)).rows.map(toIntent);
  return {
    open: (intent) => queue.add({ plan: (batch) => batch.open(intent) }),
    async renew(node, leaseUntil) {
      await database.query(`UPDATE ${schema}.intents SET lease_until = $1 WHERE node = $2`, [leaseUntil, node]);
    },
    recordAbandoned: (now, limit) =>
      database.transact(async (query) => {
        // The lock comes first: of two servers, the second one no longer finds what the first one has recorded.
        const head = await lockHead(query, schema);
        const abandoned = await find(query, 'WHERE lease_until <= $1 ORDER BY lease_until LIMIT $2', [now, limit]);
        const batch = planAbandoned(head, abandoned, now);
        await writeRecords(query, schema, batch.records);
        await endIntents(query, schema, batch.ended);
        return abandoned.length;
      }),
    list: (limit) => find(database.query, 'ORDER BY lease_until LIMIT $1', [limit]),
  };
}
