/** The PostgreSQL schema, step by step. A released step is never edited; a change is a new step. */
import type { Clock } from '@dragoman/core/http';
import { timestamp } from '@dragoman/core/http';
import type { Migration, MigrationPlan, SchemaState } from '../migration.js';
import { pendingMigrations, planMigrations } from '../migration.js';
import type { PostgresDatabase, PostgresQuery } from './postgres-database.js';
import { searchTables, setAsideTable } from './search/search-tables.js';

/**
 * Every migration, in order; run with the store's schema as search path. Ids may exceed the size limit of an index,
 * so rows are found by the id's SHA-256 (`key`) and sorted by the id's beginning.
 */
export const postgresMigrations: readonly Migration[] = [
  {
    name: 'entries, audit chain, keys, sources and secrets',
    sql: `
      CREATE TABLE entries (
        key bytea PRIMARY KEY,
        id text COLLATE "C" NOT NULL,
        entry text NOT NULL,
        revision integer NOT NULL,
        seq bigint NOT NULL,
        created_at text COLLATE "C" NOT NULL,
        updated_at text COLLATE "C" NOT NULL,
        deleted_at text COLLATE "C"
      );
      CREATE UNIQUE INDEX entries_by_seq ON entries (seq);
      CREATE INDEX entries_live_by_id ON entries (left(id, 200)) WHERE deleted_at IS NULL;
      CREATE TABLE versions (
        key bytea NOT NULL REFERENCES entries (key),
        revision integer NOT NULL,
        seq bigint NOT NULL,
        at text COLLATE "C" NOT NULL,
        entry text NOT NULL,
        PRIMARY KEY (key, revision)
      );
      CREATE TABLE audit_records (
        seq bigint PRIMARY KEY,
        at text COLLATE "C" NOT NULL,
        actor text COLLATE "C" NOT NULL,
        action text COLLATE "C" NOT NULL,
        target text COLLATE "C" NOT NULL,
        outcome text NOT NULL,
        code text NOT NULL,
        trace_id text NOT NULL,
        previous text NOT NULL,
        hash text NOT NULL
      );
      CREATE TABLE audit_points (name text PRIMARY KEY, seq bigint NOT NULL, hash text NOT NULL);
      INSERT INTO audit_points VALUES ('head', 0, 'genesis'), ('anchor', 0, 'genesis');
      CREATE TABLE keys (
        id text COLLATE "C" PRIMARY KEY,
        name text NOT NULL,
        subject text NOT NULL,
        hash text NOT NULL,
        scopes text NOT NULL,
        created_at text COLLATE "C" NOT NULL,
        expires_at text COLLATE "C",
        revoked_at text COLLATE "C",
        last_used_at text COLLATE "C",
        replaced_by text
      );
      CREATE TABLE sources (
        key bytea PRIMARY KEY,
        id text COLLATE "C" NOT NULL,
        due_at text COLLATE "C" NOT NULL,
        source text NOT NULL
      );
      CREATE TABLE secrets (name text PRIMARY KEY, secret text NOT NULL);`,
  },
  {
    // Retention removes audit records, so a version records the action and the actor itself.
    name: 'versions say what was done and by whom; sources are found by due time',
    sql: `
      ALTER TABLE versions ADD COLUMN action text, ADD COLUMN actor text;
      UPDATE versions SET action = r.action, actor = r.actor FROM audit_records r WHERE r.seq = versions.seq;
      UPDATE versions SET action = CASE revision WHEN 1 THEN 'entry.create' ELSE 'entry.update' END, actor = ''
        WHERE action IS NULL;
      ALTER TABLE versions ALTER COLUMN action SET NOT NULL, ALTER COLUMN actor SET NOT NULL, DROP COLUMN seq;
      CREATE INDEX sources_by_due_at ON sources (due_at);`,
  },
  {
    // Scopes, subjects and ids of entries may exceed the size limit of an index; rows are found by their SHA-256.
    name: 'ledger of keyed calls, long-running calls, upstream credentials; audit records may have a detail',
    sql: `
      ALTER TABLE audit_records ADD COLUMN detail text;
      CREATE TABLE ledger (
        place bytea PRIMARY KEY,
        scope text COLLATE "C" NOT NULL,
        key text COLLATE "C" NOT NULL,
        fingerprint text NOT NULL,
        state text NOT NULL,
        node text NOT NULL,
        started_at text COLLATE "C" NOT NULL,
        lease_until text COLLATE "C" NOT NULL,
        expires_at text COLLATE "C" NOT NULL,
        answer text
      );
      CREATE INDEX ledger_by_expires_at ON ledger (expires_at);
      CREATE TABLE runs (
        id text COLLATE "C" PRIMARY KEY,
        subject_key bytea NOT NULL,
        state text NOT NULL,
        created_at text COLLATE "C" NOT NULL,
        expires_at text COLLATE "C" NOT NULL,
        node text NOT NULL,
        lease_until text COLLATE "C" NOT NULL,
        webhook_at text COLLATE "C",
        run text NOT NULL
      );
      CREATE INDEX runs_by_subject ON runs (subject_key, created_at, id);
      CREATE INDEX runs_open_by_lease ON runs (lease_until) WHERE state IN ('queued', 'running');
      CREATE INDEX runs_by_webhook_at ON runs (webhook_at) WHERE webhook_at IS NOT NULL;
      CREATE INDEX runs_by_expires_at ON runs (expires_at);
      CREATE TABLE credentials (
        id text COLLATE "C" PRIMARY KEY,
        agent_key bytea NOT NULL,
        agent_id text NOT NULL,
        subject text,
        kind text NOT NULL,
        name text NOT NULL,
        sealed text NOT NULL,
        sealed_with text NOT NULL,
        created_at text COLLATE "C" NOT NULL,
        created_by text NOT NULL,
        updated_at text COLLATE "C" NOT NULL,
        last_used_at text COLLATE "C"
      );
      CREATE INDEX credentials_by_agent ON credentials (agent_key, created_at, id);`,
  },
  {
    name: 'designs with their versions; what looks at sources found',
    sql: `
      CREATE TABLE designs (
        kind text NOT NULL,
        id text COLLATE "C" NOT NULL,
        version integer NOT NULL,
        deleted boolean NOT NULL,
        design text NOT NULL,
        PRIMARY KEY (kind, id)
      );
      CREATE TABLE design_versions (
        kind text NOT NULL,
        id text COLLATE "C" NOT NULL,
        version integer NOT NULL,
        kept text NOT NULL,
        PRIMARY KEY (kind, id, version)
      );
      CREATE TABLE source_looks (
        source_key bytea NOT NULL REFERENCES sources (key) ON DELETE CASCADE,
        number integer NOT NULL,
        look text NOT NULL,
        PRIMARY KEY (source_key, number)
      );`,
  },
  {
    name: 'sessions with services',
    sql: `
      CREATE TABLE sessions (
        id text COLLATE "C" NOT NULL PRIMARY KEY,
        entry_id text NOT NULL,
        owner text NOT NULL,
        expires_at text NOT NULL,
        session text NOT NULL
      );
      CREATE INDEX sessions_by_entry ON sessions (entry_id, id);
      CREATE INDEX sessions_by_owner ON sessions (owner);
      CREATE INDEX sessions_by_expiry ON sessions (expires_at);`,
  },
  {
    name: 'vectors of texts, and what callers say of agents',
    sql: `
      CREATE TABLE vectors (
        model text COLLATE "C" NOT NULL,
        hash text COLLATE "C" NOT NULL,
        packed bytea NOT NULL,
        PRIMARY KEY (model, hash)
      );
      CREATE TABLE feedback (
        entry_id text COLLATE "C" NOT NULL,
        operation text COLLATE "C" NOT NULL,
        subject text COLLATE "C" NOT NULL,
        at text NOT NULL,
        record text NOT NULL,
        PRIMARY KEY (entry_id, operation, subject)
      );
      CREATE INDEX feedback_by_subject ON feedback (subject);`,
  },
  {
    name: 'conduct of operations',
    sql: `
      CREATE TABLE conduct (
        key bytea PRIMARY KEY,
        entry_id text NOT NULL,
        operation text NOT NULL,
        at text COLLATE "C" NOT NULL,
        sums text NOT NULL
      );
      CREATE INDEX conduct_by_time ON conduct (at, key);`,
  },
  {
    name: 'running servers',
    sql: `
      CREATE TABLE nodes (
        id text COLLATE "C" NOT NULL PRIMARY KEY,
        model text COLLATE "C" NOT NULL,
        seen_at text COLLATE "C" NOT NULL
      );`,
  },
  {
    name: 'calls that have left and not ended',
    sql: `
      CREATE TABLE intents (
        id text COLLATE "C" NOT NULL PRIMARY KEY,
        node text COLLATE "C" NOT NULL,
        lease_until text COLLATE "C" NOT NULL,
        draft text NOT NULL
      );`,
  },
  {
    name: 'trial writes',
    sql: `
      CREATE TABLE write_trials (count bigint NOT NULL);
      INSERT INTO write_trials VALUES (0);`,
  },
  {
    name: 'traces of keyed writes',
    sql: 'ALTER TABLE ledger ADD COLUMN trace text;',
  },
  {
    name: 'search for audit records',
    sql: `
      CREATE INDEX audit_records_by_time ON audit_records (at, seq);
      CREATE INDEX audit_records_by_target ON audit_records (left(target, 200), seq);
      CREATE INDEX audit_records_by_actor ON audit_records (left(actor, 200), seq);
      CREATE INDEX audit_records_by_trace ON audit_records (left(trace_id, 200));
      CREATE INDEX audit_records_by_code ON audit_records (left(code, 200), seq) WHERE code <> '';
      CREATE INDEX audit_records_by_outcome ON audit_records (left(outcome, 200), seq) WHERE outcome <> 'done';`,
  },
  {
    name: 'saved items',
    sql: `
      CREATE TABLE saved (
        id text NOT NULL PRIMARY KEY,
        subject text NOT NULL,
        kind text NOT NULL,
        agent_id text NOT NULL,
        operation text NOT NULL,
        at text NOT NULL,
        expires_at text NOT NULL,
        record text NOT NULL
      );
      CREATE INDEX saved_by_subject ON saved (subject, kind, at, id);
      CREATE INDEX saved_by_expiry ON saved (expires_at);`,
  },
  {
    name: 'usage of services over time',
    sql: `
      CREATE TABLE usage (
        key bytea NOT NULL,
        service text NOT NULL,
        step integer NOT NULL,
        at text COLLATE "C" NOT NULL,
        calls bigint NOT NULL,
        errors bigint NOT NULL,
        refused bigint NOT NULL,
        limited bigint NOT NULL,
        d0 bigint NOT NULL,
        d1 bigint NOT NULL,
        d2 bigint NOT NULL,
        d3 bigint NOT NULL,
        d4 bigint NOT NULL,
        d5 bigint NOT NULL,
        d6 bigint NOT NULL,
        d7 bigint NOT NULL,
        d8 bigint NOT NULL,
        d9 bigint NOT NULL,
        d10 bigint NOT NULL,
        d11 bigint NOT NULL,
        d12 bigint NOT NULL,
        PRIMARY KEY (key, step, at)
      );
      CREATE INDEX usage_by_time ON usage (step, at);`,
  },
  {
    name: 'login sessions of browsers',
    sql: `
      CREATE TABLE logins (
        id text NOT NULL PRIMARY KEY,
        hash text NOT NULL UNIQUE,
        subject text NOT NULL,
        created_at text NOT NULL,
        last_used_at text NOT NULL,
        expires_at text NOT NULL,
        login text NOT NULL
      );
      CREATE INDEX logins_by_subject ON logins (subject, created_at);
      CREATE INDEX logins_by_expiry ON logins (expires_at);`,
  },
  {
    name: 'users of a provider',
    sql: `
      CREATE TABLE users (
        subject text NOT NULL PRIMARY KEY,
        last_login_at text NOT NULL,
        last_seen_at text NOT NULL,
        person text NOT NULL
      );
      CREATE INDEX users_by_login ON users (last_login_at, subject);
      CREATE INDEX users_by_sight ON users (last_seen_at);`,
  },
  {
    name: 'approvals by people',
    sql: `
      CREATE TABLE approvals (
        id text NOT NULL PRIMARY KEY,
        binding text NOT NULL,
        subject text NOT NULL,
        owner text NOT NULL,
        agent_id text NOT NULL,
        state text NOT NULL,
        created_at text NOT NULL,
        expires_at text NOT NULL,
        record text NOT NULL
      );
      CREATE INDEX approvals_by_binding ON approvals (binding);
      CREATE INDEX approvals_by_subject ON approvals (subject, state);
      CREATE INDEX approvals_by_time ON approvals (created_at, id);
      CREATE INDEX approvals_by_state ON approvals (state, expires_at);`,
  },
  {
    // Triggers, so that changes by a server of an earlier version are noticed, too.
    name: 'changes for other nodes',
    sql: `
      CREATE TABLE change_marks (part text NOT NULL PRIMARY KEY, value bigint NOT NULL);
      INSERT INTO change_marks VALUES ('keys', 0);
      CREATE FUNCTION notify_change() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF TG_TABLE_NAME = 'keys' THEN
            EXECUTE format('UPDATE %I.change_marks SET value = value + 1 WHERE part = ''keys''', TG_TABLE_SCHEMA);
          END IF;
          PERFORM pg_notify('dragoman_changes', TG_TABLE_SCHEMA || ' ' || TG_TABLE_NAME);
          RETURN NULL;
        END $$;
      CREATE TRIGGER notify_entries AFTER INSERT OR UPDATE OR DELETE ON entries
        FOR EACH STATEMENT EXECUTE FUNCTION notify_change();
      CREATE TRIGGER notify_keys AFTER INSERT OR DELETE ON keys
        FOR EACH STATEMENT EXECUTE FUNCTION notify_change();
      CREATE TRIGGER notify_changed_keys AFTER UPDATE ON keys
        FOR EACH ROW WHEN (to_jsonb(OLD) - 'last_used_at' IS DISTINCT FROM to_jsonb(NEW) - 'last_used_at')
        EXECUTE FUNCTION notify_change();`,
  },
  {
    name: 'versions of running servers',
    expands: true,
    sql: "ALTER TABLE nodes ADD COLUMN version text NOT NULL DEFAULT ''",
  },
  { name: 'search in the database', expands: true, sql: searchTables },
  { name: 'entries that could not be indexed', expands: true, sql: setAsideTable },
];

