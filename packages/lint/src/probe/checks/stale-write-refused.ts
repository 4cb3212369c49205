/**
 * A write with an outdated If-Match is rejected (RFC 9110 §13.1.1), the counterpart of conditional reads
 * (PROF-RESP-05).
 */
import { findParameter } from '../../api/operation-facts.js';
import { withHeaders } from '../call.js';
import { type Check, checkEach, fails, holds, open } from '../check.js';
import { isRefusal, outcomeOf } from '../exchange.js';
import { isEmptyChange } from '../vary-body.js';

/** Stale writes are rejected. */
export const staleWriteRefused: Check = {
  id: 'stale-write-refused',
  requirement: 'PROF-RESP-05',
  severity: 'error',
  title: 'A write with a stale If-Match is rejected with 412',
  why: 'An agent with outdated data must not overwrite later changes.',
  help: 'Compare If-Match with the current tag, and return 412 when it differs.',
  needs: 'writes',
  run(probe) {
    const guarded = probe.writes.filter(
      ({ operation }) =>
        operation.method !== 'post' && findParameter(operation, ['if-match'], ['header']) !== undefined,
    );
    return checkEach(guarded.slice(0, probe.breadth), 'no allowed write accepts If-Match', async (call) => {
      const change = probe.vary(call);
      const isEmpty = isEmptyChange(change);
      const exchange = await probe.call(withHeaders(change, { 'If-Match': '"probe-stale"' }));
      const seen = { operation: call.operation, exchanges: [exchange] };
      if (exchange.answer?.status === 412) return holds('a stale tag is rejected with 412', seen);
      if (isRefusal(exchange))
        return open(`the write was rejected with ${outcomeOf(exchange)} before the tag was compared`, seen);
      // An API may accept an empty change although the tag is old.
      if (isEmpty) return open('no body that changes the resource could be generated', seen);
      return fails(`a stale tag returned ${outcomeOf(exchange)}`, seen);
    });
  },
};
