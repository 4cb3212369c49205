/**
 * A connection pool to PostgreSQL and the only way to write through it. A connection that fails is discarded and the
 * pool opens a new one, so the store recovers automatically when the database is back.
 */
import { Failure } from '@dragoman/model';
import pg from 'pg';
import type { StoreLogger } from '../store-logger.js';
import { isConnectionLost, toPostgresFailure, unknownCommit } from './postgres-failure.js';

/** Runs one statement; the caller is responsible for the row type. */
export type PostgresQuery = <Row extends object = object>(
  text: string,
  values?: readonly unknown[],
) => Promise<{ rows: Row[]; count: number }>;

/** A PostgreSQL database with the schema of the store. */
export interface PostgresDatabase {
  /** The quoted schema, as a prefix of table names. */
  readonly schema: string;
  /** Runs one statement on its own; a driver error becomes a Failure. */
  query: PostgresQuery;
  /** Runs a body in a transaction and commits it. A commit without a response is a failure, never a success. */
  transact<T>(body: (query: PostgresQuery) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Connection options. */
export interface PostgresDatabaseOptions {
  /** `postgres://user:password@host:port/database`, with `sslmode` and the like as parameters. */
  url: string;
  /** Schema of the tables, `dragoman` by default; created if missing. */
  schema: string;
  logger: StoreLogger;
  /** Maximum number of connections. */
  poolSize: number;
  /** Statement timeout in milliseconds. */
  statementTimeoutMs: number;
  /** Milliseconds after which an unresponsive connection counts as lost. */
  answerTimeoutMs: number;
  /** Milliseconds to wait for a connection. */
  connectTimeoutMs: number;
}

/** An operator may have turned durable commits off for the whole database; acknowledged writes must be durable. */
const begin = `BEGIN;
  SELECT set_config('synchronous_commit', 'on', true) WHERE current_setting('synchronous_commit') = 'off'`;

/** Creates the pool; it connects at the first statement. */
export function openPostgresDatabase(options: PostgresDatabaseOptions): PostgresDatabase {
  const pool = createPool(options);
  let closed = false;

  async function withSession<T>(body: (session: Session) => Promise<T>): Promise<T> {
    if (closed) throw new Failure('UNAVAILABLE', { message: 'The store is closed.', retryAfter: 1 });
    const client = await pool.connect().catch((error: unknown) => {
      throw toPostgresFailure(error);
    });
    const session = createSession(client);
    try {
      return await body(session);
    } finally {
      client.release(session.lost());
    }
  }

  return {
    schema: pg.escapeIdentifier(options.schema),
    query: (text, values) => withSession(({ query }) => query(text, values)),
    transact: (body) => withSession((session) => runToCommit(session, body)),
    async close() {
      if (closed) return;
      closed = true;
      await pool.end();
    },
  };
}

function createPool(options: PostgresDatabaseOptions): pg.Pool {
  const { url, poolSize, statementTimeoutMs, answerTimeoutMs, connectTimeoutMs, logger } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    statement_timeout: statementTimeoutMs,
    // A node that hangs in a transaction must not keep the chain's lock forever.
    idle_in_transaction_session_timeout: statementTimeoutMs,
    // For a connection that became unresponsive without being closed.
    query_timeout: answerTimeoutMs,
    application_name: 'dragoman',
  });
  pool.on('error', (error) => logger.warn({ err: error }, 'an idle connection to PostgreSQL was lost'));
  // A lost connection also emits an error outside a statement; only the statement's own error counts.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** One connection while it is checked out. */
interface Session {
  query: PostgresQuery;
  /** Sends the commit; a missing response is a failure of its own kind. */
  commit(): Promise<void>;
  /** True when the connection must not be used again. */
  lost(): boolean;
}

function createSession(client: pg.PoolClient): Session {
  let lost = false;

  async function send<Row extends object>(text: string, values: readonly unknown[], whenLost = toPostgresFailure) {
    try {
      return await client.query<Row>(text, [...values]);
    } catch (error) {
      if (!isConnectionLost(error)) throw toPostgresFailure(error);
      lost = true;
      throw whenLost(error);
    }
  }

  return {
    async query<Row extends object>(text: string, values: readonly unknown[] = []) {
      const { rows, rowCount } = await send<Row>(text, values);
      return { rows, count: rowCount ?? 0 };
    },
    async commit() {
      const { command } = await send('COMMIT', [], unknownCommit);
      // PostgreSQL answers this when an earlier statement of the transaction failed.
      if (command !== 'COMMIT') throw new Error(`PostgreSQL answered ${command} to a commit`);
    },
    lost: () => lost,
  };
}

async function runToCommit<T>(session: Session, body: (query: PostgresQuery) => Promise<T>): Promise<T> {
  const { query, commit, lost } = session;
  await query(begin);
  let result: T;
  try {
    result = await body(query);
  } catch (error) {
    if (!lost()) await query('ROLLBACK').catch(() => {});
    throw error;
  }
  await commit();
  return result;
}
