/** The PostgreSQL store: for registries that outgrow one machine. Any number of nodes may share it. */
import type { Store } from '@dragoman/core/engine';
import { storedSecret } from '@dragoman/core/engine';
import type { Clock } from '@dragoman/core/http';
import type { MigrationPlan } from '../migration.js';
import type { StoreLogger } from '../store-logger.js';
import { silentLogger } from '../store-logger.js';
import { StoreOpenError } from '../store-open-error.js';
import { createWriteQueue } from '../write-queue.js';
import { createPgvectorComparer } from './pgvector-comparer.js';
import type { PgvectorExtension, PgvectorFinding, PgvectorMode } from './pgvector-extension.js';
import { openPgvector } from './pgvector-extension.js';
import { createPgvectorIndexes } from './pgvector-index.js';
import { createPostgresApprovals } from './postgres-approvals.js';
import { createPostgresAudit } from './postgres-audit.js';
import { runPostgresBatch } from './postgres-batch.js';
import { createPostgresConduct } from './postgres-call-stats.js';
import type { ListenForChanges } from './postgres-changes.js';
import { changeChannel, createPostgresChanges } from './postgres-changes.js';
import { createPostgresCredentials } from './postgres-credentials.js';
import type { PostgresDatabase } from './postgres-database.js';
import { openPostgresDatabase } from './postgres-database.js';
import { createPostgresDesigns } from './postgres-designs.js';
import { createPostgresEntries } from './postgres-entries.js';
import { mayFitSmaller, toPostgresOpenError } from './postgres-failure.js';
import { createPostgresFeedback } from './postgres-feedback.js';
import { createPostgresIntents, runPostgresIntents } from './postgres-intents.js';
import { createPostgresKeys } from './postgres-keys.js';
import { createPostgresLedger } from './postgres-ledger.js';
import { listenToPostgres } from './postgres-listener.js';
import { createPostgresLogins } from './postgres-logins.js';
import { migratePostgres, planPostgres } from './postgres-migrations.js';
import { createPostgresNodes } from './postgres-nodes.js';
import { createPostgresRuns } from './postgres-runs.js';
import { createPostgresSaved } from './postgres-saved.js';
import { createPostgresSecrets } from './postgres-secrets.js';
import { createPostgresSessions } from './postgres-sessions.js';
import { createPostgresSources } from './postgres-sources.js';
import { createPostgresUsage } from './postgres-usage.js';
import { createPostgresVectors } from './postgres-vectors.js';
import { createPostgresSearch } from './search/postgres-search.js';

/** Options of the PostgreSQL store. */
export interface PostgresStoreOptions {
  /** `postgres://user:password@host:port/database`, with `sslmode` and the like as parameters. */
  url: string;
  /** Schema of the tables, `dragoman` by default; created if missing. */
  schema?: string;
  clock: Clock;
  logger?: StoreLogger;
  /** Maximum number of connections; 10 by default. */
  poolSize?: number;
  /** Statement timeout in milliseconds; 10,000 by default. */
  statementTimeoutMs?: number;
  /** Milliseconds after which an unresponsive connection counts as lost; 15,000 by default. */
  answerTimeoutMs?: number;
  /** Milliseconds to wait for a connection; 5,000 by default. */
  connectTimeoutMs?: number;
  /** Whether the database compares vectors with pgvector; `off` by default. */
  pgvector?: PgvectorMode;
  /** The setting that requires pgvector, for messages; `search.pgvector is on` by default. */
  pgvectorFor?: string;
}

/** Opens the store, creating or migrating the schema; throws a `StoreOpenError` that says what to do. */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const { url, logger = silentLogger, schema = 'dragoman' } = options;
  const limits = {
    poolSize: options.poolSize ?? 10,
    statementTimeoutMs: options.statementTimeoutMs ?? 10_000,
    answerTimeoutMs: options.answerTimeoutMs ?? 15_000,
    connectTimeoutMs: options.connectTimeoutMs ?? 5000,
  };
  const unhurried = { ...limits, poolSize: 1, statementTimeoutMs: 0, answerTimeoutMs: 0 };
  return openStoreOn({
    ...options,
    where: withoutPassword(url),
    schemaName: schema,
    listen: (onNotice) =>
      listenToPostgres({ url, channel: changeChannel, onNotice, logger, connectTimeoutMs: limits.connectTimeoutMs }),
    connect: (pace) => openPostgresDatabase({ url, schema, logger, ...(pace === 'unhurried' ? unhurried : limits) }),
  });
}

/** What opening the store at this address would change in its schema; changes nothing. */
export async function planPostgresStore(url: string, schema = 'dragoman'): Promise<MigrationPlan> {
  const where = withoutPassword(url);
  const limits = { poolSize: 1, statementTimeoutMs: 10_000, answerTimeoutMs: 15_000, connectTimeoutMs: 5000 };
  const database = openPostgresDatabase({ url, schema, logger: silentLogger, ...limits });
  try {
    return await planPostgres(database, `The schema ${schema} of ${where}`);
  } catch (error) {
    throw toPostgresOpenError(error, where);
  } finally {
    await database.close();
  }
}

