/** Long-running calls in SQLite. State, lease and webhook time are columns, because nodes claim runs by them. */
import type { RunRecord, RunStore } from '@dragoman/core/http';
import { Failure } from '@dragoman/model';
import { toColumn } from '../column-text.js';
import type { RunColumns } from '../run-row.js';
import { fromRunColumns, runColumns, runValues } from '../run-row.js';
import { appendRecord } from './sqlite-audit.js';
import type { SqliteDatabase } from './sqlite-database.js';

const insert = `INSERT INTO runs (subject, ${runColumns.join(', ')})
  VALUES (?, ${runColumns.map(() => '?').join(', ')}) ON CONFLICT (id) DO NOTHING`;
const update = `UPDATE runs SET subject = ?, ${runColumns.map((column) => `${column} = ?`).join(', ')}
  WHERE id = ? AND state = ?`;
const open = "state IN ('queued', 'running')";
const prune = `DELETE FROM runs WHERE id IN (SELECT id FROM runs WHERE expires_at <= ? AND NOT ${open} LIMIT ?)`;

/** Runs in SQLite; additions, and changes marked as audited, are audited in their transaction. */
export function createSqliteRuns(database: SqliteDatabase): RunStore {
  const select = (rest: string, ...values: (string | number)[]) =>
    database.rows<RunColumns>(`SELECT node, lease_until, run FROM runs ${rest}`, ...values).map(fromRunColumns);

  return {
    add: (run, audit) =>
      database.write(() => {
        if (database.run(insert, toColumn(run.subject), ...runValues(run)) === 0) {
          throw new Failure('CONFLICT', { message: 'A run with this id already exists.' });
        }
        appendRecord(database, audit);
      }),
    find: (id) => database.read(() => select('WHERE id = ?', toColumn(id))[0]),
    list: (subject, limit, before) => database.read(() => list(select, subject, limit, before)),
    update: (run, expected, audit) =>
      database.write(() => {
        const values = [toColumn(run.subject), ...runValues(run), toColumn(run.id), expected];
        if (database.run(update, ...values) === 0) return false;
        if (audit !== undefined) appendRecord(database, audit);
        return true;
      }),
    lease: ({ node, now, leaseUntil, limit, except = [] }) =>
      database.write(() => {
        const others = 'subject NOT IN (SELECT value FROM json_each(?))';
        const rest = `WHERE ${open} AND lease_until <= ? AND ${others} ORDER BY created_at, id LIMIT ?`;
        const free = select(rest, toColumn(now), JSON.stringify(except.map(toColumn)), limit);
        for (const { id } of free) {
          const values = [node, leaseUntil, id].map(toColumn);
          database.run('UPDATE runs SET node = ?, lease_until = ? WHERE id = ?', ...values);
        }
        return free.map((run) => ({ ...run, node, leaseUntil }));
      }),
    renew: (id, node, leaseUntil) =>
      database.write(() => {
        const sql = `UPDATE runs SET lease_until = ? WHERE id = ? AND node = ? AND ${open}`;
        return database.run(sql, ...[leaseUntil, id, node].map(toColumn)) > 0;
      }),
    report: (id, node, progress) =>
      database.write(() => {
        const [found] = select(`WHERE id = ? AND node = ? AND ${open}`, toColumn(id), toColumn(node));
        if (found === undefined) return false;
        return (
          database.run('UPDATE runs SET run = ? WHERE id = ?', JSON.stringify({ ...found, progress }), toColumn(id)) > 0
        );
      }),
    latestLease: () =>
      database.read(
        () => select(`WHERE ${open} ORDER BY lease_until DESC LIMIT 1`).map(({ leaseUntil }) => leaseUntil)[0],
      ),
    dueWebhooks: (now, limit) =>
      database.read(() => select('WHERE webhook_at <= ? ORDER BY webhook_at, id LIMIT ?', toColumn(now), limit)),
    prune: (now, limit) => database.write(() => database.run(prune, toColumn(now), limit)),
  };
}

type Select = (rest: string, ...values: (string | number)[]) => RunRecord[];

function list(select: Select, subject: string, limit: number, before: string | undefined): RunRecord[] {
  const order = 'ORDER BY created_at DESC, id DESC LIMIT ?';
  if (before === undefined) return select(`WHERE subject = ? ${order}`, toColumn(subject), limit);
  const older = '(created_at, id) < (SELECT created_at, id FROM runs WHERE id = ?)';
  return select(`WHERE subject = ? AND ${older} ${order}`, toColumn(subject), toColumn(before), limit);
}
