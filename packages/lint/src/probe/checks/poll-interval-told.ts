/** PROF-LRO-05: whoever waits for work is told when to ask again. */
import { type Check, fails, holds } from '../check.js';
import { askWorks, delayOf, phaseOf } from '../work.js';

/** Waiting has an interval. */
export const pollIntervalTold: Check = {
  id: 'poll-interval-told',
  requirement: 'PROF-LRO-05',
  severity: 'error',
  title: 'Unfinished work says when to ask again',
  why: 'Without an interval an agent asks as fast as it can, or far too late.',
  help: 'Send Retry-After with 202 and with the state while the work is not finished.',
  needs: 'writes',
  run: (probe) =>
    askWorks(probe, ({ operation, accepted, polls }) => {
      const unfinished = [accepted, ...polls.filter((each) => phaseOf(each) === 'unfinished')];
      const silent = unfinished.find((each) => delayOf(probe, each) === undefined);
      if (silent !== undefined) {
        const what = silent === accepted ? '202' : 'the state of unfinished work';
        return fails(`${what} comes without Retry-After`, { operation, exchanges: [silent] });
      }
      const exchanges = unfinished.slice(0, 2);
      return holds(`${unfinished.length} of ${unfinished.length} answers say when to ask again`, {
        operation,
        exchanges,
      });
    }),
};
