/** PROF-ERR-01, for bodies: a body of a type that is not described is refused with 415. */
import { withHeaders } from '../call.js';
import { callsOf } from '../calls-of.js';
import { askEach, type Check, fails, holds } from '../check.js';
import { outcomeOf } from '../exchange.js';
import { missedRefusal } from '../refusal.js';

/** Wrong body types are refused. */
export const bodyTypeRefused: Check = {
  id: 'body-type-refused',
  requirement: 'PROF-ERR-01',
  severity: 'warning',
  title: 'A body of another type is refused with 415',
  why: 'A body that is read as something else, or not at all, does something else than was meant.',
  help: 'Answer 415 to types that are not described.',
  needs: 'reads',
  run(probe) {
    const tried = callsOf(probe).filter(({ body }) => body !== undefined);
    return askEach(tried.slice(0, 1), 'no operation that may be called takes a body', async (call) => {
      const exchange = await probe.call({ ...withHeaders(call, { 'content-type': 'text/x-probe' }), text: 'probe' });
      const seen = { operation: call.operation, exchanges: [exchange] };
      if (exchange.answer?.status === 415) return holds('415', seen);
      const missed = missedRefusal(exchange, 'text/x-probe is', seen);
      if (missed !== undefined) return missed;
      return fails(`text/x-probe is refused with ${outcomeOf(exchange)}, not 415`, { ...seen, severity: 'info' });
    });
  },
};
