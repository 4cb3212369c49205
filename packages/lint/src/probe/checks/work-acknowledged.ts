/** PROF-LRO-01: long work is acknowledged at once, and no request stays open for it. */
import { askEach, type Check, fails, holds, open } from '../check.js';
import { isSuccess, outcomeOf } from '../exchange.js';
import { followWorks, noWork } from '../work.js';

/** Milliseconds within which an acknowledgement is recommended. */
const promptly = 1_000;

/** Long work is acknowledged at once. */
export const workAcknowledged: Check = {
  id: 'work-acknowledged',
  requirement: 'PROF-LRO-01',
  severity: 'warning',
  title: 'Long work is acknowledged at once',
  why: 'A request that stays open runs into the time limit of the agent, which then starts the work again.',
  help: 'Answer 202 within a second, and do the work afterwards.',
  needs: 'writes',
  async run(probe) {
    return askEach(await probe.once(followWorks), noWork, async ({ operation, accepted }) => {
      const seen = { operation, exchanges: [accepted] };
      const { milliseconds } = accepted;
      if (!isSuccess(accepted) || milliseconds === undefined)
        return open(`it is answered with ${outcomeOf(accepted)}`, seen);
      const said = `it is answered with ${outcomeOf(accepted)}`;
      return milliseconds > promptly
        ? fails(`${said} after ${Math.round(milliseconds / 1_000)} s`, seen)
        : holds(`${said} within a second`, seen);
    });
  },
};
