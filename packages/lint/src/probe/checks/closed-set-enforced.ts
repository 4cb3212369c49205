/** PROF-DESC-17, PROF-ERR-08: a value outside of the fixed set is refused, and the allowed ones are named. */

import { callsOf } from '../calls-of.js';
import { askEach, type Check, fails, holds } from '../check.js';
import { mentions } from '../read-problem.js';
import { missedRefusal } from '../refusal.js';
import { listWrongValues, noSuchValue, withWrong } from '../wrong-values.js';

/** Fixed sets are enforced. */
export const closedSetEnforced: Check = {
  id: 'closed-set-enforced',
  requirement: 'PROF-DESC-17',
  further: ['PROF-ERR-08'],
  severity: 'error',
  title: 'A value outside of a fixed set is refused, with the allowed ones',
  why: 'An agent that is told the allowed values corrects itself in one step.',
  help: 'Refuse the value with 4xx and list the allowed ones in the detail of the field error.',
  needs: 'reads',
  run(probe) {
    const tried = callsOf(probe).flatMap((call) => {
      const [wrong] = listWrongValues(probe.api, call).filter(({ allowed }) => allowed !== undefined);
      return wrong === undefined ? [] : [{ call, wrong }];
    });
    return askEach(tried.slice(0, probe.breadth), 'no argument has a fixed set', async ({ call, wrong }) => {
      const exchange = await probe.call(withWrong(call, [wrong]));
      const seen = { operation: call.operation, exchanges: [exchange] };
      const what = `"${noSuchValue}" for ${wrong.name}`;
      const missed = missedRefusal(exchange, `${what} is`, seen);
      if (missed !== undefined) return missed;
      const named = (wrong.allowed ?? []).every((each) => mentions(exchange, String(each)));
      if (named) return holds(`${what} is refused, with the allowed values`, seen);
      return fails(`${what} is refused without the allowed values`, { ...seen, severity: 'warning' });
    });
  },
};
