/** Common parts of requests for calls in all interfaces: everything that is sent in headers. */
import type { Call, Cancellation } from '../gateway/call.js';
import type { HttpRequest } from './http-request.js';
import { flag, invalidParameters } from './query-string.js';
import type { RouteContext } from './route.js';
import { readTracestate } from './trace-context.js';

/** Maximum length of a correlation id that is passed on. */
export const maxRequestIdLength = 200;

/** The preference with which a disconnect cancels a call that has an idempotency key. */
export const cancelPreference = 'cancel-on-disconnect';

/** True when `Prefer` (RFC 7240) has this preference; other preferences are ignored. */
export function prefers({ headers }: Pick<HttpRequest, 'headers'>, preference: string): boolean {
  const preferences = headers.get('prefer')?.split(',') ?? [];
  return preferences.some((each) => each.split(';', 1)[0]?.trim().toLowerCase() === preference);
}

/**
 * A client that disconnects cancels its call, except for a call with an idempotency key: that one runs to its end, so
 * that a retry of the same request gets its answer instead of an unknown outcome, unless the client prefers to cancel.
 * Signals are created on first access.
 */
export function callCancellation(
  context: Cancellation & Pick<RouteContext, 'request'>,
  wantsStream: boolean,
): Cancellation {
  if (wantsStream || !context.request.headers.has('idempotency-key')) return context;
  if (prefers(context.request, cancelPreference)) return context;
  return new NeverCanceled();
}

/** Runs to the end. */
class NeverCanceled implements Cancellation {
  #signal: AbortSignal | undefined = undefined;

  get signal(): AbortSignal {
    this.#signal ??= new AbortController().signal;
    return this.#signal;
  }
}

/** The caller's correlation id, if it is valid to pass on. */
export function requestIdOf(request: Pick<HttpRequest, 'headers'>): string | undefined {
  const id = request.headers.get('x-request-id');
  return id !== null && id.length <= maxRequestIdLength && /^[\x21-\x7e]+$/.test(id) ? id : undefined;
}

/** Whether the header `X-Dry-Run` requests a dry run; throws `INVALID_INPUT` when it is neither true nor false. */
export function readDryRun({ headers }: Pick<HttpRequest, 'headers'>): boolean {
  const header = headers.get('x-dry-run');
  const value = header === null ? false : flag(header);
  if (value !== undefined) return value;
  throw invalidParameters([{ field: 'X-Dry-Run', code: 'request/parameter', detail: 'must be true or false' }]);
}

/** Adds the options that are sent in headers to a call. */
export function addCallHeaders<T extends Partial<Call>>(call: T, request: Pick<HttpRequest, 'headers'>): T {
  const requestId = requestIdOf(request);
  const tracestate = readTracestate(request.headers.get('tracestate'));
  const key = request.headers.get('idempotency-key');
  const confirmation = request.headers.get('x-confirm');
  const authorization = request.headers.get('x-agent-authorization');
  if (requestId !== undefined) call.requestId = requestId;
  if (tracestate !== undefined) call.tracestate = tracestate;
  if (key !== null) call.idempotencyKey = key;
  if (confirmation !== null) call.confirmation = confirmation;
  if (authorization !== null && authorization !== '') call.agentAuthorization = authorization;
  if (prefers(request, cancelPreference)) call.cancelsOnDisconnect = true;
  return call;
}
