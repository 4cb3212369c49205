/**
 * The error class of all calls. Server codes are those of the failure table; client-side errors have a short table of
 * their own here.
 */
import type { FailureCode, FieldError } from '@dragoman/model';

/** Errors before the request is sent or after the response is received. */
export interface ClientFailureRow {
  /** Whether the same call may succeed later unchanged. */
  retryable: boolean;
  /** Default sentence for people. */
  message: string;
}

const rows = {
  CONNECTION_FAILED: { retryable: true, message: 'The connection failed or was closed.' },
  TIMED_OUT: { retryable: true, message: 'No complete response arrived in time.' },
  ABORTED: { retryable: false, message: 'The caller canceled the call.' },
  INVALID_ARGUMENT: { retryable: false, message: 'An argument is invalid and cannot be sent.' },
  INVALID_RESPONSE: { retryable: false, message: 'The response violates the protocol.' },
  UNEXPECTED_STATUS: { retryable: false, message: 'The server returned an unexpected status.' },
  INSECURE_ADDRESS: { retryable: false, message: 'The URL is not https.' },
  UNSUPPORTED_AUTHENTICATION: {
    retryable: false,
    message: 'The service requires an unsupported kind of authentication.',
  },
  CREDENTIAL_MISSING: { retryable: false, message: 'The service requires credentials that were not given.' },
  SIGNATURE_INVALID: { retryable: false, message: 'The response is not signed as required.' },
  UNTRUSTED_AGENT: { retryable: false, message: 'The service does not satisfy the trust rules.' },
  DISCOVERY_FAILED: { retryable: false, message: 'The document of the service does not conform.' },
  ESCALATION_NEEDED: { retryable: false, message: "The agent's confidence is too low: a person must decide." },
  CONFIRMATION_NEEDED: { retryable: false, message: 'This call cannot be undone: a person must confirm it first.' },
  UNVERIFIED_WEBHOOK: { retryable: false, message: 'The message is not from the gateway, or is too old.' },
} as const satisfies Record<string, ClientFailureRow>;

/** Codes of client-side errors. */
export type ClientFailureCode = keyof typeof rows;

/** The client-side errors: code → row. */
export const clientFailures: Readonly<Record<ClientFailureCode, ClientFailureRow>> = rows;

/** Every code of a `DragomanError`. */
export type ErrorCode = FailureCode | ClientFailureCode;

/** The details of an error besides its code. */
export interface ErrorDetails {
  message: string;
  retryable: boolean;
  /** HTTP status; absent when there was no response. */
  status?: number;
  /** Seconds that the server asked to wait. */
  retryAfter?: number;
  fieldErrors?: readonly FieldError[];
  /** Trace id to report to the operator. */
  traceId?: string;
  /** Number of attempts. */
  attempts?: number;
  /** How often the gateway sent the call to the service in the last attempt. */
  upstreamAttempts?: number;
  /** True when the error comes from the service, not from the registry, its gateway or this client. */
  fromAgent?: boolean;
  /** True when the call may have taken effect although it failed. */
  outcomeUnknown?: boolean;
  /** True when the server itself says whether the call may be retried. */
  isStated?: boolean;
  /** The words of the service. */
  said?: string;
  /** Id of the approval that the call waits for. */
  approval?: string;
  cause?: unknown;
}

const mark = Symbol.for('dragoman.error');

/** A call that did not succeed. Branch on `code`, `status` and `retryable`; the message is for people. */
export class DragomanError extends Error {
  readonly [mark] = true;
  readonly code: ErrorCode;
  readonly status: number | undefined;
  readonly retryable: boolean;
  readonly retryAfter: number | undefined;
  readonly fieldErrors: readonly FieldError[];
  readonly traceId: string | undefined;
  readonly attempts: number;
  /** How often the gateway sent the call to the service in the last attempt; 0 when that is not known. */
  readonly upstreamAttempts: number;
  /** True when it comes from the service: the message then contains third-party text, to be treated as data. */
  readonly fromAgent: boolean;
  /** True when the call may have taken effect although it failed: check before sending it again with a new key. */
  readonly outcomeUnknown: boolean;
  /** True when the server itself says whether the call may be retried; false when it follows from the status alone. */
  readonly isStated: boolean;
  /** The words of the service: third-party text, which the message quotes after a line of ours. */
  readonly said: string | undefined;
  /** With `APPROVAL_PENDING`: id of the approval that the call waits for. */
  readonly approval: string | undefined;

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
    this.upstreamAttempts = details.upstreamAttempts ?? 0;
    this.fromAgent = details.fromAgent ?? false;
    this.outcomeUnknown = details.outcomeUnknown ?? false;
    this.isStated = details.isStated ?? false;
    this.said = details.said;
    this.approval = details.approval;
  }
}

/** True for an error of any copy of this package. */
export function isDragomanError(value: unknown): value is DragomanError {
  return typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[mark] === true;
}

/** A client-side error, with the table's message unless a more specific one is given. */
export function clientError(
  code: ClientFailureCode,
  details: Partial<Omit<ErrorDetails, 'retryable'>> = {},
): DragomanError {
  return new DragomanError(code, { message: rows[code].message, ...details, retryable: rows[code].retryable });
}
