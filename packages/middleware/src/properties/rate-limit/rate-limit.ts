/**
 * Rate limits with headers (PROF-RATE-01, -03, -04): every response reports the remaining quota and its unit, a
 * rejection says when to retry. Counted by the caller that the host has authenticated, else by IP address: never by
 * unverified credentials, because anyone could get a fresh quota by inventing some.
 */
import type { Clock, RateLimit, Verdict } from '@dragoman/core/http';
import { addressGroup, createRateLimitHeaders } from '@dragoman/core/http';
import { Failure } from '@dragoman/model';
import { defaultResponseBytes, headerOf, readAnswer, withHeaders } from '../../calls/answer.js';
import type { CallContext } from '../../calls/call-context.js';
import { keepErrorHeaders } from '../../calls/error-response.js';
import { defineProperty, type Handle, type Property } from '../../calls/property.js';
import { warnProcess } from '../../calls/report.js';
import { createRouteTest, type RoutePattern } from '../../calls/route-pattern.js';
import { describeRateLimit } from './describe-rate-limit.js';
import { createMemoryRateStore, type RateStore } from './rate-store.js';

/** What is counted. */
export type RateUnit = 'requests' | 'content-bytes';

/** Rate limit options. */
export interface RateLimitOptions {
  /** Maximum number of requests, or response bytes, per window. */
  limit: number;
  windowSeconds: number;
  /** What the limit counts; with bytes, a large response uses more. `requests` by default. */
  unit?: RateUnit;
  /** Name of the policy in the headers; also separates the counts of several limits. */
  policy?: string;
  /** Limited routes; all by default. */
  routes?: readonly RoutePattern[];
  /** Cost of a request, 1 by default; 0 lets it pass uncounted. Only when requests are counted. */
  cost?(request: Request, call: CallContext): number;
  /** Whose quota is used; the caller's, else that of the IP address, by default. */
  name?(request: Request, call: CallContext): string;
  /** Where it is counted; in memory by default. */
  store?: RateStore;
  /** What happens when the store is unavailable: the request passes, unless `refuse` is set. */
  onStoreFailure?: 'pass' | 'refuse';
  /** Receives store errors; a process warning by default. */
  report?(problem: unknown): void;
  clock?: Clock;
}

/** Number of cached address groups. */
const mostGroups = 10_000;

/** Creates the property; throws for an invalid limit or store. */
export function createRateLimit(options: RateLimitOptions): Property {
  const { unit = 'requests', routes, store = createMemoryRateStore(options) } = options;
  // In JavaScript a store of another kind would fail at every request, and no request would be limited.
  if (typeof store.take !== 'function') {
    throw new TypeError('The store counts no requests; use createPostgresRateStore or createRedisRateStore');
  }
  const policy = checkPolicy(options);
  const isFor = routes === undefined ? () => true : createRouteTest(routes);
  const allowance: RateLimit = { limit: options.limit, windowSeconds: options.windowSeconds };
  const tell = createRateLimitHeaders(policy, allowance, unit);
  const guarded = guardStore(options);
  const nameOf = createNaming();

  const handle =
    (next: Handle): Handle =>
    async (request, call) => {
      const cost = unit === 'requests' ? (options.cost?.(request, call) ?? 1) : 1;
      if (cost <= 0 || !isFor(request)) return next(request, call);
      const name = `${policy}:${options.name?.(request, call) ?? nameOf(call)}`;
      const verdict = await guarded(() => store.take(name, allowance, cost));
      if (verdict === undefined) return next(request, call);
      if (!verdict.allowed) throw refusal(options, verdict, tell(verdict));
      const headers = tell(verdict);
      keepErrorHeaders(call, headers);
      const response = await next(request, call);
      if (unit === 'requests') return addHeaders(response, headers);
      const answer = await measure(response);
      await guarded(() => store.charge(name, allowance, Math.max(0, answer.size - cost)));
      return addHeaders(answer.response, tell(after(verdict, allowance, answer.size - cost)));
    };
  return defineProperty(handle, { describe: describeRateLimit({ ...allowance, unit, isFor }) });
}

/** Calls the store; when it is unavailable, the request passes uncounted or is rejected, as configured. */
function guardStore({ report = warnProcess, onStoreFailure = 'pass' }: RateLimitOptions) {
  return async <Told>(ask: () => Told | Promise<Told>): Promise<Told | undefined> => {
    try {
      return await ask();
    } catch (cause) {
      report(cause);
      if (onStoreFailure === 'pass') return undefined;
      throw new Failure('UNAVAILABLE', { message: 'Requests cannot be counted at present.', cause });
    }
  };
}

function checkPolicy({ limit, windowSeconds, policy = 'default' }: RateLimitOptions): string {
  if (!(limit >= 1 && windowSeconds > 0))
    throw new Error('A rate limit needs a limit of at least 1 and a window above 0');
  if (!/^[a-z][\w-]{0,62}$/i.test(policy))
    throw new Error(`'${policy}' is not a valid policy name: use letters, digits, - and _`);
  return policy;
}

/** Without caller and address, all requests share one quota. */
function createNaming(): (call: CallContext) => string {
  // Parsing an address costs more than counting it, and the same addresses recur.
  const groups = new Map<string, string>();
  const groupOf = (address: string) => {
    const known = groups.get(address);
    if (known !== undefined) return known;
    if (groups.size >= mostGroups) groups.clear();
    const group = addressGroup(address);
    groups.set(address, group);
    return group;
  };
  return ({ caller, address }) => {
    if (caller !== undefined) return `caller:${caller}`;
    return address === undefined ? 'everybody' : `address:${groupOf(address)}`;
  };
}

function refusal(
  { limit, windowSeconds, unit = 'requests' }: RateLimitOptions,
  verdict: Verdict,
  headers: Headed,
): Failure {
  const counted = unit === 'requests' ? 'requests' : 'response bytes';
  return new Failure('RATE_LIMITED', {
    message: `You have exceeded the rate limit of ${limit} ${counted} per ${windowSeconds} seconds.`,
    retryAfter: verdict.retryAfterSeconds,
    headers,
  });
}

type Headed = Record<string, string>;

/** An inner, stricter limit has already set its own headers. */
function addHeaders(response: Response, headers: Headed): Response {
  return headerOf(response, 'ratelimit') === null ? withHeaders(response, headers) : response;
}

/** The size of a response; at least the limit, for a stream that exceeds it. */
async function measure(given: Response): Promise<{ response: Response; size: number }> {
  const { response, bytes } = await readAnswer(given);
  const declared = Number(response.headers.get('content-length') ?? Number.NaN);
  return { response, size: bytes?.byteLength ?? (Number.isSafeInteger(declared) ? declared : defaultResponseBytes) };
}

function after(verdict: Verdict, { limit, windowSeconds }: RateLimit, more: number): Verdict {
  const remaining = Math.max(0, verdict.remaining - Math.max(0, more));
  return { ...verdict, remaining, resetSeconds: Math.ceil(((limit - remaining) / limit) * windowSeconds) };
}
