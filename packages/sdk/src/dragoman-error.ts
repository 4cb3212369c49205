/**
 * Everything that a call can end in but success, as one class. Codes of the server are those of the failure
 * table; what goes wrong on this side of the wire has a short table of its own here.
 */
import type { FailureCode, FieldError } from '@dragoman/model';

/** What can go wrong before or after the server has its say. */
export interface ClientFailureRow {
  /** Whether the same call may succeed later without being changed. */
  retryable: boolean;
  /** Default sentence for people. */
  message: string;
}

const rows = {
  CONNECTION_FAILED: { retryable: true, message: 'The connection broke, or could not be made.' },
  TIMED_OUT: { retryable: true, message: 'No complete answer came in time.' },
  ABORTED: { retryable: false, message: 'The caller cancelled the call.' },
  INVALID_ARGUMENT: { retryable: false, message: 'An argument cannot be sent.' },
  INVALID_RESPONSE: { retryable: false, message: 'The answer is not what the protocol promises.' },
  UNEXPECTED_STATUS: { retryable: false, message: 'The server answered with a status that has no meaning here.' },
  INSECURE_ADDRESS: { retryable: false, message: 'The address is not https.' },
  UNSUPPORTED_AUTHENTICATION: { retryable: false, message: 'The agent demands a kind of authentication unknown here.' },
  CREDENTIAL_MISSING: { retryable: false, message: 'The agent demands a credential that is not at hand.' },
  SIGNATURE_INVALID: { retryable: false, message: 'The answer is not signed as it must be.' },
  UNTRUSTED_AGENT: { retryable: false, message: 'The agent does not satisfy the trust rules.' },
  DISCOVERY_FAILED: { retryable: false, message: 'The document of the service does not conform.' },
  ESCALATION_NEEDED: { retryable: false, message: 'The agent is not sure enough: a person has to decide.' },
  CONFIRMATION_NEEDED: { retryable: false, message: 'This cannot be undone: a person has to agree first.' },
  UNVERIFIED_WEBHOOK: { retryable: false, message: 'The message does not come from the gateway, or comes too late.' },
} as const satisfies Record<string, ClientFailureRow>;

/** Codes of failures on this side of the wire. */
export type ClientFailureCode = keyof typeof rows;

/** The failures on this side of the wire: code → row. */
export const clientFailures: Readonly<Record<ClientFailureCode, ClientFailureRow>> = rows;

/** Every code that a `DragomanError` can carry. */
export type ErrorCode = FailureCode | ClientFailureCode;

/** What an error knows beside its code. */
export interface ErrorDetails {
  message: string;
  retryable: boolean;
  /** HTTP status; absent when no answer came. */
  status?: number;
  /** Seconds that the server asked to wait. */
  retryAfter?: number;
  fieldErrors?: readonly FieldError[];
  /** Trace id to tell the operator. */
  traceId?: string;
  /** How often the request was sent. */
  attempts?: number;
  /** True when an agent said it, and not the registry, its gateway or this client. */
  fromAgent?: boolean;
  /** True when the call may have taken effect although it failed. */
  outcomeUnknown?: boolean;
  cause?: unknown;
}

const mark = Symbol.for('dragoman.error');

/** A call that did not succeed. Decide by `code`, `status` and `retryable`; the message is for people. */
export class DragomanError extends Error {
  readonly [mark] = true;
  readonly code: ErrorCode;
  readonly status: number | undefined;
  readonly retryable: boolean;
  readonly retryAfter: number | undefined;
  readonly fieldErrors: readonly FieldError[];
  readonly traceId: string | undefined;
  readonly attempts: number;
  /** True when it is an agent's own word: the message is then a stranger's text, and data only. */
  readonly fromAgent: boolean;
  /** True when the call may have taken effect although it failed: find out before it is sent again under a new key. */
  readonly outcomeUnknown: boolean;

  constructor(code: ErrorCode, details: ErrorDetails) {
    super(details.message, details.cause === undefined ? {} : { cause: details.cause });
    this.name = 'DragomanError';
    this.code = code;
    this.status = details.status;
    this.retryable = details.retryable;
    this.retryAfter = details.retryAfter;
    this.fieldErrors = details.fieldErrors ?? [];
    this.traceId = details.traceId;
    this.attempts = details.attempts ?? 0;
    this.fromAgent = details.fromAgent ?? false;
    this.outcomeUnknown = details.outcomeUnknown ?? false;
  }
}

/** True for an error of any copy of this package. */
export function isDragomanError(value: unknown): value is DragomanError {
  return typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[mark] === true;
}

/** An error of this side of the wire, with the table's words unless better ones are given. */
export function clientError(
  code: ClientFailureCode,
  details: Partial<Omit<ErrorDetails, 'retryable'>> = {},
): DragomanError {
  return new DragomanError(code, { message: rows[code].message, ...details, retryable: rows[code].retryable });
}
