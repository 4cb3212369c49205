/** PROF-LRO-05: the API says when to poll again. */
import { type Check, fails, holds } from '../check.js';
import { checkOperations, delayOf, phaseOf } from '../work.js';

/** Polling has an interval. */
export const pollIntervalTold: Check = {
  id: 'poll-interval-told',
  requirement: 'PROF-LRO-05',
  severity: 'error',
  title: 'Unfinished operations say when to poll again',
  why: 'Without an interval an agent polls as fast as it can, or far too rarely.',
  help: 'Send Retry-After with 202, and with the status until the operation is finished.',
  needs: 'writes',
  run: (probe) =>
    checkOperations(probe, ({ operation, accepted, polls }) => {
      const unfinished = [accepted, ...polls.filter((each) => phaseOf(each) === 'unfinished')];
      const silent = unfinished.find((each) => delayOf(probe, each) === undefined);
      if (silent !== undefined) {
        const what = silent === accepted ? 'the 202 response' : 'the status of an unfinished operation';
        return fails(`${what} has no Retry-After header`, { operation, exchanges: [silent] });
      }
      const exchanges = unfinished.slice(0, 2);
      return holds(`${unfinished.length} of ${unfinished.length} responses say when to poll again`, {
        operation,
        exchanges,
      });
    }),
};
