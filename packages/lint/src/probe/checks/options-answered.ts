/** OPTIONS lists the methods of a URL (RFC 9110 §9.3.7): the simplest form of discovery (PROF-DISC-01). */
import { withMethod } from '../call.js';
import { type Check, checkEach, fails, holds } from '../check.js';
import { isSuccess, outcomeOf } from '../exchange.js';

/** OPTIONS is supported. */
export const optionsAnswered: Check = {
  id: 'options-answered',
  requirement: 'PROF-DISC-01',
  severity: 'info',
  title: 'OPTIONS lists the methods of a URL',
  why: 'A URL should report which methods it supports.',
  help: 'Answer OPTIONS with Allow.',
  needs: 'reads',
  run: (probe) =>
    checkEach(probe.reads.slice(0, 1), 'no read succeeded', async ({ operation, call }) => {
      const exchange = await probe.send(withMethod(call, 'OPTIONS'));
      const seen = { operation, exchanges: [exchange] };
      const { allow, 'access-control-allow-methods': cors } = exchange.answer?.headers ?? {};
      if (isSuccess(exchange) && (allow ?? cors) !== undefined) return holds('OPTIONS lists the methods', seen);
      return fails(`OPTIONS returned ${outcomeOf(exchange)}${allow === undefined ? ' and no Allow header' : ''}`, seen);
    }),
};
