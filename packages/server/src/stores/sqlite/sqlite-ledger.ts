/** The idempotency ledger in SQLite. */
import type { LedgerRow, LedgerStore } from '@dragoman/core/http';
import { Failure } from '@dragoman/model';
import { toColumn } from '../column-text.js';
import type { LedgerColumns } from '../ledger-row.js';
import { fromLedgerColumns, ledgerColumns, ledgerValues, traceValue } from '../ledger-row.js';
import type { WriteQueue } from '../write-queue.js';
import type { SqliteDatabase } from './sqlite-database.js';

const insert = `INSERT OR REPLACE INTO ledger (${ledgerColumns.join(', ')})
  VALUES (${ledgerColumns.map(() => '?').join(', ')})`;
const held = "scope = ? AND key = ? AND node = ? AND state <> 'settled'";
const takeOver = `UPDATE ledger SET trace = ?, node = ?, lease_until = ?
  WHERE scope = ? AND key = ? AND state = 'sent' AND lease_until <= ? AND fingerprint = ?`;
const prune = 'DELETE FROM ledger WHERE rowid IN (SELECT rowid FROM ledger WHERE expires_at <= ? LIMIT ?)';

/** Keyed calls in SQLite. */
export function createSqliteLedger(database: SqliteDatabase, queue: WriteQueue): LedgerStore {
  const find = (scope: string, key: string): LedgerRow | undefined => {
    const sql = 'SELECT * FROM ledger WHERE scope = ? AND key = ?';
    return database.rows<LedgerColumns>(sql, toColumn(scope), toColumn(key)).map(fromLedgerColumns)[0];
  };
  const place = (...texts: string[]) => texts.map(toColumn);

  return {
    begin: (row, now) =>
      database.write(() => {
        const there = find(row.scope, row.key);
        const stands = there !== undefined && there.expiresAt > now;
        if (stands && (there.state !== 'begun' || there.leaseUntil > now)) return { begun: false, row: there };
        database.run(insert, ...ledgerValues(row));
        return { begun: true };
      }),
    // Through the queue, so that it shares a commit with the intent of the call.
    markSent: (scope, key, node) =>
      queue.add({
        plan() {
          const changed = database.run(`UPDATE ledger SET state = 'sent' WHERE ${held}`, ...place(scope, key, node));
          if (changed === 0) throw new Failure('CALL_RUNNING', { retryAfter: 1 });
        },
      }),
    takeOver: ({ scope, key, node, leaseUntil, fingerprint, ...row }, now) =>
      database.write(() => {
        const texts = place(node, leaseUntil, scope, key, now, fingerprint);
        return database.run(takeOver, traceValue(row), ...texts) > 0;
      }),
    renew: (scope, key, node, leaseUntil) =>
      database.write(() => {
        database.run(`UPDATE ledger SET lease_until = ? WHERE ${held}`, ...place(leaseUntil, scope, key, node));
      }),
    settle: (scope, key, node, answer) =>
      database.write(() => {
        const sql = `UPDATE ledger SET state = 'settled', answer = ? WHERE ${held}`;
        database.run(sql, JSON.stringify(answer), ...place(scope, key, node));
      }),
    release: (scope, key, node) =>
      database.write(() => {
        database.run(`DELETE FROM ledger WHERE ${held}`, ...place(scope, key, node));
      }),
    find: (scope, key) => database.read(() => find(scope, key)),
    prune: (now, limit) => database.write(() => database.run(prune, toColumn(now), limit)),
    latestLease: () =>
      database.read(() => {
        const sql = "SELECT max(lease_until) AS latest FROM ledger WHERE state <> 'settled'";
        return database.rows<{ latest: string | null }>(sql)[0]?.latest ?? undefined;
      }),
  };
}