/** Name of the advisory lock that serializes migrations of nodes. */
const lockName = 'dragoman.migrations';

/** Waits until no other node changes the schema; locked until the transaction ends. */
export async function lockSchema(query: PostgresQuery): Promise<void> {
  await query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [lockName]);
}

/** Migrates the schema in one transaction, one node at a time; returns the applied versions. */
export function migratePostgres(
  database: PostgresDatabase,
  clock: Clock,
  { where, migrations = postgresMigrations }: { where: string; migrations?: readonly Migration[] },
): Promise<number[]> {
  const { schema } = database;
  return database.transact(async (query) => {
    await lockSchema(query);
    await createSchema(query, schema);
    await query(`SET LOCAL search_path TO ${schema}`);
    await query(
      'CREATE TABLE IF NOT EXISTS schema_migrations (version integer PRIMARY KEY, name text NOT NULL, applied_at text NOT NULL)',
    );
    if (!(await hasNeeds(query))) await query('ALTER TABLE schema_migrations ADD COLUMN needs integer');
    const pending = pendingMigrations(migrations, await readState(query), `The schema ${schema} of ${where}`);
    for (const { version, name, needs, sql } of pending) {
      await query(sql);
      await query('INSERT INTO schema_migrations VALUES ($1, $2, $3, $4)', [version, name, timestamp(clock), needs]);
    }
    return pending.map(({ version }) => version);
  });
}

