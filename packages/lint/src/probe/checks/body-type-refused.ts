/** PROF-ERR-01, for bodies: a body of an undescribed type is rejected with 415. */
import { withHeaders } from '../call.js';
import { callsOf } from '../calls-of.js';
import { type Check, checkEach, fails, holds } from '../check.js';
import { outcomeOf } from '../exchange.js';
import { missedRefusal } from '../refusal.js';

/** Unsupported body types are rejected. */
export const bodyTypeRefused: Check = {
  id: 'body-type-refused',
  requirement: 'PROF-ERR-01',
  severity: 'warning',
  title: 'A body of an unsupported type is rejected with 415',
  why: 'An API that misreads or ignores a body does something other than intended.',
  help: 'Return 415 for media types that are not described.',
  needs: 'reads',
  run(probe) {
    const tried = callsOf(probe).filter(({ body }) => body !== undefined);
    return checkEach(tried.slice(0, 1), 'no callable operation accepts a body', async (call) => {
      const exchange = await probe.call({ ...withHeaders(call, { 'content-type': 'text/x-probe' }), text: 'probe' });
      const seen = { operation: call.operation, exchanges: [exchange] };
      if (exchange.answer?.status === 415) return holds('415', seen);
      const missed = missedRefusal(exchange, 'a text/x-probe body', seen);
      if (missed !== undefined) return missed;
      return fails(`a text/x-probe body was rejected with ${outcomeOf(exchange)}, not 415`, {
        ...seen,
        severity: 'info',
      });
    });
  },
};
