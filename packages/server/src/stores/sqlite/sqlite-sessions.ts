/** Sessions in SQLite. */
import type { SessionRecord, SessionStore } from '@dragoman/core/engine';
import { toColumn } from '../column-text.js';
import type { SqliteDatabase } from './sqlite-database.js';

const put = `INSERT INTO sessions (id, entry_id, owner, expires_at, session) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (id) DO UPDATE SET entry_id = excluded.entry_id, owner = excluded.owner,
    expires_at = excluded.expires_at, session = excluded.session`;

/** Sessions in SQLite; each change is one transaction. */
export function createSqliteSessions(database: SqliteDatabase): SessionStore {
  const read = (id: string, now: string): SessionRecord | undefined => {
    const sql = 'SELECT session FROM sessions WHERE id = ? AND expires_at > ?';
    return database.rows<SessionRow>(sql, toColumn(id), now).map(toSession)[0];
  };
  return {
    read: (id, now) => database.read(() => read(id, now)),
    change: (id, decide, now) =>
      database.write(() => {
        const next = decide(read(id, now));
        if (next === undefined) return read(id, now);
        if (next.id !== id) throw new Error('a decision may not change the id of its session');
        const { entryId, owner, expiresAt } = next;
        database.run(put, toColumn(id), toColumn(entryId), toColumn(owner), expiresAt, JSON.stringify(next));
        return next;
      }),
    ofEntry: (entryId, now, limit) =>
      database.read(() => {
        const sql = 'SELECT session FROM sessions WHERE entry_id = ? AND expires_at > ? ORDER BY id LIMIT ?';
        return database.rows<SessionRow>(sql, toColumn(entryId), now, limit).map(toSession);
      }),
    count: (owner, now) =>
      database.read(() => {
        const sql = 'SELECT count(*) AS count FROM sessions WHERE owner = ? AND expires_at > ?';
        return database.rows<{ count: number }>(sql, toColumn(owner), now)[0]?.count ?? 0;
      }),
    prune: (now, limit) =>
      database.write(() => {
        const sql = 'SELECT id FROM sessions WHERE expires_at <= ? LIMIT ?';
        const expired = database.rows<{ id: string }>(sql, now, limit);
        for (const { id } of expired) database.run('DELETE FROM sessions WHERE id = ?', id);
        return expired.length;
      }),
  };
}

interface SessionRow {
  session: string;
}

function toSession({ session }: SessionRow): SessionRecord {
  return JSON.parse(session) as SessionRecord;
}
