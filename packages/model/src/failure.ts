/**
 * A call that did not succeed. One table defines every failure once; each protocol maps the rows to its own codes and
 * formats.
 */
import type { JsonObject } from './json.js';

/** One row of the failure table. */
export interface FailureRow {
  /** HTTP status. */
  status: number;
  /** Whether the same call may succeed later unchanged. */
  retryable: boolean;
  /** Short title, the same for every occurrence. */
  title: string;
  /** Default sentence for people; a thrower may provide a more specific one. */
  message: string;
  /** What the caller can do. */
  help: string;
  /** AIDIP's code (aidip.md GAP-26). */
  aidip: string;
  /** JSON-RPC code for MCP and A2A. */
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
    help: 'Start again without a cursor, then follow the next link unchanged.',
  },
  UNAUTHENTICATED: {
    status: 401,
    retryable: false,
    title: 'Credentials required',
    aidip: 'Unauthorized',
    rpc: -32001,
    agtp: 401,
    message: 'This call requires credentials.',
    help: 'Send an API key or an access token as "Authorization: Bearer …".',
  },
  INVALID_CREDENTIAL: {
    status: 401,
    retryable: false,
    title: 'Invalid credentials',
    aidip: 'Unauthorized',
    rpc: -32001,
    agtp: 401,
    message: 'The credentials are unknown, expired or revoked.',
    help: 'Get a new key or token, or omit the credentials to access public entries only.',
  },
  FORBIDDEN: {
    status: 403,
    retryable: false,
    title: 'Not allowed',
    aidip: 'Forbidden',
    rpc: -32003,
    agtp: 403,
    message: 'Your credentials do not allow this operation.',
    help: 'Ask the owner of the entry for access, or use credentials with the scope named in `detail`.',
  },
  NOT_FOUND: {
    status: 404,
    retryable: false,
    title: 'Not found',
    aidip: 'NotFound',
    rpc: -32004,
    agtp: 404,
    message: 'No resource exists at this URL.',
    help: 'Check the id and the path, or search for the entry.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    retryable: false,
    title: 'Method not allowed',
    aidip: 'MethodNotAllowed',
    rpc: -32601,
    agtp: 405,
    message: 'This URL does not support the request method.',
    help: 'Use one of the methods in the Allow header.',
  },
  NOT_ACCEPTABLE: {
    status: 406,
    retryable: false,
    title: 'Not acceptable',
    aidip: 'InvalidInput',
    rpc: -32602,
    agtp: 400,
    message: 'None of the requested media types is available.',
    help: 'Accept application/json.',
  },
  CONFLICT: {
    status: 409,
    retryable: false,
    title: 'Conflict',
    aidip: 'Conflict',
    rpc: -32009,
    agtp: 409,
    message: 'The request conflicts with the current state.',
    help: 'Read the current state, then decide whether to send the request again.',
  },
  IDEMPOTENCY_CONFLICT: {
    status: 409,
    retryable: false,
    title: 'Idempotency key reused',
    aidip: 'Conflict',
    rpc: -32009,
    agtp: 409,
    message: 'This Idempotency-Key was used with another request.',
    help: 'Use a new key for a new request; repeat a key only with the same body.',
  },
  CALL_RUNNING: {
    status: 409,
    retryable: true,
    title: 'Call in progress',
    aidip: 'Conflict',
    rpc: -32009,
    agtp: 409,
    message: 'A call with this Idempotency-Key is still in progress.',
    help: 'Wait for the time in Retry-After, then send the same request with the same key to get its response.',
  },
  OUTCOME_UNKNOWN: {
    status: 409,
    retryable: false,
    title: 'Outcome unknown',
    aidip: 'Conflict',
    rpc: -32009,
    agtp: 409,
    message:
      'An earlier call with this Idempotency-Key was sent, but its outcome is unknown; it may have taken effect.',
    help: 'Check with the service whether the call took effect, then decide whether to send a new call with a new key.',
  },
  CANCELLED: {
    status: 409,
    retryable: false,
    title: 'Cancelled',
    aidip: 'Conflict',
    rpc: -32009,
    agtp: 409,
    message: 'The call was canceled before it completed.',
    help: 'Send the call again if you still need it.',
  },
  GONE: {
    status: 410,
    retryable: false,
    title: 'Gone',
    aidip: 'NotFound',
    rpc: -32004,
    agtp: 410,
    message: 'This resource has been permanently removed.',
    help: 'Look in the list for its replacement.',
  },
  PRECONDITION_FAILED: {
    status: 412,
    retryable: false,
    title: 'Precondition failed',
    aidip: 'Conflict',
    rpc: -32009,
    agtp: 409,
    message: 'The entry has changed since it was read.',
    help: 'Read the entry again, apply the change to the new content and send it with the new ETag.',
  },
  REQUEST_TIMEOUT: {
    status: 408,
    retryable: true,
    title: 'Request timed out',
    aidip: 'Timeout',
    rpc: -32054,
    agtp: 408,
    message: 'The request did not arrive in time.',
    help: 'Send the request again over a faster connection; nothing was executed.',
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    retryable: false,
    title: 'Payload too large',
    aidip: 'PayloadTooLarge',
    rpc: -32602,
    agtp: 413,
    message: 'The body exceeds the size limit of this server.',
    help: 'Send less, or split the request; the limit is in `detail`.',
  },
  URI_TOO_LONG: {
    status: 414,
    retryable: false,
    title: 'URL too long',
    aidip: 'InvalidInput',
    rpc: -32602,
    agtp: 400,
    message: 'The URL exceeds the length limit of this server.',
    help: 'Use the POST form of the request.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    retryable: false,
    title: 'Unsupported media type',
    aidip: 'UnsupportedMediaType',
    rpc: -32602,
    agtp: 415,
    message: 'The media type of the body is not supported at this URL.',
    help: 'Send application/json.',
  },
  DOCUMENT_TOO_COMPLEX: {
    status: 422,
    retryable: false,
    title: 'Document too complex',
    aidip: 'InvalidInput',
    rpc: -32602,
    agtp: 422,
    message: 'The document needs more time or memory than this server allows for one document.',
    help: 'Split or simplify the document, or ask the operator to raise the limit that `detail` names.',
  },
  CONFIRMATION_REQUIRED: {
    status: 428,
    retryable: false,
    title: 'Confirmation required',
    aidip: 'Conflict',
    rpc: -32028,
    agtp: 409,
    message: 'This call cannot be undone and requires confirmation.',
    help: 'Send the call with X-Dry-Run: true, review the preview, then send it again with the token in X-Confirm.',
  },
  GRAMMAR_VIOLATION: {
    status: 454,
    retryable: false,
    title: 'Grammar violation',
    aidip: 'InvalidInput',
    rpc: -32602,
    agtp: 454,
    message: 'The AGIS method violates the method grammar.',
    help: 'Use one imperative verb in its base form, as `fix` suggests; `rule` and `pass` say what is wrong.',
  },
  PROPOSAL_REJECTED: {
    status: 460,
    retryable: false,
    title: 'Proposal rejected',
    aidip: 'Conflict',
    rpc: -32009,
    agtp: 460,
    message: 'The proposed endpoint was not created.',
    help: 'Use an endpoint of the document, or ask the owner of the service to add one.',
  },
  RATE_LIMITED: {
    status: 429,
    retryable: true,
    title: 'Too many requests',
    aidip: 'RateLimited',
    rpc: -32029,
    agtp: 429,
    message: 'You have exceeded the rate limit.',
    help: 'Wait for the time in Retry-After.',
  },
  INTERNAL: {
    status: 500,
    retryable: false,
    title: 'Internal error',
    aidip: 'AgentError',
    rpc: -32603,
    agtp: 500,
    message: 'An internal error occurred.',
    help: 'Report the trace_id to the operator.',
  },
  UPSTREAM_ERROR: {
    status: 502,
    retryable: true,
    title: 'Upstream error',
    aidip: 'UpstreamError',
    rpc: -32052,
    agtp: 502,
    message: 'The upstream returned an invalid response.',
    help: 'Try again later, or report the error to the provider.',
  },
  OUTPUT_INVALID: {
    status: 502,
    retryable: false,
    title: 'Output does not match its schema',
    aidip: 'UpstreamError',
    rpc: -32052,
    agtp: 502,
    message: 'The service responded, but its output does not match its own schema.',
    help: 'The call was executed. Report the error to the provider; the operator can allow such output.',
  },
  STEP_FAILED: {
    status: 502,
    retryable: false,
    title: 'Step failed',
    aidip: 'UpstreamError',
    rpc: -32052,
    agtp: 502,
    message: 'A step of the workflow failed permanently.',
    help: 'See field_errors for the completed and the undone steps, then decide whether to send a new call with a new key.',
  },
  CONTENT_BLOCKED: {
    status: 502,
    retryable: false,
    title: 'Content blocked',
    aidip: 'UpstreamError',
    rpc: -32052,
    agtp: 502,
    message: 'The service returned text that looks like instructions to you; policy blocked it.',
    help: 'The call was executed. Ask the operator to review the record of this call.',
  },
  UPSTREAM_REFUSED: {
    status: 502,
    retryable: false,
    title: 'Upstream URL not allowed',
    aidip: 'UpstreamError',
    rpc: -32052,
    agtp: 502,
    message: 'This URL may not be called from here.',
    help: 'Use a public https URL, or ask the operator to allow this one by name.',
  },
  UPSTREAM_UNTRUSTED: {
    status: 502,
    retryable: false,
    title: 'Upstream certificate not accepted',
    aidip: 'UpstreamError',
    rpc: -32052,
    agtp: 502,
    message: "The upstream's certificate is not accepted.",
    help: 'Nothing was sent. The provider has to renew or correct the certificate, or the operator has to trust its issuer.',
  },
  UNAVAILABLE: {
    status: 503,
    retryable: true,
    title: 'Temporarily unavailable',
    aidip: 'AgentUnavailable',
    rpc: -32053,
    agtp: 503,
    message: 'The service is temporarily unable to respond.',
    help: 'Wait for the time in Retry-After, then send the same request again.',
  },
  UPSTREAM_TIMEOUT: {
    status: 504,
    retryable: true,
    title: 'Upstream timed out',
    aidip: 'Timeout',
    rpc: -32054,
    agtp: 504,
    message: 'The upstream did not respond in time.',
    help: 'Try again later.',
  },
} as const satisfies Record<string, FailureRow>;

