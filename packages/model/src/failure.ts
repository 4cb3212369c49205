/** A call that did not succeed: a row of the failure table with what is known about this occurrence. */
import type { FailureCode, FailureRow } from './failure-table.js';
import { failures } from './failure-table.js';
import type { JsonObject } from './json.js';

/** One invalid field of a request. */
export interface FieldError {
  /** Path in readable form: `operations[0].inputs.type`. */
  field: string;
  /** JSON pointer of the same location. */
  pointer?: string;
  /** Stable code for the kind of error. */
  code: string;
  /** What is wrong and what would be valid. */
  detail: string;
  /** Name of the tool input, when the error is in a tool call (nact.md GAP-26). */
  parameter?: string;
}

/** Details that a thrower can add to the row. */
export interface FailureDetails {
  /** Specific sentence for this occurrence; safe to show. */
  message?: string;
  fieldErrors?: readonly FieldError[];
  /** Seconds to wait before a retry. */
  retryAfter?: number;
  /** Response headers of the failure (`Allow`, `WWW-Authenticate`). */
  headers?: Readonly<Record<string, string>>;
  /** True when the call may have taken effect although it failed. */
  outcomeUnknown?: boolean;
  /** HTTP status configured by the operator instead of the table's. */
  status?: number;
  /** What the caller can do, where this occurrence knows better than the table. */
  help?: string;
  /** Whether the same call may succeed later, where the service says so itself. */
  retryable?: boolean;
  /** Additional members of the error body for this code. */
  members?: JsonObject;
  /** The service's own words: third-party text, shown after ours and marked. */
  said?: string;
  /** The underlying error; logged, never shown. */
  cause?: unknown;
}

const mark = Symbol.for('dragoman.failure');

/** Overrides the row's help when the call may have taken effect. */
const inDoubt = {
  retryable: false,
  help: 'Check with the service whether the call took effect before you retry.',
};

/** A call that did not succeed; thrown anywhere, converted to a response once by the protocol handler. */
export class Failure extends Error {
  readonly [mark] = true;
  readonly code: FailureCode;
  readonly fieldErrors: readonly FieldError[];
  readonly retryAfter: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** True when the call may have taken effect although it failed. */
  readonly outcomeUnknown: boolean;
  /** Additional members of the error body. */
  readonly members: JsonObject;
  /** The service's own words: third-party text, never part of the message. */
  readonly said: string | undefined;
  readonly #own: Pick<FailureDetails, 'status' | 'help' | 'retryable'>;

  constructor(code: FailureCode, details: FailureDetails = {}) {
    super(details.message ?? failures[code].message, details.cause === undefined ? {} : { cause: details.cause });
    this.name = 'Failure';
    this.code = code;
    this.fieldErrors = details.fieldErrors ?? [];
    this.retryAfter = details.retryAfter;
    this.headers = details.headers ?? {};
    this.outcomeUnknown = details.outcomeUnknown ?? false;
    this.members = details.members ?? {};
    this.said = details.said;
    this.#own = details;
  }

  /**
   * The table's row with the status of this occurrence; a call that may have taken effect is never retryable (profile,
   * P02).
   */
  get row(): FailureRow {
    const row = failures[this.code];
    const { status, help, retryable } = this.#own;
    if (status === undefined && help === undefined && retryable === undefined && !this.outcomeUnknown) return row;
    return {
      ...row,
      status: status ?? row.status,
      help: help ?? row.help,
      retryable: retryable ?? row.retryable,
      ...(this.outcomeUnknown ? inDoubt : {}),
    };
  }
}

/** True for a failure of any copy of this package. */
export function isFailure(value: unknown): value is Failure {
  return typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[mark] === true;
}

/** The details of a failure, without its cause. */
export function detailsOf(failure: Failure): FailureDetails & { message: string } {
  const { code, message, fieldErrors, retryAfter, headers, outcomeUnknown, members, said, row } = failure;
  return {
    message,
    status: row.status,
    ...(row.help === failures[code].help ? {} : { help: row.help }),
    ...(row.retryable === failures[code].retryable || outcomeUnknown ? {} : { retryable: row.retryable }),
    fieldErrors,
    ...(retryAfter === undefined ? {} : { retryAfter }),
    headers,
    outcomeUnknown,
    members,
    ...(said === undefined ? {} : { said }),
  };
}

/** The same failure with some details replaced. */
export function changeFailure(failure: Failure, change: FailureDetails): Failure {
  return new Failure(failure.code, { ...detailsOf(failure), cause: failure.cause, ...change });
}

/** Turns anything thrown into a failure; unknown errors become `INTERNAL` with their cause. */
export function toFailure(thrown: unknown): Failure {
  return isFailure(thrown) ? thrown : new Failure('INTERNAL', { cause: thrown });
}
