/** PROF-ERR-01, for methods: an unsupported method is rejected with the list of supported ones. */
import { withMethod } from '../call.js';
import { type Check, checkEach, fails, holds } from '../check.js';
import { outcomeOf } from '../exchange.js';

/** Unsupported methods are rejected with Allow. */
export const methodRefused: Check = {
  id: 'method-refused',
  requirement: 'PROF-ERR-01',
  severity: 'info',
  title: 'An unsupported method is rejected with 405 and Allow',
  why: 'The list of allowed methods turns a dead end into a next step.',
  help: 'Return 405 with Allow, not 404 or 200.',
  needs: 'reads',
  run: (probe) =>
    checkEach(probe.reads.slice(0, 1), 'no read succeeded', async ({ operation, call }) => {
      // PROPFIND changes nothing anywhere (RFC 4918), so it is safe to try on any URL.
      const exchange = await probe.send(withMethod(call, 'PROPFIND'));
      const seen = { operation, exchanges: [exchange] };
      if (exchange.answer?.status === 405 && exchange.answer.headers.allow !== undefined)
        return holds('405 with Allow', seen);
      if (exchange.answer?.status === 405) return fails('the 405 response has no Allow header', seen);
      return fails(`an unsupported method returned ${outcomeOf(exchange)}`, seen);
    }),
};
