/** A write on what has changed meanwhile is refused (RFC 9110 §13.1.1), the other half of conditional requests (PROF-RESP-05). */
import { findParameter } from '../../api/operation-facts.js';
import { withHeaders } from '../call.js';
import { askEach, type Check, fails, holds, open } from '../check.js';
import { isRefusal, outcomeOf } from '../exchange.js';

/** Stale writes are refused. */
export const staleWriteRefused: Check = {
  id: 'stale-write-refused',
  requirement: 'PROF-RESP-05',
  severity: 'error',
  title: 'A write with a stale If-Match is refused with 412',
  why: 'An agent that read something long ago must not write over what others did since.',
  help: 'Compare If-Match with the present tag and answer 412 when it differs.',
  needs: 'writes',
  run(probe) {
    const guarded = probe.writes.filter(
      ({ operation }) =>
        operation.method !== 'post' && findParameter(operation, ['if-match'], ['header']) !== undefined,
    );
    return askEach(guarded.slice(0, probe.breadth), 'no named write takes If-Match', async (call) => {
      const exchange = await probe.call(withHeaders(probe.vary(call), { 'If-Match': '"probe-stale"' }));
      const seen = { operation: call.operation, exchanges: [exchange] };
      if (exchange.answer?.status === 412) return holds('a stale tag is refused with 412', seen);
      if (isRefusal(exchange)) return open(`refused with ${outcomeOf(exchange)} before the tag was looked at`, seen);
      return fails(`a stale tag is answered with ${outcomeOf(exchange)}`, seen);
    });
  },
};
