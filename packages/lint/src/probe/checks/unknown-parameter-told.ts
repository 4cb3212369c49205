/** PROF-DESC-18, for queries: an unknown query parameter is not silently ignored. */
import { withQuery } from '../call.js';
import { type Check, checkEach, fails, holds, open } from '../check.js';
import { isRefusal, isSuccess, outcomeOf } from '../exchange.js';

/** Unknown query parameters are rejected. */
export const unknownParameterTold: Check = {
  id: 'unknown-parameter-told',
  requirement: 'PROF-DESC-18',
  severity: 'info',
  title: 'An unknown query parameter is rejected',
  why: 'When an API ignores a misspelled filter, it returns everything instead of the intended items.',
  help: 'Reject undescribed query parameters, and suggest the closest described one.',
  needs: 'reads',
  run(probe) {
    const lists = probe.lists.filter(({ operation }) => operation.method === 'get');
    return checkEach(lists.slice(0, probe.breadth), 'no list could be read', async ({ operation, call }) => {
      const exchange = await probe.call(withQuery(call, { probe_invented_parameter: '1' }));
      const seen = { operation, exchanges: [exchange] };
      if (isRefusal(exchange)) return holds('an unknown query parameter is rejected', seen);
      if (isSuccess(exchange)) return fails('an unknown query parameter is silently ignored', seen);
      return open(`an unknown query parameter returned ${outcomeOf(exchange)}`, seen);
    });
  },
};
