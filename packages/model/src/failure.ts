/**
 * A call that did not succeed. One table names every failure once; each protocol maps the rows to its own
 * numbers and shapes in its folder.
 */
import type { JsonObject } from './json.js';

/** One row of the failure table. */
export interface FailureRow {
  /** HTTP status. */
  status: number;
  /** Whether the same call may succeed later without being changed. */
  retryable: boolean;
  /** Short title, the same for every occurrence. */
  title: string;
  /** Default sentence for people; a thrower may say it more exactly. */
  message: string;
  /** What the caller can do. */
  help: string;
  /** AIDIP's word for it (aidip.md GAP-26). */
  aidip: string;
  /** JSON-RPC number for MCP and A2A. */
  rpc: number;
  /** AGTP status. */
  agtp: number;
}

const rows = {
  INVALID_INPUT: {
    status: 400,
    retryable: false,
    title: 'Invalid input',
    aidip: 'InvalidInput',
    rpc: -32602,
    agtp: 400,
    message: 'The request has a problem.',
    help: 'Correct the fields listed in field_errors and send the request again.',
  },
  MALFORMED_JSON: {
    status: 400,
    retryable: false,
    title: 'Malformed JSON',
    aidip: 'InvalidInput',
    rpc: -32700,
    agtp: 400,
    message: 'The body is not valid JSON in UTF-8.',
    help: 'Send one JSON document, encoded in UTF-8, without a byte order mark.',
  },
  INVALID_CURSOR: {
    status: 400,
    retryable: false,
    title: 'Invalid cursor',
    aidip: 'InvalidInput',
    rpc: -32602,
    agtp: 400,
    message: 'The cursor does not belong to this request.',
    help: 'Start again without a cursor, then follow the next link exactly as given.',
  },
  UNAUTHENTICATED: {
    status: 401,
    retryable: false,
    title: 'Credential required',
    aidip: 'Unauthorized',
    rpc: -32001,
    agtp: 401,
    message: 'This call needs a credential.',
    help: 'Send an API key or an access token as "Authorization: Bearer …".',
  },
  INVALID_CREDENTIAL: {
    status: 401,
    retryable: false,
    title: 'Invalid credential',
    aidip: 'Unauthorized',
    rpc: -32001,
    agtp: 401,
    message: 'The credential is not valid: unknown, expired or revoked.',
    help: 'Get a new key or token. A request without any credential sees what is public.',
  },
  FORBIDDEN: {
    status: 403,
    retryable: false,
    title: 'Not allowed',
    aidip: 'Forbidden',
    rpc: -32003,
    agtp: 403,
    message: 'Your credential is not allowed to do this.',
    help: 'Ask the owner of the entry, or use a credential with the scope named in detail.',
  },
  NOT_FOUND: {
    status: 404,
    retryable: false,
    title: 'Not found',
    aidip: 'NotFound',
    rpc: -32004,
    agtp: 404,
    message: 'There is nothing at this address.',
    help: 'Check the id and the path, or search for the entry.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    retryable: false,
    title: 'Method not allowed',
    aidip: 'MethodNotAllowed',
    rpc: -32601,
    agtp: 405,
    message: 'This address does not take that method.',
    help: 'Use one of the methods in the Allow header.',
  },
  NOT_ACCEPTABLE: {
    status: 406,
    retryable: false,
    title: 'Not acceptable',
    aidip: 'InvalidInput',
    rpc: -32602,
    agtp: 400,
    message: 'This address cannot answer in any of the media types asked for.',
    help: 'Accept application/json.',
  },
  CONFLICT: {
    status: 409,
    retryable: false,
    title: 'Conflict',
    aidip: 'Conflict',
    rpc: -32009,
    agtp: 409,
    message: 'The request conflicts with the present state.',
    help: 'Read the present state, then decide again.',
  },
  IDEMPOTENCY_CONFLICT: {
    status: 409,
    retryable: false,
    title: 'Key used for another request',
    aidip: 'Conflict',
    rpc: -32009,
    agtp: 409,
    message: 'This Idempotency-Key was used with another request.',
    help: 'Use a new key for a new request; repeat a request only with the same body.',
  },
  CALL_RUNNING: {
    status: 409,
    retryable: true,
    title: 'Call still running',
    aidip: 'Conflict',
    rpc: -32009,
    agtp: 409,
    message: 'A call with this Idempotency-Key is still running.',
    help: 'Wait as long as Retry-After says, then send the same request with the same key to get its answer.',
  },
  OUTCOME_UNKNOWN: {
    status: 409,
    retryable: false,
    title: 'Outcome unknown',
    aidip: 'Conflict',
    rpc: -32009,
    agtp: 409,
    message:
      'An earlier call with this Idempotency-Key was sent but its answer is not known; it may have taken effect.',
    help: 'Find out at the agent whether it took effect; then decide on a new call with a new key.',
  },
  CANCELLED: {
    status: 409,
    retryable: false,
    title: 'Cancelled',
    aidip: 'Conflict',
    rpc: -32009,
    agtp: 409,
    message: 'The call was cancelled before it ended.',
    help: 'Send it again if you still want it.',
  },
  GONE: {
    status: 410,
    retryable: false,
    title: 'Gone',
    aidip: 'NotFound',
    rpc: -32004,
    agtp: 410,
    message: 'What was at this address has been taken away for good.',
    help: 'Look in the list for what has taken its place.',
  },
  PRECONDITION_FAILED: {
    status: 412,
    retryable: false,
    title: 'Precondition failed',
    aidip: 'Conflict',
    rpc: -32009,
    agtp: 409,
    message: 'The entry has changed since it was read.',
    help: 'Read it again, apply the change to the new content and send that with the new ETag.',
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    retryable: false,
    title: 'Payload too large',
    aidip: 'PayloadTooLarge',
    rpc: -32602,
    agtp: 413,
    message: 'The body is larger than this server takes.',
    help: 'Send less, or split the request; the limit stands in detail.',
  },
  URI_TOO_LONG: {
    status: 414,
    retryable: false,
    title: 'Address too long',
    aidip: 'InvalidInput',
    rpc: -32602,
    agtp: 400,
    message: 'The address is longer than this server takes.',
    help: 'Use the POST form of the request.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    retryable: false,
    title: 'Unsupported media type',
    aidip: 'UnsupportedMediaType',
    rpc: -32602,
    agtp: 415,
    message: 'The body has a media type that this address does not read.',
    help: 'Send application/json.',
  },
  CONFIRMATION_REQUIRED: {
    status: 428,
    retryable: false,
    title: 'Confirmation required',
    aidip: 'Conflict',
    rpc: -32028,
    agtp: 409,
    message: 'This call cannot be undone and needs a confirmation.',
    help: 'Send it with X-Dry-Run: true, look at the preview, then send it again with the token in X-Confirm.',
  },
  GRAMMAR_VIOLATION: {
    status: 454,
    retryable: false,
    title: 'Grammar violation',
    aidip: 'InvalidInput',
    rpc: -32602,
    agtp: 454,
    message: 'The AGIS method breaks the grammar of methods.',
    help: 'Use one imperative verb in its base form, as fix proposes; rule and pass say what is wrong.',
  },
  PROPOSAL_REJECTED: {
    status: 460,
    retryable: false,
    title: 'Proposal rejected',
    aidip: 'Conflict',
    rpc: -32009,
    agtp: 460,
    message: 'The proposed endpoint is not made.',
    help: 'Use an endpoint of the document, or ask the owner of the service for one.',
  },
  RATE_LIMITED: {
    status: 429,
    retryable: true,
    title: 'Too many requests',
    aidip: 'RateLimited',
    rpc: -32029,
    agtp: 429,
    message: 'You have used up your allowance for now.',
    help: 'Wait as long as Retry-After says.',
  },
  INTERNAL: {
    status: 500,
    retryable: false,
    title: 'Internal error',
    aidip: 'AgentError',
    rpc: -32603,
    agtp: 500,
    message: 'Something went wrong on our side.',
    help: 'Report the trace_id to the operator.',
  },
  UPSTREAM_ERROR: {
    status: 502,
    retryable: true,
    title: 'Upstream error',
    aidip: 'UpstreamError',
    rpc: -32052,
    agtp: 502,
    message: 'The upstream answered in a way that cannot be used.',
    help: 'Try again later, or report it to the provider.',
  },
  OUTPUT_INVALID: {
    status: 502,
    retryable: false,
    title: 'Output breaks its schema',
    aidip: 'UpstreamError',
    rpc: -32052,
    agtp: 502,
    message: 'The agent answered, but its output breaks its own schema.',
    help: 'The call has taken place. Report it to the provider; the operator may let such output pass.',
  },
  STEP_FAILED: {
    status: 502,
    retryable: false,
    title: 'Step failed',
    aidip: 'UpstreamError',
    rpc: -32052,
    agtp: 502,
    message: 'A step of the workflow failed for good.',
    help: 'Look in field_errors for what was done and what was taken back; then decide on a new call with a new key.',
  },
  CONTENT_BLOCKED: {
    status: 502,
    retryable: false,
    title: 'Content blocked',
    aidip: 'UpstreamError',
    rpc: -32052,
    agtp: 502,
    message: 'The agent answered with text that looks like instructions to you; policy keeps it back.',
    help: 'The call has taken place. Ask the operator to look at the record of this call.',
  },
  UPSTREAM_REFUSED: {
    status: 502,
    retryable: false,
    title: 'Upstream address refused',
    aidip: 'UpstreamError',
    rpc: -32052,
    agtp: 502,
    message: 'The address may not be called from here.',
    help: 'Use a public https address, or have the operator allow this one by name.',
  },
  UNAVAILABLE: {
    status: 503,
    retryable: true,
    title: 'Temporarily unavailable',
    aidip: 'AgentUnavailable',
    rpc: -32053,
    agtp: 503,
    message: 'The service cannot answer just now.',
    help: 'Wait as long as Retry-After says, then send the same request again.',
  },
  UPSTREAM_TIMEOUT: {
    status: 504,
    retryable: true,
    title: 'Upstream timed out',
    aidip: 'Timeout',
    rpc: -32054,
    agtp: 504,
    message: 'The upstream did not answer in time.',
    help: 'Try again later.',
  },
} as const satisfies Record<string, FailureRow>;

