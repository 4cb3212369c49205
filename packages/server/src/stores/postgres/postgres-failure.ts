/** Maps PostgreSQL errors to failures for callers and messages for operators. */
import { Failure, isFailure } from '@dragoman/model';
import { StoreOpenError } from '../store-open-error.js';

/** SQLSTATEs after which the same call may succeed later: connection, resources, operator, locks, standby, access. */
const passing = /^(08|28|53|57|58|3D|40001|40P01|55P03|25006|42501)/;
/** SQLSTATEs of a session that has ended. */
const sessionGone = /^(08|57P0[1-5]|25P03)/;

/** The SQLSTATE of a server error, empty for anything else. */
export function sqlState(thrown: unknown): string {
  const code = thrown instanceof Error ? (thrown as Error & { code?: unknown }).code : undefined;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : '';
}

/** True when the connection cannot be used any more: it was lost, or it responds too slowly. */
export function isConnectionLost(thrown: unknown): boolean {
  const state = sqlState(thrown);
  return state === '' || sessionGone.test(state);
}

/** True when the server rejected the work itself, so that a smaller transaction may succeed. */
export function mayFitSmaller(thrown: unknown): boolean {
  if (!isFailure(thrown)) return false;
  return sqlState(thrown.cause) !== '' && !isConnectionLost(thrown.cause);
}

/**
 * True when the error is about the work itself: other work may succeed. A statement that takes too long or needs too
 * much memory counts; a database that is out of reach, full, read-only or without the tables does not.
 */
export function concernsThisWork(thrown: unknown): boolean {
  if (!isFailure(thrown)) return true;
  const state = sqlState(thrown.cause);
  if (state === '57014' || state === '53200') return true;
  return state !== '' && !passing.test(state) && !state.startsWith('42');
}

/** Converts a driver error to a failure and keeps its cause; without a SQLSTATE it is a connection error. */
export function toPostgresFailure(thrown: unknown): Failure {
  const state = sqlState(thrown);
  if (state !== '' && !passing.test(state)) return new Failure('INTERNAL', { cause: thrown });
  const { message, retryAfter } = meanings.find(({ code }) => code.test(state)) ?? unreachable;
  return new Failure('UNAVAILABLE', { message, retryAfter, cause: thrown });
}

const unreachable = { message: 'The database is currently unreachable.', retryAfter: 2 };
const meanings = [
  { code: /^53/, message: 'The database is currently out of space; nothing was saved.', retryAfter: 30 },
  {
    code: /^(25006|42501)/,
    message: 'The database is currently not writable; nothing was saved.',
    retryAfter: 30,
  },
];

/** The failure of a commit that was sent but not answered. */
export function unknownCommit(cause: unknown): Failure {
  return new Failure('UNAVAILABLE', {
    message: 'The database connection was lost while saving; it is unknown whether the change was saved.',
    retryAfter: 2,
    outcomeUnknown: true,
    cause,
  });
}

/** Explains why a database cannot be opened and what to do; `where` contains no password. */
export function toPostgresOpenError(thrown: unknown, where: string): StoreOpenError {
  if (thrown instanceof StoreOpenError) return thrown;
  const cause = isFailure(thrown) ? thrown.cause : thrown;
  const state = sqlState(cause);
  const { what, help } = openProblems.find(({ code }) => code.test(state)) ?? {
    what: 'cannot be used',
    help: 'See the cause in the log.',
  };
  return new StoreOpenError(`PostgreSQL at ${where} ${what}.`, help, cause);
}

const openProblems = [
  {
    code: /^($|08|57|53)/,
    what: 'does not respond',
    help: 'Check that it is running and reachable from this machine, and that the address is correct.',
  },
  { code: /^28/, what: 'rejects these credentials', help: 'Check the user and the password in the address.' },
  { code: /^3D/, what: 'has no database of this name', help: 'Create the database, or name another one.' },
  {
    code: /^(42501|25006)/,
    what: 'denies this user write access',
    help: 'Grant the user the right to create a schema in this database, or create the schema for it.',
  },
  {
    code: /^42P07/,
    what: 'has tables of another program in this schema',
    help: 'Name another schema; a missing one is created.',
  },
];
