/**
 * HEAD returns the same headers as GET, without the body (RFC 9110 §9.3.2); it is the cheapest conditional read
 * (PROF-RESP-05).
 */
import { toRequest } from '../call.js';
import { type Check, checkEach, fails, holds } from '../check.js';
import { outcomeOf } from '../exchange.js';

/** HEAD matches GET. */
export const headLikeGet: Check = {
  id: 'head-like-get',
  requirement: 'PROF-RESP-05',
  severity: 'info',
  title: 'HEAD returns the same as GET, without a body',
  why: 'An agent that only checks for changes should not pay for the body.',
  help: 'Support HEAD wherever GET is supported, with the same status and headers.',
  needs: 'reads',
  run(probe) {
    const tried = probe.reads.filter(({ operation }) => operation.method === 'get').slice(0, 1);
    return checkEach(tried, 'no GET succeeded', async ({ operation, call, first }) => {
      const exchange = await probe.send({ ...toRequest(call), method: 'HEAD' });
      const seen = { operation, exchanges: [exchange] };
      if (exchange.answer?.status !== first.answer?.status) return fails(`HEAD returned ${outcomeOf(exchange)}`, seen);
      if ((exchange.answer?.bytes ?? 0) > 0) return fails('HEAD returned a body', seen);
      return holds('HEAD matches GET', seen);
    });
  },
};
