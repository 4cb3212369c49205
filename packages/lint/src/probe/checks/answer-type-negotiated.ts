/** PROF-ERR-01, for media types: a type that cannot be had is refused, or the answer says what it is instead. */
import { withHeaders } from '../call.js';
import { askEach, type Check, fails, holds } from '../check.js';
import { isSuccess, outcomeOf } from '../exchange.js';

/** Unacceptable types are told. */
export const answerTypeNegotiated: Check = {
  id: 'answer-type-negotiated',
  requirement: 'PROF-ERR-01',
  severity: 'warning',
  title: 'An answer type that cannot be had is refused with 406 or told truly',
  why: 'A body that is not what its type says is read wrongly.',
  help: 'Answer 406, or the usual type with its true Content-Type.',
  needs: 'reads',
  run: (probe) =>
    askEach(probe.reads.slice(0, 1), 'no read answered', async ({ operation, call }) => {
      const exchange = await probe.call(withHeaders(call, { accept: 'application/x-probe-no-such-type' }));
      const seen = { operation, exchanges: [exchange] };
      const type = exchange.answer?.type ?? '';
      if (exchange.answer?.status === 406) return holds('406', seen);
      if (isSuccess(exchange) && /json|^text\//.test(type)) return holds(`the answer is ${type} and says so`, seen);
      return fails(
        `a type that cannot be had is answered with ${outcomeOf(exchange)}${type === '' ? '' : ` and ${type}`}`,
        seen,
      );
    }),
};