/** Every failure code. */
export type FailureCode = keyof typeof rows;

/** The failure table: code → row. */
export const failures: Readonly<Record<FailureCode, FailureRow>> = rows;

/** One faulty field of a request. */
export interface FieldError {
  /** Path as people write it: `operations[0].inputs.type`. */
  field: string;
  /** JSON pointer of the same place. */
  pointer?: string;
  /** Stable word for the kind of fault. */
  code: string;
  /** What is wrong and what would be right. */
  detail: string;
  /** Name of the tool's input that is at fault, where the fault is one of a tool call (nact.md GAP-26). */
  parameter?: string;
}

/** What a thrower can add to the row. */
export interface FailureDetails {
  /** Exact sentence for this occurrence; safe to show. */
  message?: string;
  fieldErrors?: readonly FieldError[];
  /** Seconds to wait before a retry. */
  retryAfter?: number;
  /** Response headers that belong to the failure (`Allow`, `WWW-Authenticate`). */
  headers?: Readonly<Record<string, string>>;
  /** True when the call may have taken effect although it failed. */
  outcomeUnknown?: boolean;
  /** Another HTTP status than the table's, where an operator chose one. */
  status?: number;
  /** Further members of the error body that belong to this code. */
  members?: JsonObject;
  /** What really happened; logged, never shown. */
  cause?: unknown;
}

