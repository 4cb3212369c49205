/** Enforces the quotas of the policy: calls and units per minute, day and month, and concurrent calls. */
import { Failure } from '@dragoman/model';
import type { CallQuotas, QuotaWindow } from '../../access/quotas.js';
import type { Verdict } from '../../access/rate-limit.js';
import type { GatewayStep, TargetedCall } from '../call.js';
import { isBatch } from '../is-batch.js';
import type { GatewayPorts } from '../ports.js';

/** Creates the step. Nothing is counted unless every quota has room, so that one of them does not use up another. */
export function createQuota({ limiter, quotas }: Pick<GatewayPorts, 'limiter' | 'quotas'>): GatewayStep {
  const running = new Map<string, number>();
  const hold = (key: string, change: number) => {
    const now = (running.get(key) ?? 0) + change;
    if (now > 0) running.set(key, now);
    else running.delete(key);
  };
  const count = async (call: TargetedCall, windows: readonly QuotaWindow[]) => {
    for (const window of windows) {
      const { remaining, ...verdict } = await limiter.take(window.key, window.rateLimit, 0);
      if (remaining < window.cost) throw exhausted(window, { remaining, ...verdict });
    }
    const verdicts: [QuotaWindow, Verdict][] = [];
    for (const window of windows) {
      const verdict = await limiter.take(window.key, window.rateLimit, window.cost);
      if (!verdict.allowed) throw exhausted(window, verdict);
      verdicts.push([window, verdict]);
    }
    report(call, verdicts);
  };
  const enforce = async (call: TargetedCall, next: Next, { windows, concurrent }: CallQuotas) => {
    for (const { key, name, limit } of concurrent) {
      if ((running.get(key) ?? 0) < limit) continue;
      throw new Failure('RATE_LIMITED', {
        message: `You have reached your quota of ${limit} (${name}).`,
        retryAfter: 1,
      });
    }
    for (const { key } of concurrent) hold(key, 1);
    try {
      await count(call, windows);
      return await next(call);
    } finally {
      for (const { key } of concurrent) hold(key, -1);
    }
  };
  return (call, next) => {
    // It was counted when it was accepted.
    if (quotas === undefined || call.accepted === true) return next(call);
    const inputs = isBatch(call) ? Math.max(call.input.length, 1) : 1;
    const found = quotas(call.caller, { service: call.agentId, operation: call.target.operation.name, count: inputs });
    return found.windows.length === 0 && found.concurrent.length === 0 ? next(call) : enforce(call, next, found);
  };
}

type Next = Parameters<GatewayStep>[1];

function exhausted(
  { name, rateLimit, cost }: QuotaWindow,
  { remaining, retryAfterSeconds, resetSeconds }: Verdict,
): Failure {
  const perUnit = rateLimit.windowSeconds / rateLimit.limit;
  const wait = retryAfterSeconds > 0 ? retryAfterSeconds : Math.ceil((cost - remaining) * perUnit);
  return new Failure('RATE_LIMITED', {
    message: `This call needs ${cost}, and ${remaining} of your quota of ${rateLimit.limit} are left (${name}).`,
    retryAfter: Math.max(1, Math.min(wait, resetSeconds === 0 ? wait : rateLimit.windowSeconds)),
  });
}

/** Adds the quotas to the headers of the rate limit. */
function report(call: TargetedCall, verdicts: readonly (readonly [QuotaWindow, Verdict])[]): void {
  const earlier = call.rateLimitHeaders;
  const policies = verdicts.map(
    ([{ name, unit, rateLimit }]) => `"${plain(name)}";q=${rateLimit.limit};w=${rateLimit.windowSeconds};qu="${unit}"`,
  );
  const states = verdicts.map(
    ([{ name }, { remaining, resetSeconds }]) => `"${plain(name)}";r=${remaining};t=${resetSeconds}`,
  );
  call.rateLimitHeaders = () => {
    const own = earlier?.() ?? {};
    const join = (header: string, more: readonly string[]) =>
      [own[header], ...more].filter((part) => part !== undefined).join(', ');
    return { ...own, 'ratelimit-policy': join('ratelimit-policy', policies), ratelimit: join('ratelimit', states) };
  };
}

/** Characters that a quoted string of a header may have. */
function plain(name: string): string {
  return name.replaceAll(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, '?');
}
