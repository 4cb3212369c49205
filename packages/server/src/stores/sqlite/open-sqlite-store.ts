/** The SQLite store in one file: the embedded default. Several processes may share the file. */
import type { Store } from '@dragoman/core/engine';
import { storedSecret } from '@dragoman/core/engine';
import type { Clock } from '@dragoman/core/http';
import { isFailure } from '@dragoman/model';
import type { MigrationPlan } from '../migration.js';
import type { StoreLogger } from '../store-logger.js';
import { silentLogger } from '../store-logger.js';
import { createWriteQueue } from '../write-queue.js';
import { RunSummaries } from './run-summaries.js';
import { createSqliteApprovals } from './sqlite-approvals.js';
import { createSqliteAudit } from './sqlite-audit.js';
import { createSqliteConduct } from './sqlite-call-stats.js';
import { createSqliteCredentials } from './sqlite-credentials.js';
import type { SqliteDatabase, SqliteDatabaseOptions } from './sqlite-database.js';
import { openSqliteDatabase } from './sqlite-database.js';
import { createSqliteDesigns } from './sqlite-designs.js';
import type { LastWritten } from './sqlite-entries.js';
import { createSqliteEntries, runSqliteBatch } from './sqlite-entries.js';
import { isFull, toSqliteOpenError } from './sqlite-failure.js';
import { createSqliteFeedback } from './sqlite-feedback.js';
import { createSqliteIntents } from './sqlite-intents.js';
import { createSqliteKeys } from './sqlite-keys.js';
import { createSqliteLedger } from './sqlite-ledger.js';
import { createSqliteLogins } from './sqlite-logins.js';
import { migrateSqlite, planSqlite } from './sqlite-migrations.js';
import { createSqliteNodes } from './sqlite-nodes.js';
import { createSqliteRuns } from './sqlite-runs.js';
import { createSqliteSaved } from './sqlite-saved.js';
import { createSqliteSecrets } from './sqlite-secrets.js';
import { createSqliteSessions } from './sqlite-sessions.js';
import { createSqliteSources } from './sqlite-sources.js';
import { createSqliteUsage } from './sqlite-usage.js';
import { createSqliteVectors } from './sqlite-vectors.js';

/** Options of the SQLite store. */
export interface SqliteStoreOptions extends SqliteDatabaseOptions {
  clock: Clock;
  logger?: StoreLogger;
}

/** Opens the store, creating or migrating the file; throws a `StoreOpenError` that says what to do. */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const database = await openMigrated(options);
  const last: LastWritten = { entries: new Map() };
  const summaries = new RunSummaries();
  const queue = createWriteQueue({
    run: (writes) => runSqliteBatch(database, writes, { last, summaries }),
    splits: isFull,
  });
  const secrets = createSqliteSecrets(database);
  return {
    entries: createSqliteEntries(database, queue, last),
    audit: createSqliteAudit(database, queue, summaries),
    intents: createSqliteIntents(database, queue),
    keys: createSqliteKeys(database),
    sources: createSqliteSources(database),
    ledger: createSqliteLedger(database, queue),
    runs: createSqliteRuns(database),
    approvals: createSqliteApprovals(database),
    credentials: createSqliteCredentials(database),
    designs: createSqliteDesigns(database),
    sessions: createSqliteSessions(database),
    logins: createSqliteLogins(database),
    vectors: createSqliteVectors(database),
    nodes: createSqliteNodes(database),
    feedback: createSqliteFeedback(database),
    saved: createSqliteSaved(database),
    conduct: createSqliteConduct(database),
    usage: createSqliteUsage(database),
    secrets,
    secret: (name) => storedSecret(secrets, name),
    // Written and removed in one transaction: it needs free pages and space in the log, and leaves nothing.
    ping: () =>
      database.write(() => {
        database.run('INSERT INTO write_trials (trial) VALUES (zeroblob(16384))');
        database.run('DELETE FROM write_trials');
      }),
    async close() {
      await queue.close();
      database.close();
    },
  };
}

/** What opening the store in this file would change in its schema; the file must exist. */
export async function planSqliteStore(path: string): Promise<MigrationPlan> {
  let database: SqliteDatabase | undefined;
  try {
    database = openSqliteDatabase({ path });
    return await planSqlite(database, path);
  } catch (error) {
    throw toSqliteOpenError(isFailure(error) ? error.cause : error, path);
  } finally {
    database?.close();
  }
}

async function openMigrated(options: SqliteStoreOptions): Promise<SqliteDatabase> {
  const { path, clock, logger = silentLogger } = options;
  let database: SqliteDatabase | undefined;
  try {
    database = openSqliteDatabase(options);
    const applied = await migrateSqlite(database, clock, { path });
    // A new database runs every migration from the first one, which is not worth a log line.
    if (applied.length > 0 && applied[0] !== 1)
      logger.info({ path, migrations: applied }, 'migrated the database schema');
    return database;
  } catch (error) {
    database?.close();
    throw toSqliteOpenError(isFailure(error) ? error.cause : error, path);
  }
}
