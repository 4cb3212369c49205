/** The SQLite schema, step by step. A released step is never edited; a change is a new step. */
import type { Clock } from '@dragoman/core/http';
import { timestamp } from '@dragoman/core/http';
import type { Migration, MigrationPlan, SchemaState } from '../migration.js';
import { pendingMigrations, planMigrations } from '../migration.js';
import { StoreOpenError } from '../store-open-error.js';
import type { SqliteDatabase } from './sqlite-database.js';

/** Every migration, in order. */
export const sqliteMigrations: readonly Migration[] = [
  {
    name: 'entries, audit chain, keys, sources and secrets',
    sql: `
      CREATE TABLE entries (
        id TEXT NOT NULL PRIMARY KEY,
        entry TEXT NOT NULL,
        revision INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        created_at TEXT NOT NULL,
        updated_at TEXT NOT NULL,
        deleted_at TEXT
      );
      CREATE UNIQUE INDEX entries_by_seq ON entries (seq);
      CREATE TABLE versions (
        id TEXT NOT NULL REFERENCES entries (id),
        revision INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        at TEXT NOT NULL,
        entry TEXT NOT NULL,
        PRIMARY KEY (id, revision)
      );
      CREATE TABLE audit_records (
        seq INTEGER NOT NULL PRIMARY KEY,
        at TEXT NOT NULL,
        actor TEXT NOT NULL,
        action TEXT NOT NULL,
        target TEXT NOT NULL,
        outcome TEXT NOT NULL,
        code TEXT NOT NULL,
        trace_id TEXT NOT NULL,
        previous TEXT NOT NULL,
        hash TEXT NOT NULL
      );
      CREATE TABLE audit_points (name TEXT NOT NULL PRIMARY KEY, seq INTEGER NOT NULL, hash TEXT NOT NULL);
      INSERT INTO audit_points VALUES ('head', 0, 'genesis'), ('anchor', 0, 'genesis');
      CREATE TABLE keys (
        id TEXT NOT NULL PRIMARY KEY,
        name TEXT NOT NULL,
        subject TEXT NOT NULL,
        hash TEXT NOT NULL,
        scopes TEXT NOT NULL,
        created_at TEXT NOT NULL,
        expires_at TEXT,
        revoked_at TEXT,
        last_used_at TEXT,
        replaced_by TEXT
      );
      CREATE TABLE sources (id TEXT NOT NULL PRIMARY KEY, due_at TEXT NOT NULL, source TEXT NOT NULL);
      CREATE TABLE secrets (name TEXT NOT NULL PRIMARY KEY, secret TEXT NOT NULL);`,
  },
  {
    // Retention removes audit records, so a version records the action and the actor itself.
    name: 'versions say what was done and by whom; sources are found by due time',
    sql: `
      CREATE TABLE versions_with_action (
        id TEXT NOT NULL REFERENCES entries (id),
        revision INTEGER NOT NULL,
        action TEXT NOT NULL,
        actor TEXT NOT NULL,
        at TEXT NOT NULL,
        entry TEXT NOT NULL,
        PRIMARY KEY (id, revision)
      );
      INSERT INTO versions_with_action
        SELECT v.id, v.revision,
          coalesce(r.action, CASE v.revision WHEN 1 THEN 'entry.create' ELSE 'entry.update' END),
          coalesce(r.actor, ''), v.at, v.entry
        FROM versions v LEFT JOIN audit_records r ON r.seq = v.seq;
      DROP TABLE versions;
      ALTER TABLE versions_with_action RENAME TO versions;
      CREATE INDEX sources_by_due_at ON sources (due_at);`,
  },
  {
    name: 'ledger of keyed calls, long-running calls, upstream credentials; audit records may have a detail',
    sql: `
      ALTER TABLE audit_records ADD COLUMN detail TEXT;
      CREATE TABLE ledger (
        scope TEXT NOT NULL,
        key TEXT NOT NULL,
        fingerprint TEXT NOT NULL,
        state TEXT NOT NULL,
        node TEXT NOT NULL,
        started_at TEXT NOT NULL,
        lease_until TEXT NOT NULL,
        expires_at TEXT NOT NULL,
        answer TEXT,
        PRIMARY KEY (scope, key)
      );
      CREATE INDEX ledger_by_expires_at ON ledger (expires_at);
      CREATE TABLE runs (
        id TEXT NOT NULL PRIMARY KEY,
        subject TEXT NOT NULL,
        state TEXT NOT NULL,
        created_at TEXT NOT NULL,
        expires_at TEXT NOT NULL,
        node TEXT NOT NULL,
        lease_until TEXT NOT NULL,
        webhook_at TEXT,
        run TEXT NOT NULL
      );
      CREATE INDEX runs_by_subject ON runs (subject, created_at, id);
      CREATE INDEX runs_open_by_lease ON runs (lease_until) WHERE state IN ('queued', 'running');
      CREATE INDEX runs_by_webhook_at ON runs (webhook_at) WHERE webhook_at IS NOT NULL;
      CREATE INDEX runs_by_expires_at ON runs (expires_at);
      CREATE TABLE credentials (
        id TEXT NOT NULL PRIMARY KEY,
        agent_id TEXT NOT NULL,
        subject TEXT,
        kind TEXT NOT NULL,
        name TEXT NOT NULL,
        sealed TEXT NOT NULL,
        sealed_with TEXT NOT NULL,
        created_at TEXT NOT NULL,
        created_by TEXT NOT NULL,
        updated_at TEXT NOT NULL,
        last_used_at TEXT
      );
      CREATE INDEX credentials_by_agent ON credentials (agent_id, created_at, id);`,
  },
  {
    name: 'designs with their versions; what looks at sources found',
    sql: `
      CREATE TABLE designs (
        kind TEXT NOT NULL,
        id TEXT NOT NULL,
        version INTEGER NOT NULL,
        deleted INTEGER NOT NULL,
        design TEXT NOT NULL,
        PRIMARY KEY (kind, id)
      );
      CREATE TABLE design_versions (
        kind TEXT NOT NULL,
        id TEXT NOT NULL,
        version INTEGER NOT NULL,
        kept TEXT NOT NULL,
        PRIMARY KEY (kind, id, version)
      );
      CREATE TABLE source_looks (
        source_id TEXT NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        look TEXT NOT NULL,
        PRIMARY KEY (source_id, number)
      );`,
  },
  {
    name: 'sessions with services',
    sql: `
      CREATE TABLE sessions (
        id TEXT NOT NULL PRIMARY KEY,
        entry_id TEXT NOT NULL,
        owner TEXT NOT NULL,
        expires_at TEXT NOT NULL,
        session TEXT NOT NULL
      );
      CREATE INDEX sessions_by_entry ON sessions (entry_id, id);
      CREATE INDEX sessions_by_owner ON sessions (owner);
      CREATE INDEX sessions_by_expiry ON sessions (expires_at);`,
  },
  {
    name: 'vectors of texts, and what callers say of agents',
    sql: `
      CREATE TABLE vectors (
        model TEXT NOT NULL,
        hash TEXT NOT NULL,
        packed TEXT NOT NULL,
        PRIMARY KEY (model, hash)
      ) WITHOUT ROWID;
      CREATE TABLE feedback (
        entry_id TEXT NOT NULL,
        operation TEXT NOT NULL,
        subject TEXT NOT NULL,
        at TEXT NOT NULL,
        record TEXT NOT NULL,
        PRIMARY KEY (entry_id, operation, subject)
      );
      CREATE INDEX feedback_by_subject ON feedback (subject);`,
  },
  {
    name: 'conduct of operations',
    sql: `
      CREATE TABLE conduct (
        entry_id TEXT NOT NULL,
        operation TEXT NOT NULL,
        at TEXT NOT NULL,
        sums TEXT NOT NULL,
        PRIMARY KEY (entry_id, operation)
      );
      CREATE INDEX conduct_by_time ON conduct (at, entry_id, operation);`,
  },
  {
    name: 'running servers',
    sql: `
      CREATE TABLE nodes (
        id TEXT NOT NULL PRIMARY KEY,
        model TEXT NOT NULL,
        seen_at TEXT NOT NULL
      );`,
  },
  {
    name: 'calls that have left and not ended',
    sql: `
      CREATE TABLE intents (
        id TEXT NOT NULL PRIMARY KEY,
        node TEXT NOT NULL,
        lease_until TEXT NOT NULL,
        draft TEXT NOT NULL
      );`,
  },
  {
    name: 'trial writes',
    sql: 'CREATE TABLE write_trials (trial BLOB NOT NULL);',
  },
  {
    name: 'traces of keyed writes',
    sql: 'ALTER TABLE ledger ADD COLUMN trace TEXT;',
  },
  {
    name: 'search for audit records',
    sql: `
      CREATE TABLE audit_segments (
        first INTEGER NOT NULL PRIMARY KEY,
        since TEXT NOT NULL,
        until TEXT NOT NULL,
        filter BLOB NOT NULL
      );`,
  },
  {
    name: 'saved items',
    sql: `
      CREATE TABLE saved (
        id TEXT NOT NULL PRIMARY KEY,
        subject TEXT NOT NULL,
        kind TEXT NOT NULL,
        agent_id TEXT NOT NULL,
        operation TEXT NOT NULL,
        at TEXT NOT NULL,
        expires_at TEXT NOT NULL,
        record TEXT NOT NULL
      );
      CREATE INDEX saved_by_subject ON saved (subject, kind, at, id);
      CREATE INDEX saved_by_expiry ON saved (expires_at);`,
  },
  {
    name: 'usage of services over time',
    sql: `
      CREATE TABLE usage (
        service TEXT NOT NULL,
        step INTEGER NOT NULL,
        at TEXT NOT NULL,
        calls INTEGER NOT NULL,
        errors INTEGER NOT NULL,
        refused INTEGER NOT NULL,
        limited INTEGER NOT NULL,
        d0 INTEGER NOT NULL,
        d1 INTEGER NOT NULL,
        d2 INTEGER NOT NULL,
        d3 INTEGER NOT NULL,
        d4 INTEGER NOT NULL,
        d5 INTEGER NOT NULL,
        d6 INTEGER NOT NULL,
        d7 INTEGER NOT NULL,
        d8 INTEGER NOT NULL,
        d9 INTEGER NOT NULL,
        d10 INTEGER NOT NULL,
        d11 INTEGER NOT NULL,
        d12 INTEGER NOT NULL,
        PRIMARY KEY (service, step, at)
      ) WITHOUT ROWID;
      CREATE INDEX usage_by_time ON usage (step, at);`,
  },
  {
    name: 'login sessions of browsers',
    sql: `
      CREATE TABLE logins (
        id TEXT NOT NULL PRIMARY KEY,
        hash TEXT NOT NULL UNIQUE,
        subject TEXT NOT NULL,
        created_at TEXT NOT NULL,
        last_used_at TEXT NOT NULL,
        expires_at TEXT NOT NULL,
        login TEXT NOT NULL
      );
      CREATE INDEX logins_by_subject ON logins (subject, created_at);
      CREATE INDEX logins_by_expiry ON logins (expires_at);`,
  },
  {
    name: 'users of a provider',
    sql: `
      CREATE TABLE users (
        subject TEXT NOT NULL PRIMARY KEY,
        last_login_at TEXT NOT NULL,
        last_seen_at TEXT NOT NULL,
        person TEXT NOT NULL
      );
      CREATE INDEX users_by_login ON users (last_login_at, subject);
      CREATE INDEX users_by_sight ON users (last_seen_at);`,
  },
  {
    name: 'approvals by people',
    sql: `
      CREATE TABLE approvals (
        id TEXT NOT NULL PRIMARY KEY,
        binding TEXT NOT NULL,
        subject TEXT NOT NULL,
        owner TEXT NOT NULL,
        agent_id TEXT NOT NULL,
        state TEXT NOT NULL,
        created_at TEXT NOT NULL,
        expires_at TEXT NOT NULL,
        record TEXT NOT NULL
      );
      CREATE INDEX approvals_by_binding ON approvals (binding);
      CREATE INDEX approvals_by_subject ON approvals (subject, state);
      CREATE INDEX approvals_by_time ON approvals (created_at, id);
      CREATE INDEX approvals_by_state ON approvals (state, expires_at);`,
  },
  {
    name: 'versions of running servers',
    sql: "ALTER TABLE nodes ADD COLUMN version TEXT NOT NULL DEFAULT ''",
  },
  {
    // The columns accept bytes as they are; the step keeps programs out that cannot read them.
    name: 'large entries are compressed',
    sql: 'SELECT 1',
  },
];