/** Every failure code. */
export type FailureCode = keyof typeof rows;

/** The failure table: code → row. */
export const failures: Readonly<Record<FailureCode, FailureRow>> = rows;

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
  /** Additional members of the error body for this code. */
  members?: JsonObject;
  /** The underlying error; logged, never shown. */
  cause?: unknown;
}

const mark = Symbol.for('dragoman.failure');

/** Overrides the row's help when the call may have taken effect. */
const inDoubt = {
  retryable: false,
  help: 'The call may have taken effect. Check with the service before retrying.',
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
  readonly #status: number | undefined;
  readonly #help: string | undefined;

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
    this.#help = details.help;
  }

  /**
   * The table's row with the status of this occurrence; a call that may have taken effect is never retryable (profile,
   * P02).
   */
  get row(): FailureRow {
    const row = failures[this.code];
    if (this.#status === undefined && this.#help === undefined && !this.outcomeUnknown) return row;
    const doubt = this.outcomeUnknown ? inDoubt : {};
    const help = this.#help === undefined ? {} : { help: this.#help };
    return { ...row, ...doubt, ...help, status: this.#status ?? row.status };
  }
}

/** True for a failure of any copy of this package. */
export function isFailure(value: unknown): value is Failure {
  return typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[mark] === true;
}

/** The same failure with some details replaced. */
export function changeFailure(failure: Failure, change: FailureDetails): Failure {
  const { code, message, fieldErrors, retryAfter, headers, outcomeUnknown, members, cause, row } = failure;
  return new Failure(code, {
    message,
    status: row.status,
    ...(row.help === failures[code].help ? {} : { help: row.help }),
    fieldErrors,
    ...(retryAfter === undefined ? {} : { retryAfter }),
    headers,
    outcomeUnknown,
    members,
    cause,
    ...change,
  });
}

/** Turns anything thrown into a failure; unknown errors become `INTERNAL` with their cause. */
export function toFailure(thrown: unknown): Failure {
  return isFailure(thrown) ? thrown : new Failure('INTERNAL', { cause: thrown });
}
