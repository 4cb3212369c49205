/** PROF-WRITE-03, in flight: two calls with one key at the same time have one effect. */
import { askEach, type Check, fails, holds, open } from '../check.js';
import { createdId } from '../created-things.js';
import { isSuccess, outcomeOf } from '../exchange.js';
import { withKey } from '../write-controls.js';

/** Keys hold while the first call is running. */
export const idempotentTogether: Check = {
  id: 'idempotent-together',
  requirement: 'PROF-WRITE-03',
  severity: 'error',
  title: 'Two calls with one key at the same time have one effect',
  why: 'A retry often leaves while the first call is still running.',
  help: 'Lock the key while its first call runs; answer 409 with a code of its own, or wait and replay.',
  needs: 'writes',
  run(probe) {
    const keyed = probe.writes.flatMap((call) => {
      const made =
        call.operation.method === 'post' ? withKey(probe.api, probe.vary(call), `probe-${probe.newId()}`) : undefined;
      return made === undefined ? [] : [made];
    });
    return askEach(keyed.slice(0, probe.breadth), 'no POST with a key was named with --writes', async (call) => {
      const exchanges = await probe.callTogether([call, call]);
      const seen = { operation: call.operation, exchanges };
      const done = exchanges.filter(isSuccess);
      const words = exchanges.map(outcomeOf).join(' and ');
      if (done.length === 0) return open(`answered with ${words}`, seen);
      if (new Set(done.map(createdId)).size > 1) return fails('both calls had an effect of their own', seen);
      if (exchanges.some(({ answer }) => answer === undefined || answer.status >= 500))
        return fails(`answered with ${words}`, seen);
      return holds(`answered with ${words}, one effect`, seen);
    });
  },
};
