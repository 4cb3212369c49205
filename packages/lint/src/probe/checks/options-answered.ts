/** OPTIONS says what an address takes (RFC 9110 §9.3.7): the smallest discovery there is (PROF-DISC-01). */
import { toRequest } from '../call.js';
import { askEach, type Check, fails, holds } from '../check.js';
import { isSuccess, outcomeOf } from '../exchange.js';

/** OPTIONS is answered. */
export const optionsAnswered: Check = {
  id: 'options-answered',
  requirement: 'PROF-DISC-01',
  severity: 'info',
  title: 'OPTIONS names the methods of an address',
  why: 'What can be done at an address should be told by the address.',
  help: 'Answer OPTIONS with Allow.',
  needs: 'reads',
  run: (probe) =>
    askEach(probe.reads.slice(0, 1), 'no read answered', async ({ operation, call }) => {
      const { target } = toRequest({ ...call, query: {} });
      const exchange = await probe.send({ method: 'OPTIONS', target });
      const seen = { operation, exchanges: [exchange] };
      const { allow, 'access-control-allow-methods': cors } = exchange.answer?.headers ?? {};
      if (isSuccess(exchange) && (allow ?? cors) !== undefined) return holds('OPTIONS names the methods', seen);
      return fails(
        `OPTIONS is answered with ${outcomeOf(exchange)}${allow === undefined ? ' and no Allow' : ''}`,
        seen,
      );
    }),
};
