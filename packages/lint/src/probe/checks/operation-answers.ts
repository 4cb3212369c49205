/** PROF-DESC-01: the described operations exist. */

import { type Check, checkEach, fails, holds, open } from '../check.js';
import { outcomeOf } from '../exchange.js';

/** Described reads succeed. */
export const operationAnswers: Check = {
  id: 'operation-answers',
  requirement: 'PROF-DESC-01',
  severity: 'error',
  title: 'Described reads succeed',
  why: 'An agent calls the described operations; if one does not exist, its task fails.',
  help: 'Serve every described operation, and describe no others.',
  needs: 'reads',
  run: (probe) =>
    checkEach(probe.surveyed, 'no read could be called', async ({ operation, call, first }) => {
      const seen = { operation, exchanges: [first] };
      const status = first.answer?.status;
      if (status !== undefined && status < 400) return holds(`it returned ${outcomeOf(first)}`, seen);
      if (status === undefined || status >= 500) return fails(`it failed: ${outcomeOf(first)}`, seen);
      const plain = Object.keys(call.path).length === 0;
      if ([404, 405].includes(status) && plain) return fails(`it is described and returned ${outcomeOf(first)}`, seen);
      return open(`it returned ${outcomeOf(first)}, so no further checks were made`, seen);
    }),
};