/** Dependencies of a store on given connections. */
export interface StoreConnections extends Pick<PostgresStoreOptions, 'clock' | 'logger' | 'pgvector' | 'pgvectorFor'> {
  /** Opens connections: the pool for requests, or a single connection without a statement timeout. */
  connect(pace: 'usual' | 'unhurried'): PostgresDatabase;
  /** Name of the database for messages. */
  where: string;
  /** Listens for notifications of other nodes, which name the schema; absent where only this process uses the database. */
  listen?: ListenForChanges;
  schemaName?: string;
}

/** Opens the store on these connections. */
export async function openStoreOn(connections: StoreConnections): Promise<Store> {
  const finding = await makeReady(connections);
  const database = connections.connect('usual');
  const { schema } = database;
  const queue = createWriteQueue({ run: (writes) => runPostgresBatch(database, writes), splits: mayFitSmaller });
  const intentQueue = createWriteQueue({
    run: (writes) => runPostgresIntents(database, writes),
    splits: mayFitSmaller,
  });
  const compared = 'extension' in finding ? compareIn(database, connections, finding.extension) : undefined;
  const secrets = createPostgresSecrets(database);
  const { listen, schemaName } = connections;
  return {
    entries: createPostgresEntries(database, queue),
    audit: createPostgresAudit(database, queue),
    intents: createPostgresIntents(database, intentQueue),
    keys: createPostgresKeys(database),
    sources: createPostgresSources(database),
    ledger: createPostgresLedger(database),
    runs: createPostgresRuns(database),
    approvals: createPostgresApprovals(database),
    credentials: createPostgresCredentials(database),
    designs: createPostgresDesigns(database),
    sessions: createPostgresSessions(database),
    logins: createPostgresLogins(database),
    vectors: createPostgresVectors(database, compared?.comparer),
    nodes: createPostgresNodes(database),
    feedback: createPostgresFeedback(database),
    saved: createPostgresSaved(database),
    conduct: createPostgresConduct(database),
    usage: createPostgresUsage(database),
    secrets,
    search: createPostgresSearch({ database, ...(compared === undefined ? {} : { vectors: compared }) }),
    ...(listen === undefined || schemaName === undefined
      ? {}
      : { changes: createPostgresChanges(database, { listen, schemaName }) }),
    secret: (name) => storedSecret(secrets, name),
    async time() {
      const sql = 'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now';
      const { rows } = await database.query<{ now: number }>(sql, []);
      return rows[0]?.now ?? Number.NaN;
    },
    async ping() {
      await database.transact((query) => query(`UPDATE ${schema}.write_trials SET count = count + 1`));
    },
    async close() {
      await queue.close();
      await intentQueue.close();
      await compared?.close();
      await database.close();
    },
  };
}

function compareIn(database: PostgresDatabase, { connect, clock }: StoreConnections, extension: PgvectorExtension) {
  const unhurried = () => connect('unhurried');
  const indexes = createPgvectorIndexes({ database, extension, unhurried, now: () => clock.now() });
  return {
    extension,
    indexes,
    comparer: createPgvectorComparer({ database, extension, indexes }),
    close: indexes.close,
  };
}

/** Migrates the schema, and checks whether the database can compare vectors. */
async function makeReady({ connect, clock, where, ...options }: StoreConnections): Promise<PgvectorFinding> {
  const { logger = silentLogger, pgvector = 'off' } = options;
  // Waiting for another node's migration, or filling a new column, may exceed the statement timeout of requests.
  const database = connect('unhurried');
  try {
    const applied = await migratePostgres(database, clock, { where });
    const { schema } = database;
    // A new database runs every migration from the first one, which is not worth a log line.
    if (applied.length > 0 && applied[0] !== 1)
      logger.info({ schema, migrations: applied }, 'migrated the database schema');
    const finding = await openPgvector(database, { mode: pgvector, where, requiredBy: options.pgvectorFor });
    if ('reason' in finding && pgvector === 'auto') {
      logger.info(
        { reason: finding.reason },
        'the database does not compare vectors; every server compares them in memory',
      );
    }
    return finding;
  } catch (error) {
    throw toPostgresOpenError(error, where);
  } finally {
    await database.close();
  }
}

/** Name of the database without user and password; throws when the address is not a URL. */
export function withoutPassword(url: string): string {
  try {
    const { host, pathname } = new URL(url);
    return `${host}${pathname}`;
  } catch {
    throw new StoreOpenError(
      'The address of the PostgreSQL database is not a URL.',
      'Write it as postgres://user:password@host:5432/database, with special characters percent-encoded.',
    );
  }
}
