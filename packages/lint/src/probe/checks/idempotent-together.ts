/** PROF-WRITE-03, concurrently: two simultaneous calls with one key have one effect. */
import { type Check, checkEach, fails, holds, open } from '../check.js';
import { createdId } from '../created-resources.js';
import { isSuccess, outcomeOf } from '../exchange.js';
import { withKey } from '../write-controls.js';

/** Keys work while the first call is in progress. */
export const idempotentTogether: Check = {
  id: 'idempotent-together',
  requirement: 'PROF-WRITE-03',
  severity: 'error',
  title: 'Two concurrent calls with one key have one effect',
  why: 'A retry is often sent while the first call is still in progress.',
  help: 'Lock the key during its first call; return 409 with a dedicated code, or wait and replay.',
  needs: 'writes',
  run(probe) {
    const keyed = probe.writes.flatMap((call) => {
      const made =
        call.operation.method === 'post' ? withKey(probe.api, probe.vary(call), `probe-${probe.newId()}`) : undefined;
      return made === undefined ? [] : [made];
    });
    return checkEach(
      keyed.slice(0, probe.breadth),
      'no POST with an idempotency key was allowed with --writes',
      async (call) => {
        const exchanges = await probe.callTogether([call, call]);
        const seen = { operation: call.operation, exchanges };
        const done = exchanges.filter(isSuccess);
        const words = exchanges.map(outcomeOf).join(' and ');
        if (done.length === 0) return open(`the calls returned ${words}`, seen);
        if (new Set(done.map(createdId)).size > 1) return fails('both calls had an effect', seen);
        if (exchanges.some(({ answer }) => answer === undefined || answer.status >= 500))
          return fails(`the calls returned ${words}`, seen);
        return holds(`the calls returned ${words}, with one effect`, seen);
      },
    );
  },
};
