/**
 * One connection to a SQLite file: its settings, its cached statements, and the only way to write. The driver is
 * synchronous, so a transaction's body runs without interruption and no read can see half of it; only the waits for
 * another process's lock and for the disk yield to the event loop.
 */
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from '@dragoman/model';
import Database from 'libsql';
import type { LogSync } from './log-sync.js';
import { createLogSync } from './log-sync.js';
import { isBusy, toSqliteFailure, toSyncFailure } from './sqlite-failure.js';

/** Parameter types of a statement; the driver crashes the process on anything else. */
export type SqliteValue = string | number | null | Buffer;

/** One open SQLite file. */
export interface SqliteDatabase {
  /** Every row that a statement finds; the caller is responsible for their type. */
  rows<Row>(sql: string, ...values: SqliteValue[]): Row[];
  /** Runs a writing statement and returns the number of changed rows; only inside `write`. */
  run(sql: string, ...values: SqliteValue[]): number;
  /** Runs several statements without parameters; only inside `write`. */
  execute(sql: string): void;
  /** Runs a reading body; a driver error becomes a Failure. */
  read<T>(body: () => T): Promise<T>;
  /** Runs a body in its own transaction and commits it, or rolls it back; resolves when it is on the disk. */
  write<T>(body: () => T): Promise<T>;
  close(): void;
}

/** Options for opening a SQLite file. */
export interface SqliteDatabaseOptions {
  /** Path of the file; it and its folder are created if missing. `:memory:` keeps everything in memory. */
  path: string;
  /** Maximum size of the file in bytes. */
  maxBytes?: number;
  /** Milliseconds to wait for another process's lock. */
  lockWaitMs?: number;
}

/** Blocks the event loop, so it is short; the longer wait is asynchronous. */
const busyTimeoutMs = 20;
const lockPauseMs = 30;
const locked = Symbol('locked');

/** Opens a file with write-ahead log and full synchronization; throws the driver's error. */
export function openSqliteDatabase(options: SqliteDatabaseOptions): SqliteDatabase {
  const { lockWaitMs = 5000 } = options;
  const connection = connect(options.path);
  const log = configure(connection, options);
  let wrote = false;
  const statements = new Map<string, Database.Statement<unknown[]>>();

  function prepared(sql: string) {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const statement = connection.prepare(sql);
    statements.set(sql, statement);
    return statement;
  }

  function demandOpen() {
    if (!connection.open) throw new Failure('UNAVAILABLE', { message: 'The store is closed.', retryAfter: 1 });
  }

  return {
    // Never `get`: after `all` on the same statement the driver keeps the old parameters.
    rows: <Row>(sql: string, ...values: SqliteValue[]) => prepared(sql).all(...values) as Row[],
    run(sql, ...values) {
      const { changes } = prepared(sql).run(...values);
      wrote ||= changes > 0;
      return changes;
    },
    execute(sql) {
      wrote = true;
      connection.exec(sql);
    },
    async read(body) {
      demandOpen();
      return translated(body);
    },
    async write(body) {
      for (let waited = 0; ; waited += lockPauseMs + busyTimeoutMs) {
        demandOpen();
        wrote = false;
        const attempt = translated(() =>
          begin(connection, waited < lockWaitMs) ? runToCommit(connection, body) : locked,
        );
        if (attempt === locked) {
          await pause(lockPauseMs);
          continue;
        }
        if (wrote) log?.committed();
        // A transaction that only read may have seen commits that are not on the disk yet, so it waits for them too.
        await log?.settled()?.catch(rethrowSyncError);
        return attempt;
      }
    },
    close() {
      if (!connection.open) return;
      mergeLog(connection);
      statements.clear();
      log?.close();
      connection.close();
    },
  };
}

function rethrowSyncError(error: unknown): never {
  throw toSyncFailure(error);
}

function connect(path: string): Database.Database {
  if (path === ':memory:') return new Database(path);
  const absolute = resolve(path);
  mkdirSync(dirname(absolute), { recursive: true, mode: 0o700 });
  createPrivately(absolute);
  return new Database(absolute);
}

/** The file contains hashes of keys and secrets, so only its owner may read it; its log inherits the mode. */
function createPrivately(path: string) {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Sets the connection up; closes it on an error. The log has to be synchronized by us where there is one. */
function configure(connection: Database.Database, { path, maxBytes }: SqliteDatabaseOptions): LogSync | undefined {
  try {
    connection.pragma(`busy_timeout = ${busyTimeoutMs}`);
    const [mode] = connection.pragma('journal_mode = WAL') as { journal_mode: string }[];
    const hasLog = mode?.journal_mode === 'wal';
    // NORMAL still synchronizes the log before it is copied into the file, and the header of a log that begins again.
    connection.pragma(`synchronous = ${hasLog ? 'NORMAL' : 'FULL'}`);
    connection.pragma('foreign_keys = ON');
    if (maxBytes !== undefined) {
      const [row] = connection.pragma('page_size') as { page_size: number }[];
      connection.pragma(`max_page_count = ${Math.max(1, Math.floor(maxBytes / (row?.page_size ?? 4096)))}`);
    }
    return hasLog ? createLogSync(`${resolve(path)}-wal`) : undefined;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/**
 * Checkpoints the log into the file, so that a copy of the file is complete; the log stays where that is not possible
 * now.
 */
function mergeLog(connection: Database.Database) {
  try {
    connection.pragma('wal_checkpoint(TRUNCATE)');
  } catch {
    // Nothing is lost: the next start reads the log.
  }
}

/** Takes the write lock before anything is read; false while another process has it. */
function begin(connection: Database.Database, mayWait: boolean): boolean {
  try {
    connection.exec('BEGIN IMMEDIATE');
    return true;
  } catch (error) {
    if (mayWait && isBusy(error)) return false;
    throw error;
  }
}

function runToCommit<T>(connection: Database.Database, body: () => T): T {
  try {
    const result = body();
    connection.exec('COMMIT');
    return result;
  } catch (error) {
    // A full disk or a failed write has already ended the transaction.
    if (connection.inTransaction) connection.exec('ROLLBACK');
    throw error;
  }
}

function translated<T>(body: () => T): T {
  try {
    return body();
  } catch (error) {
    throw toSqliteFailure(error);
  }
}
