/** Approvals in SQLite. */
import type { ApprovalRecord, ApprovalStore } from '@dragoman/core/engine';
import { tooManyPending } from '@dragoman/core/engine';
import { toColumn } from '../column-text.js';
import { appendRecord } from './sqlite-audit.js';
import type { SqliteDatabase } from './sqlite-database.js';

const insert = `INSERT INTO approvals (id, binding, subject, owner, agent_id, state, created_at, expires_at, record)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const update = 'UPDATE approvals SET state = ?, expires_at = ?, record = ? WHERE id = ?';
const countPending =
  "SELECT count(*) AS number FROM approvals WHERE subject = ? AND state = 'pending' AND expires_at > ?";
const prune = `DELETE FROM approvals WHERE id IN
  (SELECT id FROM approvals WHERE created_at < ? AND (expires_at <= ? OR state IN ('used', 'expired')) LIMIT ?)`;

/** Approvals in SQLite; changes are audited in their transaction. */
export function createSqliteApprovals(database: SqliteDatabase): ApprovalStore {
  const select = (rest: string, ...values: (string | number)[]) =>
    database
      .rows<{ record: string }>(`SELECT record FROM approvals WHERE ${rest}`, ...values)
      .map(({ record }) => JSON.parse(record) as ApprovalRecord);
  const current = (binding: string, now: string) =>
    select(
      "binding = ? AND state IN ('pending', 'approved', 'declined') AND expires_at > ? LIMIT 1",
      toColumn(binding),
      toColumn(now),
    )[0];
  return {
    request: (record, limit, audit) =>
      database.write(() => {
        const { id, binding, subject, owner, agentId, state, createdAt, expiresAt } = record;
        const found = current(binding, createdAt);
        if (found !== undefined) return found;
        const [row] = database.rows<{ number: number }>(countPending, toColumn(subject), toColumn(createdAt));
        if ((row?.number ?? 0) >= limit) throw tooManyPending(limit);
        const columns = [id, binding, subject, owner, agentId, state, createdAt, expiresAt].map(toColumn);
        database.run(insert, ...columns, JSON.stringify(record));
        appendRecord(database, audit);
        return record;
      }),
    find: (id) => database.read(() => select('id = ?', toColumn(id))[0]),
    current: (binding, now) => database.read(() => current(binding, now)),
    list: ({ now, state, agentId, of, limit, before }) =>
      database.read(() => {
        const values: string[] = [];
        const mark = (value: string) => {
          values.push(toColumn(value));
          return '?';
        };
        const conditions = ['1 = 1'];
        if (state === 'expired') {
          conditions.push(`(state = 'expired' OR (state IN ('pending', 'approved') AND expires_at <= ${mark(now)}))`);
        } else if (state !== undefined) {
          conditions.push(`state = ${mark(state)}`);
          if (state === 'pending' || state === 'approved') conditions.push(`expires_at > ${mark(now)}`);
        }
        if (agentId !== undefined) conditions.push(`agent_id = ${mark(agentId)}`);
        if (of !== undefined) conditions.push(`(subject = ${mark(of)} OR owner = ${mark(of)})`);
        if (before !== undefined)
          conditions.push(`(created_at, id) < (SELECT created_at, id FROM approvals WHERE id = ${mark(before)})`);
        return select(`${conditions.join(' AND ')} ORDER BY created_at DESC, id DESC LIMIT ?`, ...values, limit);
      }),
    change: (id, decide, audit) =>
      database.write(() => {
        const [found] = select('id = ?', toColumn(id));
        const next = found === undefined ? undefined : decide(found);
        if (next === undefined) return undefined;
        database.run(update, next.state, toColumn(next.expiresAt), JSON.stringify(next), toColumn(id));
        appendRecord(database, audit);
        return next;
      }),
    due: (now, limit) =>
      database.read(() => select("state IN ('pending', 'approved') AND expires_at <= ? LIMIT ?", toColumn(now), limit)),
    prune: (before, limit) => database.write(() => database.run(prune, toColumn(before), toColumn(before), limit)),
  };
}
