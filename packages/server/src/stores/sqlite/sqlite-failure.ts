/** Maps SQLite errors to failures for callers and messages for operators. */
import type { FailureDetails } from '@dragoman/model';
import { Failure, isFailure } from '@dragoman/model';
import { StoreOpenError } from '../store-open-error.js';

const busy = /^SQLITE_(BUSY|LOCKED)/;
const full = /^SQLITE_FULL/;

interface Meaning {
  code: RegExp;
  failure: 'UNAVAILABLE' | 'INTERNAL' | 'PAYLOAD_TOO_LARGE';
  details: FailureDetails;
}

const meanings: readonly Meaning[] = [
  {
    code: busy,
    failure: 'UNAVAILABLE',
    details: { message: 'The database is locked by another process.', retryAfter: 1 },
  },
  {
    code: full,
    failure: 'UNAVAILABLE',
    details: { message: 'The database has no space left; nothing was saved.', retryAfter: 30 },
  },
  {
    code: /^SQLITE_(READONLY|PERM|AUTH)/,
    failure: 'UNAVAILABLE',
    details: { message: 'The database is currently not writable; nothing was saved.', retryAfter: 30 },
  },
  {
    code: /^SQLITE_(IOERR|CANTOPEN|NOMEM|PROTOCOL|INTERRUPT)/,
    failure: 'UNAVAILABLE',
    details: { message: 'The database is currently unreachable.', retryAfter: 5 },
  },
  {
    code: /^SQLITE_(CORRUPT|NOTADB)/,
    failure: 'INTERNAL',
    details: { message: 'The database is damaged; the operator must restore it.' },
  },
  {
    code: /^SQLITE_TOOBIG/,
    failure: 'PAYLOAD_TOO_LARGE',
    details: { message: 'The value exceeds the size limit of the database.' },
  },
];

/** The driver's code (`SQLITE_BUSY` …), empty for anything else. */
export function sqliteCode(thrown: unknown): string {
  const code = thrown instanceof Error ? (thrown as Error & { code?: unknown }).code : undefined;
  return typeof code === 'string' && code.startsWith('SQLITE_') ? code : '';
}

/** True when another connection has the lock. */
export function isBusy(thrown: unknown): boolean {
  return busy.test(sqliteCode(thrown));
}

/** True when a smaller transaction may still fit. */
export function isFull(thrown: unknown): boolean {
  return isFailure(thrown) && full.test(sqliteCode(thrown.cause));
}

/** Converts a driver error to a failure and keeps its cause; anything else is returned unchanged. */
export function toSqliteFailure(thrown: unknown): unknown {
  const code = sqliteCode(thrown);
  if (code === '') return thrown;
  const meaning = meanings.find((one) => one.code.test(code));
  if (meaning === undefined) return new Failure('INTERNAL', { cause: thrown });
  return new Failure(meaning.failure, { ...meaning.details, cause: thrown });
}

/** The failure of a commit that may not be on the disk. */
export function toSyncFailure(cause: unknown): Failure {
  const message = 'The disk did not confirm the write; it may be lost if the machine fails.';
  return new Failure('UNAVAILABLE', { message, retryAfter: 5, cause });
}

/** Explains why a database file cannot be opened and what to do. */
export function toSqliteOpenError(thrown: unknown, path: string): StoreOpenError {
  if (thrown instanceof StoreOpenError) return thrown;
  const code = sqliteCode(thrown);
  const { what, help } = openProblems.find((problem) => problem.code.test(code)) ?? {
    what: 'cannot be opened',
    help: 'Check that it is a file in a folder that this user may read and write.',
  };
  return new StoreOpenError(`The database file ${path} ${what}.`, help, thrown);
}

const openProblems = [
  {
    code: busy,
    what: 'is locked by another process',
    help: 'Stop the other program, or wait until it is done, and start again.',
  },
  {
    code: /^SQLITE_(READONLY|PERM|AUTH)/,
    what: 'cannot be written',
    help: 'Give this user write permission for the file and its folder, or name another file.',
  },
  {
    code: full,
    what: 'has no space left to grow',
    help: 'Free some disk space or raise the size limit, then start again.',
  },
  {
    code: /^SQLITE_NOTADB/,
    what: 'is not a SQLite database',
    help: 'Name another file, or move this one away to start with an empty database.',
  },
  {
    code: /^SQLITE_CORRUPT/,
    what: 'is damaged',
    help: 'Restore it from a copy, or recover what is readable with the sqlite3 program (".recover").',
  },
];
