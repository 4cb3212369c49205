/** Enforces the rate limit per caller and service and minute; a batch counts as many calls as it has items. */
import { Failure } from '@dragoman/model';
import type { ReportedRateLimit, Verdict } from '../../access/rate-limit.js';
import { limitPerMinute } from '../../access/rate-limit.js';
import type { GatewayStep, TargetedCall } from '../call.js';
import { isBatch } from '../is-batch.js';
import type { GatewayPorts } from '../ports.js';

/** Creates the step. */
export function createLimit({ limiter, settings }: Pick<GatewayPorts, 'limiter' | 'settings'>): GatewayStep {
  const known = limitPerMinute('agent', settings.callsPerMinute);
  const local = limitPerMinute('agent', settings.localCallsPerMinute ?? settings.callsPerMinute);
  return (call, next) => {
    // It was counted when it was accepted.
    if (call.accepted === true) return next(call);
    const own = call.caller.kind === 'local' ? local : known;
    const { rateLimit } = own;
    const cost = isBatch(call) ? Math.min(Math.max(call.input.length, 1), rateLimit.limit) : 1;
    const { subject } = call.caller;
    const verdict = limiter.take(`invoke:${subject.length}:${subject}:${call.agentId}`, rateLimit, cost);
    if (verdict instanceof Promise) return verdict.then((found) => enforce(call, own, found)).then(next);
    return next(enforce(call, own, verdict));
  };
}

/** Adds the rate limit headers; throws when the limit is exhausted. */
function enforce(
  call: TargetedCall,
  { rateLimit, headers: toHeaders }: ReportedRateLimit,
  verdict: Verdict,
): TargetedCall {
  call.rateLimitHeaders = () => toHeaders(verdict);
  if (verdict.allowed) return call;
  throw new Failure('RATE_LIMITED', {
    message: `You have used up your ${rateLimit.limit} calls per minute to this service.`,
    retryAfter: verdict.retryAfterSeconds,
    headers: toHeaders(verdict),
  });
}
