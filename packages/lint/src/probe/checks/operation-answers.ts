/** PROF-DESC-01: what the description promises is there. */

import { askEach, type Check, fails, holds, open } from '../check.js';
import { outcomeOf } from '../exchange.js';

/** Described reads answer. */
export const operationAnswers: Check = {
  id: 'operation-answers',
  requirement: 'PROF-DESC-01',
  severity: 'error',
  title: 'Described reads answer',
  why: 'An agent calls what the description names; what does not answer costs it its task.',
  help: 'Serve every operation that is described, and describe no other.',
  needs: 'reads',
  run: (probe) =>
    askEach(probe.surveyed, 'no read could be called', async ({ operation, call, first }) => {
      const seen = { operation, exchanges: [first] };
      const status = first.answer?.status;
      if (status !== undefined && status < 400) return holds(`it answers with ${outcomeOf(first)}`, seen);
      if (status === undefined || status >= 500) return fails(`it does not answer: ${outcomeOf(first)}`, seen);
      const plain = Object.keys(call.path).length === 0;
      if ([404, 405].includes(status) && plain)
        return fails(`it is described and answered with ${outcomeOf(first)}`, seen);
      return open(`answered with ${outcomeOf(first)}, so that nothing more was tried on it`, seen);
    }),
};