/** Steps of earlier programs do not say what they need: only programs that know them. */
async function hasNeeds(query: PostgresQuery): Promise<boolean> {
  const sql = `SELECT 1 FROM pg_attribute WHERE attrelid = 'schema_migrations'::regclass AND attname = 'needs'`;
  return (await query(sql)).count > 0;
}

async function readState(query: PostgresQuery): Promise<SchemaState> {
  const needs = (await hasNeeds(query)) ? 'coalesce(needs, version)' : 'version';
  const sql = `SELECT coalesce(max(version), 0) AS version, coalesce(max(${needs}), 0) AS needs FROM schema_migrations`;
  const { rows } = await query<SchemaState>(sql);
  return rows[0] ?? { version: 0, needs: 0 };
}

/** What migrating the schema would do; changes nothing. */
export function planPostgres(database: PostgresDatabase, where: string): Promise<MigrationPlan> {
  return database.transact(async (query) => {
    await query(`SET LOCAL search_path TO ${database.schema}`);
    const { rows } = await query<{ found: boolean }>(`SELECT to_regclass('schema_migrations') IS NOT NULL AS found`);
    const state = rows[0]?.found === true ? await readState(query) : { version: 0, needs: 0 };
    return planMigrations(postgresMigrations, state, where);
  });
}

/** Check first: creating requires a permission that a user with an existing schema may not have. */
async function createSchema(query: PostgresQuery, schema: string) {
  const { rows } = await query<{ found: boolean }>('SELECT to_regnamespace($1) IS NOT NULL AS found', [schema]);
  if (rows[0]?.found !== true) await query(`CREATE SCHEMA ${schema}`);
}
