/** The idempotency ledger in PostgreSQL. */
import type { LedgerBegin, LedgerRow, LedgerStore } from '@dragoman/core/http';
import { Failure } from '@dragoman/model';
import { toColumn } from '../column-text.js';
import type { LedgerColumns } from '../ledger-row.js';
import { fromLedgerColumns, ledgerColumns, ledgerValues, traceValue } from '../ledger-row.js';
import type { PostgresDatabase, PostgresQuery } from './postgres-database.js';
import { rowKey } from './row-key.js';

/** How often a key may be released between being rejected and being read, before it is reported as busy. */
const maxTries = 5;

const columns = ledgerColumns.join(', ');
const marks = ledgerColumns.map((_, index) => `$${index + 2}`).join(', ');
const replaced = ledgerColumns.map((column) => `${column} = excluded.${column}`).join(', ');
const held = "place = $1 AND node = $2 AND state <> 'settled'";

/** Keyed calls in PostgreSQL. */
export function createPostgresLedger(database: PostgresDatabase): LedgerStore {
  const table = `${database.schema}.ledger`;
  const find = async (query: PostgresQuery, scope: string, key: string) => {
    const sql = `SELECT ${columns} FROM ${table} WHERE place = $1`;
    return (await query<LedgerColumns>(sql, [place(scope, key)])).rows.map(fromLedgerColumns)[0];
  };
  /** A single statement is atomic, but only an explicit transaction is guaranteed to be on disk when it returns. */
  const write = (sql: string, values: readonly unknown[]) =>
    database.transact(async (query) => (await query(sql, values)).count);

  async function begin(query: PostgresQuery, row: LedgerRow, now: string): Promise<LedgerBegin> {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const { count } = await query(
        `INSERT INTO ${table} AS l (place, ${columns}) VALUES ($1, ${marks})
         ON CONFLICT (place) DO UPDATE SET ${replaced}
         WHERE l.expires_at <= $${ledgerColumns.length + 2}
           OR (l.state = 'begun' AND l.lease_until <= $${ledgerColumns.length + 2})`,
        [place(row.scope, row.key), ...ledgerValues(row), toColumn(now)],
      );
      if (count > 0) return { begun: true };
      const there = await find(query, row.scope, row.key);
      if (there !== undefined) return { begun: false, row: there };
    }
    throw new Failure('CALL_RUNNING', { retryAfter: 1 });
  }

  return {
    begin: (row, now) => database.transact((query) => begin(query, row, now)),
    async markSent(scope, key, node) {
      const values = [place(scope, key), toColumn(node)];
      const changed = await write(`UPDATE ${table} SET state = 'sent' WHERE ${held}`, values);
      if (changed === 0) throw new Failure('CALL_RUNNING', { retryAfter: 1 });
    },
    async takeOver({ scope, key, node, leaseUntil, fingerprint, ...row }, now) {
      const sql = `UPDATE ${table} SET node = $2, lease_until = $3, trace = $6
        WHERE place = $1 AND state = 'sent' AND lease_until <= $4 AND fingerprint = $5`;
      return (
        (await write(sql, [
          place(scope, key),
          ...[node, leaseUntil, now, fingerprint].map(toColumn),
          traceValue(row),
        ])) > 0
      );
    },
    async renew(scope, key, node, leaseUntil) {
      const values = [place(scope, key), toColumn(node), toColumn(leaseUntil)];
      await write(`UPDATE ${table} SET lease_until = $3 WHERE ${held}`, values);
    },
    async settle(scope, key, node, answer) {
      const values = [place(scope, key), toColumn(node), JSON.stringify(answer)];
      await write(`UPDATE ${table} SET state = 'settled', answer = $3 WHERE ${held}`, values);
    },
    async release(scope, key, node) {
      await write(`DELETE FROM ${table} WHERE ${held}`, [place(scope, key), toColumn(node)]);
    },
    find: (scope, key) => find(database.query, scope, key),
    prune: (now, limit) =>
      write(
        `DELETE FROM ${table} WHERE place IN
           (SELECT place FROM ${table} WHERE expires_at <= $1 LIMIT $2 FOR UPDATE SKIP LOCKED)`,
        [toColumn(now), limit],
      ),
    async latestLease() {
      const sql = `SELECT max(lease_until) AS latest FROM ${table} WHERE state <> 'settled'`;
      return (await database.query<{ latest: string | null }>(sql, [])).rows[0]?.latest ?? undefined;
    },
  };
}

function place(scope: string, key: string): Buffer {
  return rowKey(JSON.stringify([scope, key]));
}
