/** PROF-DESC-17, PROF-ERR-08: a value outside the enum is rejected, and the error lists the allowed values. */

import { callsOf } from '../calls-of.js';
import { type Check, checkEach, fails, holds } from '../check.js';
import { mentions } from '../read-problem.js';
import { missedRefusal } from '../refusal.js';
import { listWrongValues, noSuchValue, withWrong } from '../wrong-values.js';

/** Enums are enforced. */
export const closedSetEnforced: Check = {
  id: 'closed-set-enforced',
  requirement: 'PROF-DESC-17',
  further: ['PROF-ERR-08'],
  severity: 'error',
  title: 'A value outside an enum is rejected with the list of allowed values',
  why: 'An agent that receives the allowed values corrects itself in one step.',
  help: 'Reject the value with 4xx, and list the allowed values in the detail of the field error.',
  needs: 'reads',
  run(probe) {
    const tried = callsOf(probe).flatMap((call) => {
      const [wrong] = listWrongValues(probe.api, call).filter(({ allowed }) => allowed !== undefined);
      return wrong === undefined ? [] : [{ call, wrong }];
    });
    return checkEach(tried.slice(0, probe.breadth), 'no argument has an enum', async ({ call, wrong }) => {
      const exchange = await probe.call(withWrong(call, [wrong]));
      const seen = { operation: call.operation, exchanges: [exchange] };
      const what = `"${noSuchValue}" for ${wrong.name}`;
      const missed = missedRefusal(exchange, `${what}`, seen);
      if (missed !== undefined) return missed;
      const named = (wrong.allowed ?? []).every((each) => mentions(exchange, String(each)));
      if (named) return holds(`${what} is rejected with the allowed values`, seen);
      return fails(`${what} was rejected without the allowed values`, { ...seen, severity: 'warning' });
    });
  },
};
