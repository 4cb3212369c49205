/** PROF-ERR-01, for methods: what an address does not take is refused with what it does. */
import { toRequest } from '../call.js';
import { askEach, type Check, fails, holds } from '../check.js';
import { outcomeOf } from '../exchange.js';

/** Unknown methods are refused with Allow. */
export const methodRefused: Check = {
  id: 'method-refused',
  requirement: 'PROF-ERR-01',
  severity: 'info',
  title: 'A method that an address does not take is refused with 405 and Allow',
  why: 'The list of allowed methods turns a dead end into a next step.',
  help: 'Answer 405 with Allow, not 404 or 200.',
  needs: 'reads',
  run: (probe) =>
    askEach(probe.reads.slice(0, 1), 'no read answered', async ({ operation, call }) => {
      // A method that changes nothing anywhere (RFC 4918), so that it can be tried on any address.
      const { target } = toRequest({ ...call, query: {} });
      const exchange = await probe.send({ method: 'PROPFIND', target });
      const seen = { operation, exchanges: [exchange] };
      if (exchange.answer?.status === 405 && exchange.answer.headers.allow !== undefined)
        return holds('405 with Allow', seen);
      if (exchange.answer?.status === 405) return fails('405 comes without Allow', seen);
      return fails(`a method that it does not take is answered with ${outcomeOf(exchange)}`, seen);
    }),
};
