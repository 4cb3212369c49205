/** PROF-DESC-18, for queries: an invented query parameter is not passed over in silence. */
import { withQuery } from '../call.js';
import { askEach, type Check, fails, holds, open } from '../check.js';
import { isRefusal, isSuccess, outcomeOf } from '../exchange.js';

/** Unknown query parameters are refused. */
export const unknownParameterTold: Check = {
  id: 'unknown-parameter-told',
  requirement: 'PROF-DESC-18',
  severity: 'info',
  title: 'An unknown query parameter is refused',
  why: 'A misspelt filter that is passed over gives everything instead of the few that were meant.',
  help: 'Refuse query parameters that are not described, and name the nearest one that is.',
  needs: 'reads',
  run(probe) {
    const lists = probe.lists.filter(({ operation }) => operation.method === 'get');
    return askEach(lists.slice(0, probe.breadth), 'no list answered', async ({ operation, call }) => {
      const exchange = await probe.call(withQuery(call, { probe_invented_parameter: '1' }));
      const seen = { operation, exchanges: [exchange] };
      if (isRefusal(exchange)) return holds('an invented query parameter is refused', seen);
      if (isSuccess(exchange)) return fails('an invented query parameter is passed over in silence', seen);
      return open(`answered with ${outcomeOf(exchange)}`, seen);
    });
  },
};
