/** Draws each call on what its caller may call this agent in a minute; a batch counts as many calls as it has items. */
import { Failure } from '@dragoman/model';
import { rateLimitHeaders } from '../../access/rate-limit.js';
import type { GatewayStep } from '../call.js';
import { isBatch } from '../is-batch.js';
import type { GatewayPorts } from '../ports.js';

/** Makes the step. */
export function createLimit({ limiter, settings }: Pick<GatewayPorts, 'limiter' | 'settings'>): GatewayStep {
  const known = { limit: settings.callsPerMinute, windowSeconds: 60 };
  const local = { ...known, limit: settings.localCallsPerMinute ?? known.limit };
  return async (call, next) => {
    // It was counted when it was accepted.
    if (call.accepted === true) return next(call);
    const allowance = call.caller.kind === 'local' ? local : known;
    const cost = isBatch(call) ? Math.min(Math.max(call.input.length, 1), allowance.limit) : 1;
    const name = `invoke:${call.caller.subject.length}:${call.caller.subject}:${call.agentId}`;
    const verdict = await limiter.take(name, allowance, cost);
    const headers = lowerCased(rateLimitHeaders('agent', allowance, verdict));
    if (call.headers !== undefined) Object.assign(call.headers, headers);
    if (verdict.allowed) return next(call);
    throw new Failure('RATE_LIMITED', {
      message: `You have used up your ${allowance.limit} calls per minute to this agent.`,
      retryAfter: verdict.retryAfterSeconds,
      headers,
    });
  };
}

function lowerCased(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
