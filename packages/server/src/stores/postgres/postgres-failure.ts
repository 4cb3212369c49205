/** What PostgreSQL's errors mean to a caller, and to an operator at start. */
import { Failure, isFailure } from '@dragoman/model';
import { StoreOpenError } from '../store-open-error.js';

/** SQLSTATEs after which the same call may succeed later: connection, resources, operator, locks, standby, access. */
const passing = /^(08|28|53|57|58|3D|40001|40P01|55P03|25006|42501)/;
/** SQLSTATEs that say that the session itself is gone. */
const sessionGone = /^(08|57P0[1-5]|25P03)/;

/** The SQLSTATE of a server's answer, empty for anything else. */
export function sqlState(thrown: unknown): string {
  const code = thrown instanceof Error ? (thrown as Error & { code?: unknown }).code : undefined;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : '';
}

/** True when the connection cannot be trusted any more: it was lost, or it answers too slowly. */
export function isConnectionLost(thrown: unknown): boolean {
  const state = sqlState(thrown);
  return state === '' || sessionGone.test(state);
}

/** True when the server refused the work itself, so that a smaller transaction may succeed. */
export function mayFitSmaller(thrown: unknown): boolean {
  if (!isFailure(thrown)) return false;
  return sqlState(thrown.cause) !== '' && !isConnectionLost(thrown.cause);
}

/** Turns what the driver threw into a failure with its cause kept; without a SQLSTATE it is the connection's fault. */
export function toPostgresFailure(thrown: unknown): Failure {
  const state = sqlState(thrown);
  if (state !== '' && !passing.test(state)) return new Failure('INTERNAL', { cause: thrown });
  const message = state.startsWith('53')
    ? 'The database has no room for this at present; nothing was saved.'
    : 'The database cannot be reached at present.';
  return new Failure('UNAVAILABLE', { message, retryAfter: state.startsWith('53') ? 30 : 2, cause: thrown });
}

/** The failure of a commit that was sent but not answered. */
export function unknownCommit(cause: unknown): Failure {
  return new Failure('UNAVAILABLE', {
    message: 'The database was lost while saving; whether the change was kept is not known.',
    retryAfter: 2,
    outcomeUnknown: true,
    cause,
  });
}

/** Says why a database cannot be opened and what to do about it; `where` holds no password. */
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
    what: 'does not answer',
    help: 'Check that it is running and reachable from here, and that the address is right.',
  },
  { code: /^28/, what: 'refuses these credentials', help: 'Check the user and the password in the address.' },
  { code: /^3D/, what: 'has no database of this name', help: 'Create the database, or name another one.' },
  {
    code: /^(42501|25006)/,
    what: 'does not let this user write',
    help: 'Give the user the right to create a schema in this database, or create the schema for it.',
  },
  {
    code: /^42P07/,
    what: 'has tables of another program in this schema',
    help: 'Name another schema; a missing one is created.',
  },
];
