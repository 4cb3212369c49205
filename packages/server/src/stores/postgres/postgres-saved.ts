/** Saved items in PostgreSQL. */
import type { SavedRecord, SavedStore } from '@dragoman/core/engine';
import { Failure } from '@dragoman/model';
import { toColumn } from '../column-text.js';
import type { PostgresDatabase } from './postgres-database.js';

/** Saved items in PostgreSQL. */
export function createPostgresSaved(database: PostgresDatabase): SavedStore {
  const table = `${database.schema}.saved`;
  const select = async (rest: string, values: unknown[]) => {
    const { rows } = await database.query<{ record: string }>(`SELECT record FROM ${table} WHERE ${rest}`, values);
    return rows.map(({ record }) => JSON.parse(record) as SavedRecord);
  };
  return {
    add: (record, keep) =>
      database.transact(async (query) => {
        const { id, subject, kind, agentId, operation, at, expiresAt } = record;
        const columns = [id, subject, kind, agentId, operation, at, expiresAt].map(toColumn);
        const insert = `INSERT INTO ${table} (id, subject, kind, agent_id, operation, at, expires_at, record)
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (id) DO NOTHING`;
        const { count } = await query(insert, [...columns, JSON.stringify(record)]);
        if (count === 0) throw new Failure('CONFLICT', { message: 'An item with this id already exists.' });
        const trim = `DELETE FROM ${table} WHERE id IN
          (SELECT id FROM ${table} WHERE subject = $1 AND kind = $2 ORDER BY at DESC, id DESC OFFSET $3)`;
        await query(trim, [toColumn(subject), kind, keep]);
      }),
    find: async (subject, id) => (await select('subject = $1 AND id = $2', [subject, id].map(toColumn)))[0],
    list({ subject, kind, agentId, operation, limit, before }) {
      const values: unknown[] = [toColumn(subject), kind, limit];
      const conditions = ['subject = $1', 'kind = $2'];
      const mark = (value: string) => `$${values.push(toColumn(value))}`;
      if (agentId !== undefined) conditions.push(`agent_id = ${mark(agentId)}`);
      if (operation !== undefined) conditions.push(`operation = ${mark(operation)}`);
      if (before !== undefined)
        conditions.push(`(at, id) < (SELECT at, id FROM ${table} WHERE id = ${mark(before)} AND subject = $1)`);
      return select(`${conditions.join(' AND ')} ORDER BY at DESC, id DESC LIMIT $3`, values);
    },
    async remove(subject, id) {
      const sql = `DELETE FROM ${table} WHERE subject = $1 AND id = $2`;
      return (await database.query(sql, [subject, id].map(toColumn))).count > 0;
    },
    async prune(now, limit) {
      const sql = `DELETE FROM ${table} WHERE id IN
        (SELECT id FROM ${table} WHERE expires_at <= $1 LIMIT $2 FOR UPDATE SKIP LOCKED)`;
      return (await database.query(sql, [toColumn(now), limit])).count;
    },
  };
}
