/**
 * Rate limits with headers (PROF-RATE-01, -03, -04): every answer tells what is left and in which unit, a refusal when to
 * come back. Counted by caller, as the host's authentication names it, else by network address: never by a credential
 * that nobody has checked, or everybody could have a fresh allowance by making one up.
 */
import type { Allowance, Clock, Verdict } from '@dragoman/core/http';
import { addressGroup, createRateLimitHeaders } from '@dragoman/core/http';
import { Failure } from '@dragoman/model';
import { headerOf, readAnswer, usualAnswerBytes, withHeaders } from '../answer.js';
import type { CallContext } from '../call-context.js';
import type { Property } from '../property.js';
import { warnProcess } from '../report.js';
import { createRouteTest, type RoutePattern } from '../route-pattern.js';
import { createMemoryRateStore, type RateStore } from './rate-store.js';

/** What is counted. */
export type RateUnit = 'requests' | 'content-bytes';

/** How much is allowed to whom. */
export interface RateLimitOptions {
  /** Most requests, or bytes of answers, in a window. */
  limit: number;
  windowSeconds: number;
  /** What the limit counts; a large answer uses more of an allowance in bytes. `requests` unless given. */
  unit?: RateUnit;
  /** Name of the policy in the headers; also keeps the counts of several limits apart. */
  policy?: string;
  /** Routes that the limit is for; all unless given. */
  routes?: readonly RoutePattern[];
  /** What a request counts, 1 unless given; 0 lets it pass uncounted. Only where requests are counted. */
  cost?(request: Request, call: CallContext): number;
  /** Whose allowance it is; the caller's, else that of the network address, unless given. */
  name?(request: Request, call: CallContext): string;
  /** Where it is counted; in this process unless given. */
  store?: RateStore;
  /** What happens when the store cannot be asked: the request passes, unless `refuse` is given. */
  onStoreFailure?: 'pass' | 'refuse';
  /** Gets failures of the store; a warning of the process unless given. */
  report?(problem: unknown): void;
  clock?: Clock;
}

/** Addresses whose groups are kept at hand. */
const mostGroups = 10_000;

/** Makes the property; throws when the numbers cannot be a limit. */
export function createRateLimit(options: RateLimitOptions): Property {
  const { unit = 'requests', routes, store = createMemoryRateStore(options) } = options;
  const policy = checkPolicy(options);
  const isFor = routes === undefined ? () => true : createRouteTest(routes);
  const allowance: Allowance = { limit: options.limit, windowSeconds: options.windowSeconds };
  const tell = createRateLimitHeaders(policy, allowance, unit);
  const guarded = guardStore(options);
  const nameOf = createNaming();

  return (next) => async (request, call) => {
    const cost = unit === 'requests' ? (options.cost?.(request, call) ?? 1) : 1;
    if (cost <= 0 || !isFor(request)) return next(request, call);
    const name = `${policy}:${options.name?.(request, call) ?? nameOf(call)}`;
    const verdict = await guarded(() => store.take(name, allowance, cost));
    if (verdict === undefined) return next(request, call);
    if (!verdict.allowed) throw refusal(options, verdict, tell(verdict));
    const response = await next(request, call);
    if (unit === 'requests') return addHeaders(response, tell(verdict));
    const answer = await measure(response);
    await guarded(() => store.charge(name, allowance, Math.max(0, answer.size - cost)));
    return addHeaders(answer.response, tell(after(verdict, allowance, answer.size - cost)));
  };
}

/** Asks the store; when it cannot be asked, the request passes uncounted or is refused, as the host chose. */
function guardStore({ report = warnProcess, onStoreFailure = 'pass' }: RateLimitOptions) {
  return async <Told>(ask: () => Told | Promise<Told>): Promise<Told | undefined> => {
    try {
      return await ask();
    } catch (cause) {
      report(cause);
      if (onStoreFailure === 'pass') return undefined;
      throw new Failure('UNAVAILABLE', { message: 'Requests cannot be counted just now.', cause });
    }
  };
}

function checkPolicy({ limit, windowSeconds, policy = 'default' }: RateLimitOptions): string {
  if (!(limit >= 1 && windowSeconds > 0))
    throw new Error('A rate limit needs a limit of at least 1 and a window above 0');
  if (!/^[a-z][\w-]{0,62}$/i.test(policy))
    throw new Error(`'${policy}' is no name for a policy: letters, digits, - and _`);
  return policy;
}

/** Nobody's allowance is everybody's where neither caller nor address is known. */
function createNaming(): (call: CallContext) => string {
  // To read an address costs more than to count it, and the same ones come again and again.
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
  const counted = unit === 'requests' ? 'requests' : 'bytes of answers';
  return new Failure('RATE_LIMITED', {
    message: `You have used up your ${limit} ${counted} per ${windowSeconds} seconds.`,
    retryAfter: verdict.retryAfterSeconds,
    headers,
  });
}

type Headed = Record<string, string>;

/** A limit further in, which is the tighter one, has told its own. */
function addHeaders(response: Response, headers: Headed): Response {
  return headerOf(response, 'ratelimit') === null ? withHeaders(response, headers) : response;
}

/** How large an answer is; at least the bound, for one that streams past it. */
async function measure(given: Response): Promise<{ response: Response; size: number }> {
  const { response, bytes } = await readAnswer(given);
  const declared = Number(response.headers.get('content-length') ?? Number.NaN);
  return { response, size: bytes?.byteLength ?? (Number.isSafeInteger(declared) ? declared : usualAnswerBytes) };
}

function after(verdict: Verdict, { limit, windowSeconds }: Allowance, more: number): Verdict {
  const remaining = Math.max(0, verdict.remaining - Math.max(0, more));
  return { ...verdict, remaining, resetSeconds: Math.ceil(((limit - remaining) / limit) * windowSeconds) };
}
