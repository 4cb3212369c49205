/** Login sessions in SQLite. */
import type { LoginRecord, LoginStore, UserFacts, UserRecord } from '@dragoman/core/engine';
import { userAfterLogin } from '@dragoman/core/engine';
import { toColumn } from '../column-text.js';
import { appendRecord } from './sqlite-audit.js';
import type { SqliteDatabase } from './sqlite-database.js';

/** Login sessions in SQLite; logins and logouts are audited in their transaction. */
export function createSqliteLogins(database: SqliteDatabase): LoginStore {
  return {
    add: (login, audit, facts) =>
      database.write(() => {
        const { id, hash, subject, createdAt, lastUsedAt, expiresAt } = login;
        database.run(
          'INSERT INTO logins (id, hash, subject, created_at, last_used_at, expires_at, login) VALUES (?, ?, ?, ?, ?, ?, ?)',
          ...[id, hash, toColumn(subject), createdAt, lastUsedAt, expiresAt, JSON.stringify(login)],
        );
        if (facts !== undefined) putUser(database, login, facts);
        appendRecord(database, audit);
      }),
    find: (hash, now) =>
      database.read(() => {
        const sql = 'SELECT login, last_used_at FROM logins WHERE hash = ? AND expires_at > ?';
        return database.rows<LoginRow>(sql, toColumn(hash), now).map(toLogin)[0];
      }),
    ofSubject: (subject, now, limit) =>
      database.read(() => {
        const sql =
          'SELECT login, last_used_at FROM logins WHERE subject = ? AND expires_at > ? ORDER BY created_at DESC, id DESC LIMIT ?';
        return database.rows<LoginRow>(sql, toColumn(subject), now, limit).map(toLogin);
      }),
    all: (now, limit) =>
      database.read(() => {
        const sql =
          'SELECT login, last_used_at FROM logins WHERE expires_at > ? ORDER BY created_at DESC, id DESC LIMIT ?';
        return database.rows<LoginRow>(sql, now, limit).map(toLogin);
      }),
    read: (id, now) =>
      database.read(() => {
        const sql = 'SELECT login, last_used_at FROM logins WHERE id = ? AND expires_at > ?';
        return database.rows<LoginRow>(sql, toColumn(id), now).map(toLogin)[0];
      }),
    users: (limit) =>
      database.read(() => {
        const sql = 'SELECT person, last_seen_at FROM users ORDER BY last_login_at DESC, subject DESC LIMIT ?';
        return database.rows<UserRow>(sql, limit).map(toUser);
      }),
    touch: (id, at) =>
      database.write(() => {
        database.run('UPDATE logins SET last_used_at = ?1 WHERE id = ?2 AND last_used_at < ?1', at, toColumn(id));
        database.run(
          'UPDATE users SET last_seen_at = ?1 WHERE subject = (SELECT subject FROM logins WHERE id = ?2) AND last_seen_at < ?1',
          at,
          toColumn(id),
        );
      }),
    remove: (id, audit) =>
      database.write(() => {
        if (database.rows('SELECT 1 FROM logins WHERE id = ?', toColumn(id)).length === 0) return false;
        database.run('DELETE FROM logins WHERE id = ?', toColumn(id));
        appendRecord(database, audit);
        return true;
      }),
    prune: (now, limit) =>
      database.write(() => {
        const expired = database.rows<{ id: string }>(
          'SELECT id FROM logins WHERE expires_at <= ? LIMIT ?',
          now,
          limit,
        );
        for (const { id } of expired) database.run('DELETE FROM logins WHERE id = ?', id);
        return expired.length;
      }),
    pruneUsers: (seenBefore, limit) =>
      database.write(() => {
        const sql = 'SELECT subject FROM users WHERE last_seen_at < ? LIMIT ?';
        const old = database.rows<{ subject: string }>(sql, seenBefore, limit);
        for (const { subject } of old) database.run('DELETE FROM users WHERE subject = ?', subject);
        return old.length;
      }),
  };
}

function putUser(database: SqliteDatabase, login: LoginRecord, facts: UserFacts): void {
  const subject = toColumn(login.subject);
  const [row] = database.rows<UserRow>('SELECT person, last_seen_at FROM users WHERE subject = ?', subject);
  const user = userAfterLogin(row === undefined ? undefined : toUser(row), login, facts);
  database.run(
    'INSERT OR REPLACE INTO users (subject, last_login_at, last_seen_at, person) VALUES (?, ?, ?, ?)',
    ...[subject, user.lastLoginAt, user.lastSeenAt, JSON.stringify(user)],
  );
}

interface UserRow {
  person: string;
  last_seen_at: string;
}

function toUser({ person, last_seen_at: lastSeenAt }: UserRow): UserRecord {
  return { ...(JSON.parse(person) as UserRecord), lastSeenAt };
}

interface LoginRow {
  login: string;
  last_used_at: string;
}

function toLogin({ login, last_used_at: lastUsedAt }: LoginRow): LoginRecord {
  return { ...(JSON.parse(login) as LoginRecord), lastUsedAt };
}
