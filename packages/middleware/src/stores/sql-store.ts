/** Rows in a table, with the same statements for every SQL database: each method is one statement, hence atomic. */
import { hash } from 'node:crypto';
import { Failure } from '@dragoman/model';
import type { KeptRow, PropertyStore, RowGuard } from './property-store.js';

/** A value of a statement. */
export type SqlValue = string | number | null;

/** The result of a statement. */
export interface SqlResult {
  rows: readonly Record<string, unknown>[];
  /** Number of changed rows. */
  changes: number;
}

/** Runs one statement with `?` placeholders in order. */
export type RunSql = (sql: string, values: readonly SqlValue[]) => Promise<SqlResult>;

/** Table options. */
export interface TableOptions {
  /** Name of the table, with its schema if needed; `dragoman_rows` by default. */
  table?: string;
  /** False: the table exists, and the database user may not create one. */
  createTable?: boolean;
}

/** Retries when a row disappears between the rejected insert and the read. */
const mostTries = 5;

/** Rows in a table. */
export function createSqlStore(runSql: RunSql, options: TableOptions = {}): PropertyStore {
  const table = tableName(options.table ?? 'dragoman_rows');
  let ready: Promise<unknown> | undefined;
  const run = async (text: string, values: readonly SqlValue[]) => {
    ready ??= options.createTable === false ? Promise.resolve() : createTable(runSql, table);
    await ready.catch((error: unknown) => {
      ready = undefined;
      throw error;
    });
    return runSql(text, values);
  };
  const find = async (place: string) =>
    (await run(`SELECT * FROM ${table} WHERE place = ?`, [placeOf(place)])).rows.map(toRow)[0];
  const changes = async (text: string, values: readonly SqlValue[]) => (await run(text, values)).changes;
  return {
    async insert(place, row, { now, free }) {
      const values = [placeOf(place), ...members.map((member) => sqlValue(row[member])), now, free ?? null, now];
      for (let tries = 0; tries < mostTries; tries += 1) {
        if ((await changes(insertInto(table), values)) > 0) return undefined;
        const there = await find(place);
        if (there !== undefined) return there;
      }
      throw new Failure('CALL_RUNNING', { retryAfter: 1 });
    },
    find,
    async change(place, changed, guard) {
      const names = members.filter((member) => member in changed);
      const condition = conditionOf(place, guard);
      const set = names.map((member) => `${columns[member]} = ?`).join(', ');
      const values = [...names.map((member) => sqlValue(changed[member])), ...condition.values];
      return (await changes(`UPDATE ${table} SET ${set} WHERE ${condition.text}`, values)) > 0;
    },
    async remove(place, guard) {
      const { text, values } = conditionOf(place, guard);
      await run(`DELETE FROM ${table} WHERE ${text}`, values);
    },
    async takeDue(watch, { now, until, limit }) {
      const { rows } = await run(takeFrom(table), [until, watch, now, limit, now]);
      return rows.map(toRow);
    },
    prune: (now, limit) =>
      changes(`DELETE FROM ${table} WHERE place IN (SELECT place FROM ${table} WHERE expires_at <= ? LIMIT ?)`, [
        now,
        limit,
      ]),
  };
}

/** A hash, so that keys have a fixed length and hide the caller's name. */
export function placeOf(place: string): string {
  return hash('sha256', place);
}

/** The name is inserted into statements, so it must be a plain identifier. */
export function tableName(name: string): string {
  if (/^[A-Za-z_]\w{0,62}(\.[A-Za-z_]\w{0,62})?$/.test(name)) return name;
  throw new Error(
    `'${name}' is not a valid table name: use letters, digits and _, with an optional schema before a dot`,
  );
}

const columns = {
  state: 'state',
  holder: 'holder',
  mark: 'mark',
  startedAt: 'started_at',
  heldUntil: 'held_until',
  expiresAt: 'expires_at',
  watch: 'watch',
  body: 'body',
} as const satisfies Record<keyof KeptRow, string>;

const members = Object.keys(columns) as (keyof KeptRow)[];

/** Two processes may create the table at the same time; one gets an error, and the table exists. */
async function createTable(runSql: RunSql, table: string): Promise<void> {
  const bare = table.replace(/^.*\./, '');
  const texts = [
    `CREATE TABLE IF NOT EXISTS ${table} (place TEXT PRIMARY KEY, state TEXT NOT NULL, holder TEXT NOT NULL,
      mark TEXT NOT NULL, started_at BIGINT NOT NULL, held_until BIGINT NOT NULL, expires_at BIGINT NOT NULL,
      watch TEXT, body TEXT)`,
    `CREATE INDEX IF NOT EXISTS ${bare}_expiry ON ${table} (expires_at)`,
    `CREATE INDEX IF NOT EXISTS ${bare}_watch ON ${table} (watch, held_until)`,
  ];
  for (const text of texts) await runSql(text, []).catch(() => runSql(text, []));
}

function insertInto(table: string): string {
  const names = Object.values(columns);
  const replaced = names.map((column) => `${column} = excluded.${column}`);
  return `INSERT INTO ${table} AS kept (place, ${names.join(', ')}) VALUES (?, ${names.map(() => '?').join(', ')})
    ON CONFLICT (place) DO UPDATE SET ${replaced.join(', ')}
    WHERE kept.expires_at <= ? OR (kept.state = ? AND kept.held_until <= ?)`;
}

/** The outer condition protects against another process that took the same rows a moment before. */
function takeFrom(table: string): string {
  return `UPDATE ${table} SET held_until = ? WHERE place IN
    (SELECT place FROM ${table} WHERE watch = ? AND held_until <= ? ORDER BY held_until LIMIT ?)
    AND held_until <= ? RETURNING *`;
}

function conditionOf(place: string, { states, holder, mark, heldBefore }: RowGuard) {
  const parts: [string, readonly SqlValue[]][] = [['place = ?', [placeOf(place)]]];
  if (states !== undefined) parts.push([`state IN (${states.map(() => '?').join(', ')})`, states]);
  if (holder !== undefined) parts.push(['holder = ?', [holder]]);
  if (mark !== undefined) parts.push(['mark = ?', [mark]]);
  if (heldBefore !== undefined) parts.push(['held_until <= ?', [heldBefore]]);
  return { text: parts.map(([text]) => text).join(' AND '), values: parts.flatMap(([, values]) => values) };
}

function sqlValue(value: string | number | undefined): SqlValue {
  return value ?? null;
}

function toRow(row: Record<string, unknown>): KeptRow {
  return {
    state: String(row.state),
    holder: String(row.holder),
    mark: String(row.mark),
    startedAt: Number(row.started_at),
    heldUntil: Number(row.held_until),
    expiresAt: Number(row.expires_at),
    ...(typeof row.watch === 'string' ? { watch: row.watch } : {}),
    ...(typeof row.body === 'string' ? { body: row.body } : {}),
  };
}
