/**
 * What an unsuccessful status of a service means for the caller: one mapping for every face. The codes are those of the
 * failure table; the advice is about the call, because the table's own describes this server.
 */
import type { FailureCode } from './failure-table.js';

/** The meaning of one status. */
export interface UpstreamStatusRow {
  code: FailureCode;
  /** What the caller can do. */
  help: string;
}

const correct = 'Correct the input as the service asks, then call again.';
const credential =
  'The service did not accept the credential of the call, or needs one and got none. Ask its owner or the operator for one that is valid and permits it.';
const forbidden =
  'The service refused the call. The credential may lack the permission, or the service does not accept calls from here (a check of the host name or of the network). Ask its owner or the operator.';
const current = 'Read the current state, then decide whether to call again with other inputs.';
const unsupported =
  'Use another operation. The owner of the service can import its description again, in case it has changed.';
const soon = 'If it keeps failing, use another operation or service.';

const rows: Readonly<Record<number, UpstreamStatusRow>> = {
  400: { code: 'INVALID_INPUT', help: correct },
  401: { code: 'FORBIDDEN', help: credential },
  402: { code: 'FORBIDDEN', help: 'The service requires a payment or another plan; the user has to decide.' },
  403: { code: 'FORBIDDEN', help: forbidden },
  404: { code: 'NOT_FOUND', help: 'Check the ids and names in the input; list or search first to get valid ones.' },
  405: { code: 'METHOD_NOT_ALLOWED', help: unsupported },
  406: { code: 'NOT_ACCEPTABLE', help: unsupported },
  407: { code: 'FORBIDDEN', help: credential },
  408: { code: 'UNAVAILABLE', help: soon },
  409: { code: 'CONFLICT', help: current },
  410: { code: 'GONE', help: 'Do not use this id again; look for its replacement.' },
  412: { code: 'PRECONDITION_FAILED', help: current },
  413: { code: 'PAYLOAD_TOO_LARGE', help: 'Send less, or split the input into several calls.' },
  414: { code: 'URI_TOO_LONG', help: 'Send shorter inputs.' },
  415: { code: 'UNSUPPORTED_MEDIA_TYPE', help: unsupported },
  421: { code: 'FORBIDDEN', help: forbidden },
  422: { code: 'INVALID_INPUT', help: correct },
  423: { code: 'CONFLICT', help: current },
  425: { code: 'UNAVAILABLE', help: soon },
  428: { code: 'PRECONDITION_FAILED', help: current },
  429: { code: 'RATE_LIMITED', help: 'Make fewer calls.' },
  451: { code: 'FORBIDDEN', help: 'The service may not show this for legal reasons; use another source.' },
  500: { code: 'UPSTREAM_ERROR', help: soon },
  501: { code: 'METHOD_NOT_ALLOWED', help: unsupported },
  502: { code: 'UPSTREAM_ERROR', help: soon },
  503: { code: 'UNAVAILABLE', help: soon },
  504: { code: 'UPSTREAM_TIMEOUT', help: 'If it keeps failing, request less data.' },
};

/** The mapping: status → meaning. */
export const upstreamStatuses = rows;

const refusal: UpstreamStatusRow = { code: 'CONFLICT', help: current };
const failure: UpstreamStatusRow = { code: 'UPSTREAM_ERROR', help: soon };

/** The meaning of a status that is not a success: an unlisted 4xx is a conflict, everything else an upstream error. */
export function meaningOfStatus(status: number): UpstreamStatusRow {
  return rows[status] ?? (status >= 400 && status < 500 ? refusal : failure);
}

const codes: ReadonlySet<FailureCode> = new Set(Object.values(rows).map(({ code }) => code));

/** The code that a service returned itself, if a service may return it; all other codes describe this server. */
export function upstreamCode(given: unknown): FailureCode | undefined {
  return codes.has(given as FailureCode) ? (given as FailureCode) : undefined;
}
