/** Intents in SQLite. Opening one goes through the queue of writes, so that intents share a commit. */
import type { Intent, IntentStore } from '@dragoman/core/engine';
import type { IntentRow } from '../intent-row.js';
import { intentColumns, intentValues, toIntent } from '../intent-row.js';
import type { PlannedBatch } from '../planned-batch.js';
import { planAbandoned } from '../planned-batch.js';
import type { WriteQueue } from '../write-queue.js';
import { readPoint, writeRecords } from './sqlite-audit.js';
import type { SqliteDatabase } from './sqlite-database.js';

const columns = intentColumns.join(', ');
const insert = `INSERT INTO intents (${columns}) VALUES (${intentColumns.map(() => '?').join(', ')})`;

/** Writes the opened and removes the ended intents of a batch; inside a transaction. */
export function writeIntents(
  database: SqliteDatabase,
  { opened, ended }: Pick<PlannedBatch, 'opened' | 'ended'>,
): void {
  for (const intent of opened) database.run(insert, ...intentValues(intent));
  if (ended.length === 0) return;
  database.run('DELETE FROM intents WHERE id IN (SELECT value FROM json_each(?))', JSON.stringify(ended));
}

/** Intents in SQLite. */
export function createSqliteIntents(database: SqliteDatabase, queue: WriteQueue): IntentStore {
  const find = (where: string, ...values: (string | number)[]): Intent[] =>
    database.rows<IntentRow>(`SELECT ${columns} FROM intents ${where} LIMIT ?`, ...values).map(toIntent);
  return {
    open: (intent) => queue.add({ plan: (batch) => batch.open(intent) }),
    async renew(node, leaseUntil) {
      await database.write(() => database.run('UPDATE intents SET lease_until = ? WHERE node = ?', leaseUntil, node));
    },
    recordAbandoned: (now, limit) =>
      database.write(() => {
        const abandoned = find('WHERE lease_until <= ? ORDER BY lease_until', now, limit);
        const batch = planAbandoned(readPoint(database, 'head'), abandoned, now);
        writeRecords(database, batch.records);
        writeIntents(database, batch);
        return abandoned.length;
      }),
    list: (limit) => database.read(() => find('ORDER BY lease_until', limit)),
  };
}
