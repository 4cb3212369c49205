/** PROF-DESC-14: a value of the wrong type is rejected, and the response names the argument. */

import { callsOf } from '../calls-of.js';
import { type Check, checkEach, fails, holds } from '../check.js';
import { mentions } from '../read-problem.js';
import { missedRefusal } from '../refusal.js';
import { listWrongValues, withWrong } from '../wrong-values.js';

/** Wrong types are rejected. */
export const wrongTypeRefused: Check = {
  id: 'wrong-type-refused',
  requirement: 'PROF-DESC-14',
  severity: 'error',
  title: 'A value of the wrong type is rejected by name',
  why: 'When an API ignores or coerces an argument, it answers a different question.',
  help: 'Validate every argument against its schema, and reject with 4xx that names the field.',
  needs: 'reads',
  run(probe) {
    const tried = callsOf(probe).flatMap((call) => {
      const [wrong] = listWrongValues(probe.api, call).filter(({ allowed }) => allowed === undefined);
      return wrong === undefined ? [] : [{ call, wrong }];
    });
    return checkEach(
      tried.slice(0, probe.breadth),
      'no operation accepts a number or a boolean',
      async ({ call, wrong }) => {
        const exchange = await probe.call(withWrong(call, [wrong]));
        const seen = { operation: call.operation, exchanges: [exchange] };
        const what = `${JSON.stringify(wrong.value)} for ${wrong.name}`;
        const missed = missedRefusal(exchange, `${what}`, seen);
        if (missed !== undefined) return missed;
        if (!mentions(exchange, wrong.name))
          return fails(`${what} was rejected without naming ${wrong.name}`, { ...seen, severity: 'warning' });
        return holds(`${what} is rejected by name`, seen);
      },
    );
  },
};
