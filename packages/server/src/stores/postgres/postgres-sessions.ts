/** Sessions in PostgreSQL. */
import type { SessionRecord, SessionStore } from '@dragoman/core/engine';
import { toColumn } from '../column-text.js';
import type { PostgresDatabase, PostgresQuery } from './postgres-database.js';

/** Sessions in PostgreSQL; each change is one transaction, serialized per session. */
export function createPostgresSessions(database: PostgresDatabase): SessionStore {
  const { schema } = database;
  const table = `${schema}.sessions`;
  const read = async (query: PostgresQuery, id: string, now: string): Promise<SessionRecord | undefined> => {
    const sql = `SELECT session FROM ${table} WHERE id = $1 AND expires_at > $2`;
    return (await query<SessionRow>(sql, [toColumn(id), now])).rows.map(toSession)[0];
  };
  return {
    read: (id, now) => read(database.query, id, now),
    change: (id, decide, now) =>
      database.transact(async (query) => {
        // A row that does not exist yet cannot be locked, so its name is locked.
        await query('SELECT pg_advisory_xact_lock(hashtextextended($1, 1))', [`${schema}.session.${toColumn(id)}`]);
        const current = await read(query, id, now);
        const next = decide(structuredClone(current));
        if (next === undefined) return current;
        if (next.id !== id) throw new Error('a decision may not change the id of its session');
        await write(query, table, next);
        return next;
      }),
    async ofEntry(entryId, now, limit) {
      const sql = `SELECT session FROM ${table} WHERE entry_id = $1 AND expires_at > $2 ORDER BY id LIMIT $3`;
      return (await database.query<SessionRow>(sql, [toColumn(entryId), now, limit])).rows.map(toSession);
    },
    async count(owner, now) {
      const sql = `SELECT count(*)::integer AS count FROM ${table} WHERE owner = $1 AND expires_at > $2`;
      return (await database.query<{ count: number }>(sql, [toColumn(owner), now])).rows[0]?.count ?? 0;
    },
    async prune(now, limit) {
      const sql = `DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} WHERE expires_at <= $1 LIMIT $2) RETURNING id`;
      return (await database.query<{ id: string }>(sql, [now, limit])).rows.length;
    },
  };
}

function write(query: PostgresQuery, table: string, session: SessionRecord) {
  const { id, entryId, owner, expiresAt } = session;
  return query(
    `INSERT INTO ${table} (id, entry_id, owner, expires_at, session) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (id) DO UPDATE SET entry_id = excluded.entry_id, owner = excluded.owner,
       expires_at = excluded.expires_at, session = excluded.session`,
    [toColumn(id), toColumn(entryId), toColumn(owner), expiresAt, JSON.stringify(session)],
  );
}

interface SessionRow {
  session: string;
}

function toSession({ session }: SessionRow): SessionRecord {
  return JSON.parse(session) as SessionRecord;
}
