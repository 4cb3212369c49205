/** PROF-OBS-01: correlation identifiers are accepted. */
import { withHeaders } from '../call.js';
import { type Check, checkEach, fails, holds, open } from '../check.js';
import { isRefusal, isSuccess, outcomeOf } from '../exchange.js';

/** Trace contexts are accepted. */
export const traceContext: Check = {
  id: 'trace-context',
  requirement: 'PROF-OBS-01',
  severity: 'error',
  title: 'A request with traceparent is accepted',
  why: 'Without an identifier that is propagated, nobody can trace what an agent did.',
  help: 'Accept traceparent (W3C Trace Context) on every operation.',
  needs: 'reads',
  run: (probe) =>
    checkEach(probe.reads.slice(0, probe.breadth), 'no read succeeded', async ({ operation, call }) => {
      const exchange = await probe.call(withHeaders(call, { traceparent: traceparentOf(probe.newId()) }));
      const seen = { operation, exchanges: [exchange] };
      if (isSuccess(exchange)) return holds('traceparent is accepted', seen);
      if (isRefusal(exchange)) return fails(`a request with traceparent returned ${outcomeOf(exchange)}`, seen);
      return open(outcomeOf(exchange), seen);
    }),
};

/** A trace context built from an identifier. */
export function traceparentOf(id: string): string {
  const hex = id
    .toLowerCase()
    .replace(/[^0-9a-f]/g, '')
    .padEnd(32, '1')
    .slice(0, 32);
  return `00-${hex}-${hex.slice(0, 16).replace(/^0+/, '1').padEnd(16, '1')}-01`;
}
