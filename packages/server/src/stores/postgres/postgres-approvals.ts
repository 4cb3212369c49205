/** Approvals in PostgreSQL. */
import type { ApprovalRecord, ApprovalStore } from '@dragoman/core/engine';
import { tooManyPending } from '@dragoman/core/engine';
import { toColumn } from '../column-text.js';
import { appendRecord } from './postgres-audit.js';
import type { PostgresDatabase, PostgresQuery } from './postgres-database.js';

/** Approvals in PostgreSQL; changes are audited in their transaction. */
export function createPostgresApprovals(database: PostgresDatabase): ApprovalStore {
  const { schema } = database;
  const table = `${schema}.approvals`;
  const select = async (query: PostgresQuery, rest: string, values: unknown[]) => {
    const { rows } = await query<{ record: string }>(`SELECT record FROM ${table} WHERE ${rest}`, values);
    return rows.map(({ record }) => JSON.parse(record) as ApprovalRecord);
  };
  const current = async (query: PostgresQuery, binding: string, now: string) => {
    const rest = "binding = $1 AND state IN ('pending', 'approved', 'declined') AND expires_at > $2 LIMIT 1";
    return (await select(query, rest, [toColumn(binding), toColumn(now)]))[0];
  };
  return {
    request: (record, limit, audit) =>
      database.transact(async (query) => {
        const { id, binding, subject, owner, agentId, state, createdAt, expiresAt } = record;
        // One request of a caller at a time, so that two nodes neither add the same one twice nor exceed the limit.
        await query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${table} ${toColumn(subject)}`]);
        const found = await current(query, binding, createdAt);
        if (found !== undefined) return found;
        const { rows } = await query<{ number: number }>(
          `SELECT count(*)::integer AS number FROM ${table} WHERE subject = $1 AND state = 'pending' AND expires_at > $2`,
          [toColumn(subject), toColumn(createdAt)],
        );
        if ((rows[0]?.number ?? 0) >= limit) throw tooManyPending(limit);
        const columns = [id, binding, subject, owner, agentId, state, createdAt, expiresAt].map(toColumn);
        await query(
          `INSERT INTO ${table} (id, binding, subject, owner, agent_id, state, created_at, expires_at, record)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
          [...columns, JSON.stringify(record)],
        );
        await appendRecord(query, schema, audit);
        return record;
      }),
    find: async (id) => (await select(database.query, 'id = $1', [toColumn(id)]))[0],
    current: (binding, now) => current(database.query, binding, now),
    list({ now, state, agentId, of, limit, before }) {
      const values: unknown[] = [limit];
      const mark = (value: string) => `$${values.push(toColumn(value))}`;
      const conditions = ['true'];
      if (state === 'expired') {
        conditions.push(`(state = 'expired' OR (state IN ('pending', 'approved') AND expires_at <= ${mark(now)}))`);
      } else if (state !== undefined) {
        conditions.push(`state = ${mark(state)}`);
        if (state === 'pending' || state === 'approved') conditions.push(`expires_at > ${mark(now)}`);
      }
      if (agentId !== undefined) conditions.push(`agent_id = ${mark(agentId)}`);
      if (of !== undefined) conditions.push(`(subject = ${mark(of)} OR owner = ${mark(of)})`);
      if (before !== undefined)
        conditions.push(`(created_at, id) < (SELECT created_at, id FROM ${table} WHERE id = ${mark(before)})`);
      const rest = `${conditions.join(' AND ')} ORDER BY created_at DESC, id DESC LIMIT $1`;
      return select(database.query, rest, values);
    },
    change: (id, decide, audit) =>
      database.transact(async (query) => {
        const [found] = await select(query, 'id = $1 FOR UPDATE', [toColumn(id)]);
        const next = found === undefined ? undefined : decide(found);
        if (next === undefined) return undefined;
        const sql = `UPDATE ${table} SET state = $2, expires_at = $3, record = $4 WHERE id = $1`;
        await query(sql, [toColumn(id), next.state, toColumn(next.expiresAt), JSON.stringify(next)]);
        await appendRecord(query, schema, audit);
        return next;
      }),
    due: (now, limit) =>
      select(database.query, "state IN ('pending', 'approved') AND expires_at <= $1 LIMIT $2", [toColumn(now), limit]),
    async prune(before, limit) {
      const sql = `DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} WHERE created_at < $1
        AND (expires_at <= $1 OR state IN ('used', 'expired')) LIMIT $2 FOR UPDATE SKIP LOCKED)`;
      return (await database.query(sql, [toColumn(before), limit])).count;
    },
  };
}