const mark = Symbol.for('dragoman.failure');

/** What the row of a failure says behind which the call may have taken effect. */
const inDoubt = {
  retryable: false,
  help: 'It may have taken effect: find out before you send it again.',
};

/** A call that did not succeed; thrown on the way, answered once at the face. */
export class Failure extends Error {
  readonly [mark] = true;
  readonly code: FailureCode;
  readonly fieldErrors: readonly FieldError[];
  readonly retryAfter: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** True when the call may have taken effect although it failed. */
  readonly outcomeUnknown: boolean;
  /** Further members of the error body. */
  readonly members: JsonObject;
  readonly #status: number | undefined;

  constructor(code: FailureCode, details: FailureDetails = {}) {
    super(details.message ?? failures[code].message, details.cause === undefined ? {} : { cause: details.cause });
    this.name = 'Failure';
    this.code = code;
    this.fieldErrors = details.fieldErrors ?? [];
    this.retryAfter = details.retryAfter;
    this.headers = details.headers ?? {};
    this.outcomeUnknown = details.outcomeUnknown ?? false;
    this.members = details.members ?? {};
    this.#status = details.status;
  }

  /** The table's row, with the status of this occurrence; what may have taken effect is never retryable (profile, P02). */
  get row(): FailureRow {
    const row = failures[this.code];
    if (this.#status === undefined && !this.outcomeUnknown) return row;
    return { ...row, ...(this.outcomeUnknown ? inDoubt : {}), status: this.#status ?? row.status };
  }
}

/** True for a failure of any copy of this package. */
export function isFailure(value: unknown): value is Failure {
  return typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[mark] === true;
}

/** The same failure with some of it said otherwise. */
export function changeFailure(failure: Failure, change: FailureDetails): Failure {
  const { code, message, fieldErrors, retryAfter, headers, outcomeUnknown, members, cause, row } = failure;
  return new Failure(code, {
    message,
    status: row.status,
    fieldErrors,
    ...(retryAfter === undefined ? {} : { retryAfter }),
    headers,
    outcomeUnknown,
    members,
    cause,
    ...change,
  });
}

/** Turns anything thrown into a failure; what is not one already becomes `INTERNAL` with its cause kept. */
export function toFailure(thrown: unknown): Failure {
  return isFailure(thrown) ? thrown : new Failure('INTERNAL', { cause: thrown });
}