const createRegister =
  'CREATE TABLE IF NOT EXISTS schema_migrations (version INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL, applied_at TEXT NOT NULL)';

/** Migrates a database to the newest schema in one transaction; returns the applied versions. */
export function migrateSqlite(
  database: SqliteDatabase,
  clock: Clock,
  { path, migrations = sqliteMigrations }: { path: string; migrations?: readonly Migration[] },
): Promise<number[]> {
  return database.write(() => {
    refuseForeign(database, path);
    database.execute(createRegister);
    // A read-only file fails at the first writing statement, which is better done now.
    database.run('DELETE FROM schema_migrations WHERE version < 0');
    const pending = pendingMigrations(migrations, readState(database), `The database file ${path}`);
    for (const migration of pending) {
      database.execute(migration.sql);
      const { version, name } = migration;
      database.run('INSERT INTO schema_migrations VALUES (?, ?, ?)', version, name, timestamp(clock));
    }
    return pending.map((migration) => migration.version);
  });
}

/** One program at a time uses the file, so that every step needs the program that knows it. */
function readState(database: SqliteDatabase): SchemaState {
  const [row] = database.rows<{ version: number | null }>('SELECT max(version) AS version FROM schema_migrations');
  return { version: row?.version ?? 0, needs: row?.version ?? 0 };
}

/** What migrating a file would do; changes nothing in it. */
export function planSqlite(database: SqliteDatabase, path: string): Promise<MigrationPlan> {
  return database.read(() => {
    refuseForeign(database, path);
    const [table] = database.rows("SELECT 1 FROM sqlite_master WHERE name = 'schema_migrations'");
    const state = table === undefined ? { version: 0, needs: 0 } : readState(database);
    return planMigrations(sqliteMigrations, state, `The database file ${path}`);
  });
}

/** Never modify another program's database. */
function refuseForeign(database: SqliteDatabase, path: string) {
  const tables = database.rows<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'");
  if (tables.length === 0 || tables.some(({ name }) => name === 'schema_migrations')) return;
  throw new StoreOpenError(
    `The database file ${path} belongs to another program.`,
    'Name another file; a missing one is created.',
  );
}
