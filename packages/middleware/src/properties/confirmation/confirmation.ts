/**
 * Confirmations (PROF-WRITE-12, PROF-SEC-09): a dangerous write is executed only after a preview. A dry run returns a
 * token; the same request with the token in `X-Confirm` is executed, once. Without it nothing is executed.
 */
import { createHash, hash, randomUUID } from 'node:crypto';
import { type ConfirmationTokens, createConfirmationTokens } from '@dragoman/core/http';
import { Failure, isFailure, isJsonObject } from '@dragoman/model';
import { withHeaders } from '../../calls/answer.js';
import { type CallContext, callerKey } from '../../calls/call-context.js';
import { comparableBody } from '../../calls/comparable-body.js';
import { isRead } from '../../calls/is-read.js';
import { defineProperty, type Handle, type Property } from '../../calls/property.js';
import { rewriteJson } from '../../calls/rewrite-json.js';
import { createRouteTest, type RoutePattern } from '../../calls/route-pattern.js';
import { createMemoryStore, type PropertyStore } from '../../stores/index.js';
import { createProcessTime, type TimeOptions } from '../../stores/process-time.js';
import { dryRunParameter, findDryRun } from '../dry-run/dry-run-of.js';
import { confirmHeader, describeConfirmation, expiresHeader } from './describe-confirmation.js';
import { createUsedTokens, type UsedTokens } from './used-tokens.js';

/** Confirmation options. */
export interface ConfirmationOptions extends TimeOptions {
  /** Writes that need a confirmation, such as `DELETE /tasks/{id}`. */
  routes: readonly RoutePattern[];
  /** Lifetime of a token in seconds; 300 by default. */
  seconds?: number;
  /** Signs tokens. Set it for several processes, or when tokens must survive a restart. */
  key?: string;
  /** Where used tokens are stored; in memory by default. Set it for several processes. */
  store?: PropertyStore;
  /** Maximum size of a request body, in bytes; 1 MiB by default. */
  bodyBytes?: number;
}

interface Confirming {
  tokens: ConfirmationTokens;
  used: UsedTokens;
  bodyBytes: number;
}

/** Creates the property; put it after `createDryRun` and before `createIdempotency`. */
export function createConfirmation(options: ConfirmationOptions): Property {
  const { routes, seconds = 300, key = randomUUID(), store = createMemoryStore(), bodyBytes = 1024 * 1024 } = options;
  const needsToken = createRouteTest(routes);
  const { clock } = createProcessTime(options);
  const tokens = createConfirmationTokens({ key, clock, seconds });
  const confirming = { tokens, used: createUsedTokens(store, clock, seconds), bodyBytes };
  return defineProperty(
    (next) => async (request, call) => {
      if (isRead(request) || !needsToken(request)) return next(request, call);
      const dryRun = findDryRun(call);
      if (dryRun === undefined) throw new Error('createConfirmation needs createDryRun before it');
      const bound = await boundOf(request, call, bodyBytes);
      if (dryRun.wanted) return issue(await next(request, call), bound, confirming);
      return commit({ request, call, bound }, next, confirming);
    },
    { describe: describeConfirmation(needsToken, seconds) },
  );
}

interface Commit {
  request: Request;
  call: CallContext;
  bound: readonly string[];
}

/** The preview with its token; a request that would be rejected gets none. */
async function issue(response: Response, bound: readonly string[], { tokens }: Confirming): Promise<Response> {
  if (!response.ok) return response;
  const { token, expiresAt } = tokens.issue(bound);
  const body = await rewriteJson(response, (value) =>
    isJsonObject(value) ? { ...value, confirmation: { token, expires_at: expiresAt } } : undefined,
  );
  return withHeaders(body, { [confirmHeader]: token, [expiresHeader]: expiresAt, 'Cache-Control': 'no-store' });
}

async function commit({ request, call, bound }: Commit, next: Handle, { tokens, used }: Confirming): Promise<Response> {
  const token = request.headers.get(confirmHeader);
  if (token === null) throw notConfirmed('missing');
  const verdict = tokens.check(token, bound);
  if (verdict !== 'good') throw notConfirmed(verdict);
  const by = request.headers.get('idempotency-key') ?? '';
  const use = await used.use(token, by);
  if (use === 'used') throw notConfirmed('used');
  // A rejection was decided before any effect, so the confirmation stays valid.
  const release = async (isRejected: boolean) => {
    if (isRejected && use === 'first') await used.release(token);
  };
  try {
    const response = await next(request, call);
    await release(response.status >= 400 && response.status < 500);
    return response;
  } catch (thrown) {
    await release(isFailure(thrown) && thrown.row.status < 500 && !mayHaveRun(thrown));
    throw thrown;
  }
}

function mayHaveRun({ code, outcomeUnknown }: Failure): boolean {
  return outcomeUnknown || code === 'OUTCOME_UNKNOWN' || code === 'CALL_RUNNING';
}

/** A token is valid for one caller and one request. */
async function boundOf(request: Request, call: CallContext, bodyBytes: number): Promise<string[]> {
  const { method, headers } = request;
  const { pathname, searchParams } = new URL(request.url);
  searchParams.delete(dryRunParameter);
  searchParams.sort();
  const body = comparableBody(await call.readBody(bodyBytes), headers.get('content-type'));
  const condition = headers.get('if-match') ?? '';
  return [
    callerKey(request, call),
    method,
    pathname,
    searchParams.toString(),
    condition,
    typeof body === 'string' ? hash('sha256', body) : createHash('sha256').update(body).digest('hex'),
  ];
}

const reasons = {
  missing: 'This request needs a confirmation.',
  expired: 'The confirmation has expired.',
  other: 'The confirmation is for another request or caller.',
  used: 'The confirmation has been used; each one is valid for one request.',
} as const;

function notConfirmed(reason: keyof typeof reasons): Failure {
  const detail = 'send the request with X-Dry-Run: true, review the preview, then send it again with its token';
  return new Failure('CONFIRMATION_REQUIRED', {
    message: `${reasons[reason]} Nothing was executed.`,
    fieldErrors: [{ field: confirmHeader, code: `request/confirmation-${reason}`, detail }],
  });
}
