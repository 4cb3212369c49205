/** PROF-LRO-01: a long-running operation is acknowledged at once, without keeping the request open. */
import { type Check, checkEach, fails, holds, open } from '../check.js';
import { isSuccess, outcomeOf } from '../exchange.js';
import { followWorks, noWork } from '../work.js';

/** Recommended maximum time for an acknowledgment, in milliseconds. */
const promptly = 1_000;

/** Long-running operations are acknowledged at once. */
export const workAcknowledged: Check = {
  id: 'work-acknowledged',
  requirement: 'PROF-LRO-01',
  severity: 'warning',
  title: 'Long-running operations are acknowledged at once',
  why: "A request that stays open hits the agent's timeout, and the agent starts the operation again.",
  help: 'Return 202 within a second, and do the work afterwards.',
  needs: 'writes',
  async run(probe) {
    return checkEach(await probe.once(followWorks), noWork, async ({ operation, accepted }) => {
      const seen = { operation, exchanges: [accepted] };
      const { milliseconds } = accepted;
      if (!isSuccess(accepted) || milliseconds === undefined) return open(`it returned ${outcomeOf(accepted)}`, seen);
      const said = `it returned ${outcomeOf(accepted)}`;
      return milliseconds > promptly
        ? fails(`${said} after ${Math.round(milliseconds / 1_000)} s`, seen)
        : holds(`${said} within a second`, seen);
    });
  },
};
