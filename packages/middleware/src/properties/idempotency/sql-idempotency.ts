/** Keyed calls in a table, the same statements for every SQL database: each method is one statement, hence atomic. */
import { hash } from 'node:crypto';
import type { LedgerAnswer, LedgerRow } from '@dragoman/core';
import { Failure } from '@dragoman/model';
import type { IdempotencyStore } from './idempotency-store.js';

/** A value of a statement. */
export type SqlValue = string | number | null;

/** What a statement came to. */
export interface SqlResult {
  rows: readonly Record<string, unknown>[];
  /** Rows that were changed. */
  changes: number;
}

/** Runs one statement, whose values are marked with `?` in their order. */
export type RunSql = (sql: string, values: readonly SqlValue[]) => Promise<SqlResult>;

/** Where the rows are. */
export interface TableOptions {
  /** Name of the table, with its schema if need be; `idempotency_keys` unless given. */
  table?: string;
  /** False: the table is there already, and the database user may not create one. */
  createTable?: boolean;
}

/** Times that a key may be given back between being refused and being looked at. */
const mostTries = 5;

/** Keyed calls in a table. */
export function createSqlIdempotencyStore(runSql: RunSql, options: TableOptions = {}): IdempotencyStore {
  const table = tableName(options.table ?? 'idempotency_keys');
  const sql = statements(table);
  let ready: Promise<unknown> | undefined;
  const run = async (text: string, values: readonly SqlValue[]) => {
    ready ??= options.createTable === false ? Promise.resolve() : create(runSql, sql.create);
    await ready.catch((error: unknown) => {
      ready = undefined;
      throw error;
    });
    return runSql(text, values);
  };
  const find = async (scope: string, key: string) =>
    (await run(sql.find, [placeOf(scope, key)])).rows.map((row) => toRow(row, scope, key))[0];
  const change = async (text: string, values: readonly SqlValue[]) => (await run(text, values)).changes;

  return {
    async begin(row, now) {
      for (let tries = 0; tries < mostTries; tries += 1) {
        if ((await change(sql.begin, [...valuesOf(row), toMs(now), toMs(now)])) > 0) return { begun: true };
        const there = await find(row.scope, row.key);
        if (there !== undefined) return { begun: false, row: there };
      }
      throw new Failure('CALL_RUNNING', { retryAfter: 1 });
    },
    async markSent(scope, key, node) {
      if ((await change(sql.markSent, [placeOf(scope, key), node])) > 0) return;
      throw new Failure('CALL_RUNNING', { retryAfter: 1 });
    },
    async takeOver({ scope, key, node, leaseUntil, fingerprint }, now) {
      return (await change(sql.takeOver, [node, toMs(leaseUntil), placeOf(scope, key), toMs(now), fingerprint])) > 0;
    },
    async renew(scope, key, node, leaseUntil) {
      await change(sql.renew, [toMs(leaseUntil), placeOf(scope, key), node]);
    },
    async settle(scope, key, node, answer) {
      await change(sql.settle, [JSON.stringify(answer), placeOf(scope, key), node]);
    },
    async release(scope, key, node) {
      await change(sql.release, [placeOf(scope, key), node]);
    },
    find,
    prune: (now, limit) => change(sql.prune, [toMs(now), limit]),
  };
}

/** The place of a keyed call: of one length and in plain letters, and nobody can read a caller's name out of it. */
export function placeOf(scope: string, key: string): string {
  return hash('sha256', JSON.stringify([scope, key]));
}

/** The name goes into statements as it is, so it may be nothing but a name. */
function tableName(name: string): string {
  if (/^[A-Za-z_]\w{0,62}(\.[A-Za-z_]\w{0,62})?$/.test(name)) return name;
  throw new Error(`'${name}' is no name for a table: letters, digits and _, with a schema before a dot`);
}

const columns = ['place', 'fingerprint', 'state', 'node', 'started_at', 'lease_until', 'expires_at', 'answer'];

function statements(table: string) {
  const held = "place = ? AND node = ? AND state <> 'settled'";
  const replaced = columns.slice(1).map((column) => `${column} = excluded.${column}`);
  return {
    create: [
      `CREATE TABLE IF NOT EXISTS ${table} (place TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, state TEXT NOT NULL,
        node TEXT NOT NULL, started_at BIGINT NOT NULL, lease_until BIGINT NOT NULL, expires_at BIGINT NOT NULL, answer TEXT)`,
      `CREATE INDEX IF NOT EXISTS ${table.replace(/^.*\./, '')}_expiry ON ${table} (expires_at)`,
    ],
    begin: `INSERT INTO ${table} AS kept (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
      ON CONFLICT (place) DO UPDATE SET ${replaced.join(', ')}
      WHERE kept.expires_at <= ? OR (kept.state = 'begun' AND kept.lease_until <= ?)`,
    find: `SELECT * FROM ${table} WHERE place = ?`,
    markSent: `UPDATE ${table} SET state = 'sent' WHERE ${held}`,
    takeOver: `UPDATE ${table} SET node = ?, lease_until = ?
      WHERE place = ? AND state = 'sent' AND lease_until <= ? AND fingerprint = ?`,
    renew: `UPDATE ${table} SET lease_until = ? WHERE ${held}`,
    settle: `UPDATE ${table} SET state = 'settled', answer = ? WHERE ${held}`,
    release: `DELETE FROM ${table} WHERE ${held}`,
    prune: `DELETE FROM ${table} WHERE place IN (SELECT place FROM ${table} WHERE expires_at <= ? LIMIT ?)`,
  };
}

/** Two processes that start together may create the table at once; then one of them is told so, and it is there. */
async function create(runSql: RunSql, texts: readonly string[]): Promise<void> {
  for (const text of texts) await runSql(text, []).catch(() => runSql(text, []));
}

function valuesOf({
  scope,
  key,
  fingerprint,
  state,
  node,
  startedAt,
  leaseUntil,
  expiresAt,
  answer,
}: LedgerRow): SqlValue[] {
  const times = [startedAt, leaseUntil, expiresAt].map(toMs);
  return [
    placeOf(scope, key),
    fingerprint,
    state,
    node,
    ...times,
    answer === undefined ? null : JSON.stringify(answer),
  ];
}

function toRow(row: Record<string, unknown>, scope: string, key: string): LedgerRow {
  return {
    scope,
    key,
    fingerprint: String(row.fingerprint),
    state: row.state as LedgerRow['state'],
    node: String(row.node),
    startedAt: toTime(row.started_at),
    leaseUntil: toTime(row.lease_until),
    expiresAt: toTime(row.expires_at),
    ...(typeof row.answer === 'string' ? { answer: JSON.parse(row.answer) as LedgerAnswer } : {}),
  };
}

function toMs(time: string): number {
  return Date.parse(time);
}

function toTime(milliseconds: unknown): string {
  return new Date(Number(milliseconds)).toISOString();
}
