/** PROF-ERR-04, PROF-ERR-05: everything that is wrong is told at once, each by the name of its field. */

import { callsOf } from '../calls-of.js';
import { askEach, type Check, fails, holds } from '../check.js';
import { namesField, readProblem } from '../read-problem.js';
import { missedRefusal } from '../refusal.js';
import { listWrongValues, withWrong } from '../wrong-values.js';

/** All field errors come at once. */
export const fieldErrorsTogether: Check = {
  id: 'field-errors-together',
  requirement: 'PROF-ERR-04',
  further: ['PROF-ERR-05'],
  severity: 'warning',
  title: 'All wrong fields are told at once, each by name',
  why: 'One fault per answer costs an agent one round for each.',
  help: 'Collect every fault and answer with a list such as field_errors: [{field, code, detail}].',
  needs: 'reads',
  run(probe) {
    const tried = callsOf(probe).flatMap((call) => {
      const wrong = listWrongValues(probe.api, call);
      const together = [wrong.filter((each) => each.in === 'body'), wrong]
        .find((each) => each.length >= 2)
        ?.slice(0, 2);
      return together === undefined ? [] : [{ call, wrong: together }];
    });
    return askEach(
      tried.slice(0, probe.breadth),
      'no operation has two arguments that can be got wrong',
      async ({ call, wrong }) => {
        const exchange = await probe.call(withWrong(call, wrong));
        const seen = { operation: call.operation, exchanges: [exchange] };
        const names = wrong.map(({ name }) => name);
        const missed = missedRefusal(exchange, `${names.join(' and ')} are wrong and`, seen);
        if (missed !== undefined) return missed;
        const problem = readProblem(exchange, probe.api.settings);
        const told = names.filter((name) => namesField(problem, name));
        if (told.length === names.length) return holds(`${names.join(' and ')} are both told`, seen);
        return fails(`${names.join(' and ')} are wrong; told by name: ${told.join(', ') || 'none'}`, seen);
      },
    );
  },
};
