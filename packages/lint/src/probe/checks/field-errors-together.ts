/** PROF-ERR-04, PROF-ERR-05: all validation errors are returned together, each with its field name. */

import { callsOf } from '../calls-of.js';
import { type Check, checkEach, fails, holds } from '../check.js';
import { namesField, readProblem } from '../read-problem.js';
import { missedRefusal } from '../refusal.js';
import { listWrongValues, withWrong } from '../wrong-values.js';

/** All field errors are returned together. */
export const fieldErrorsTogether: Check = {
  id: 'field-errors-together',
  requirement: 'PROF-ERR-04',
  further: ['PROF-ERR-05'],
  severity: 'warning',
  title: 'All invalid fields are reported together, each by name',
  why: 'With one error per response, an agent needs one round trip per invalid field.',
  help: 'Collect all errors and return a list such as field_errors: [{field, code, detail}].',
  needs: 'reads',
  run(probe) {
    const tried = callsOf(probe).flatMap((call) => {
      const wrong = listWrongValues(probe.api, call);
      const together = [wrong.filter((each) => each.in === 'body'), wrong]
        .find((each) => each.length >= 2)
        ?.slice(0, 2);
      return together === undefined ? [] : [{ call, wrong: together }];
    });
    return checkEach(
      tried.slice(0, probe.breadth),
      'no operation has two arguments that can be made invalid',
      async ({ call, wrong }) => {
        const exchange = await probe.call(withWrong(call, wrong));
        const seen = { operation: call.operation, exchanges: [exchange] };
        const names = wrong.map(({ name }) => name);
        const missed = missedRefusal(exchange, `invalid ${names.join(' and ')}`, seen);
        if (missed !== undefined) return missed;
        const problem = readProblem(exchange, probe.api.settings);
        const reported = names.filter((name) => namesField(problem, name));
        if (reported.length === names.length) return holds(`${names.join(' and ')} are both reported`, seen);
        return fails(`${names.join(' and ')} are invalid; reported by name: ${reported.join(', ') || 'none'}`, seen);
      },
    );
  },
};
