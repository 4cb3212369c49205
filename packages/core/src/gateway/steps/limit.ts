/** Draws each call on what its caller may call this agent in a minute; a batch counts as many calls as it has items. */
import { Failure } from '@dragoman/model';
import type { Allowance, Verdict } from '../../access/rate-limit.js';
import { rateLimitHeaders } from '../../access/rate-limit.js';
import type { Call, GatewayStep } from '../call.js';
import { isBatch } from '../is-batch.js';
import type { GatewayPorts } from '../ports.js';

/** Makes the step. */
export function createLimit({ limiter, settings }: Pick<GatewayPorts, 'limiter' | 'settings'>): GatewayStep {
  const known = { limit: settings.callsPerMinute, windowSeconds: 60 };
  const local = { ...known, limit: settings.localCallsPerMinute ?? known.limit };
  return (call, next) => {
    // It was counted when it was accepted.
    if (call.accepted === true) return next(call);
    const allowance = call.caller.kind === 'local' ? local : known;
    const cost = isBatch(call) ? Math.min(Math.max(call.input.length, 1), allowance.limit) : 1;
    const { subject } = call.caller;
    const verdict = limiter.take(`invoke:${subject.length}:${subject}:${call.agentId}`, allowance, cost);
    if (verdict instanceof Promise) return verdict.then((told) => judge(call, allowance, told)).then(next);
    return next(judge(call, allowance, verdict));
  };
}

/** Tells the caller its allowance; throws when it is used up. */
function judge(call: Call, allowance: Allowance, verdict: Verdict): Call {
  const headers = rateLimitHeaders('agent', allowance, verdict);
  if (call.headers !== undefined) Object.assign(call.headers, headers);
  if (verdict.allowed) return call;
  throw new Failure('RATE_LIMITED', {
    message: `You have used up your ${allowance.limit} calls per minute to this agent.`,
    retryAfter: verdict.retryAfterSeconds,
    headers,
  });
}
