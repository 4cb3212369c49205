/** PROF-ERR-01, for media types: an unavailable type is rejected with 406, or the response declares its actual type. */
import { withHeaders } from '../call.js';
import { type Check, checkEach, fails, holds } from '../check.js';
import { isSuccess, outcomeOf } from '../exchange.js';

/** Unacceptable media types are rejected or declared. */
export const answerTypeNegotiated: Check = {
  id: 'answer-type-negotiated',
  requirement: 'PROF-ERR-01',
  severity: 'warning',
  title: 'An unavailable response type is rejected with 406 or replaced by a correctly declared one',
  why: 'A client misreads a body that does not match its Content-Type.',
  help: 'Return 406, or the default type with the correct Content-Type.',
  needs: 'reads',
  run: (probe) =>
    checkEach(probe.reads.slice(0, 1), 'no read succeeded', async ({ operation, call }) => {
      const exchange = await probe.call(withHeaders(call, { accept: 'application/x-probe-no-such-type' }));
      const seen = { operation, exchanges: [exchange] };
      const type = exchange.answer?.type ?? '';
      if (exchange.answer?.status === 406) return holds('406', seen);
      if (isSuccess(exchange) && /json|^text\//.test(type)) return holds(`the response is ${type} and says so`, seen);
      return fails(
        `a request for an unavailable type returned ${outcomeOf(exchange)}${type === '' ? '' : ` and ${type}`}`,
        seen,
      );
    }),
};
