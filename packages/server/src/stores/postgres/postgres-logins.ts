/** Login sessions in PostgreSQL. */
import type { LoginRecord, LoginStore, UserFacts, UserRecord } from '@dragoman/core/engine';
import { userAfterLogin } from '@dragoman/core/engine';
import { toColumn } from '../column-text.js';
import { appendRecord } from './postgres-audit.js';
import type { PostgresDatabase, PostgresQuery } from './postgres-database.js';

/** Login sessions in PostgreSQL; logins and logouts are audited in their transaction. */
export function createPostgresLogins(database: PostgresDatabase): LoginStore {
  const { schema } = database;
  const table = `${schema}.logins`;
  const users = `${schema}.users`;
  return {
    add: (login, audit, facts) =>
      database.transact(async (query) => {
        const { id, hash, subject, createdAt, lastUsedAt, expiresAt } = login;
        await query(
          `INSERT INTO ${table} (id, hash, subject, created_at, last_used_at, expires_at, login) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
          [id, hash, toColumn(subject), createdAt, lastUsedAt, expiresAt, JSON.stringify(login)],
        );
        if (facts !== undefined) await putUser(query, users, login, facts);
        await appendRecord(query, schema, audit);
      }),
    async find(hash, now) {
      const sql = `SELECT login, last_used_at FROM ${table} WHERE hash = $1 AND expires_at > $2`;
      return (await database.query<LoginRow>(sql, [toColumn(hash), now])).rows.map(toLogin)[0];
    },
    async ofSubject(subject, now, limit) {
      const sql = `SELECT login, last_used_at FROM ${table} WHERE subject = $1 AND expires_at > $2
        ORDER BY created_at DESC, id DESC LIMIT $3`;
      return (await database.query<LoginRow>(sql, [toColumn(subject), now, limit])).rows.map(toLogin);
    },
    async all(now, limit) {
      const sql = `SELECT login, last_used_at FROM ${table} WHERE expires_at > $1 ORDER BY created_at DESC, id DESC LIMIT $2`;
      return (await database.query<LoginRow>(sql, [now, limit])).rows.map(toLogin);
    },
    async read(id, now) {
      const sql = `SELECT login, last_used_at FROM ${table} WHERE id = $1 AND expires_at > $2`;
      return (await database.query<LoginRow>(sql, [toColumn(id), now])).rows.map(toLogin)[0];
    },
    async users(limit) {
      const sql = `SELECT person, last_seen_at FROM ${users} ORDER BY last_login_at DESC, subject DESC LIMIT $1`;
      return (await database.query<UserRow>(sql, [limit])).rows.map(toUser);
    },
    async touch(id, at) {
      const used = `UPDATE ${table} SET last_used_at = $1 WHERE id = $2 AND last_used_at < $1`;
      await database.query(used, [at, toColumn(id)]);
      const seen = `UPDATE ${users} SET last_seen_at = $1
        WHERE subject = (SELECT subject FROM ${table} WHERE id = $2) AND last_seen_at < $1`;
      await database.query(seen, [at, toColumn(id)]);
    },
    remove: (id, audit) =>
      database.transact(async (query) => {
        const { rows } = await query(`DELETE FROM ${table} WHERE id = $1 RETURNING id`, [toColumn(id)]);
        if (rows.length === 0) return false;
        await appendRecord(query, schema, audit);
        return true;
      }),
    async prune(now, limit) {
      const sql = `DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} WHERE expires_at <= $1 LIMIT $2) RETURNING id`;
      return (await database.query<{ id: string }>(sql, [now, limit])).rows.length;
    },
    async pruneUsers(seenBefore, limit) {
      const sql = `DELETE FROM ${users} WHERE subject IN (SELECT subject FROM ${users} WHERE last_seen_at < $1 LIMIT $2) RETURNING subject`;
      return (await database.query<{ subject: string }>(sql, [seenBefore, limit])).rows.length;
    },
  };
}

async function putUser(query: PostgresQuery, table: string, login: LoginRecord, facts: UserFacts): Promise<void> {
  const subject = toColumn(login.subject);
  const sql = `SELECT person, last_seen_at FROM ${table} WHERE subject = $1 FOR UPDATE`;
  const [before] = (await query<UserRow>(sql, [subject])).rows.map(toUser);
  const user = userAfterLogin(before, login, facts);
  await query(
    `INSERT INTO ${table} (subject, last_login_at, last_seen_at, person) VALUES ($1, $2, $3, $4)
      ON CONFLICT (subject) DO UPDATE SET last_login_at = EXCLUDED.last_login_at, last_seen_at = EXCLUDED.last_seen_at, person = EXCLUDED.person`,
    [subject, user.lastLoginAt, user.lastSeenAt, JSON.stringify(user)],
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
