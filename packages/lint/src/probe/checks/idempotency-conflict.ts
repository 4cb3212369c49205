/** PROF-WRITE-08: an idempotency key that is reused with another body is rejected. */
import { type Check, checkEach, fails, holds, open } from '../check.js';
import { isSuccess, outcomeOf } from '../exchange.js';
import { withKey } from '../write-controls.js';

/** Reused keys are rejected. */
export const idempotencyConflict: Check = {
  id: 'idempotency-conflict',
  requirement: 'PROF-WRITE-08',
  severity: 'error',
  title: 'An idempotency key with another body is rejected with 409 or 422',
  why: 'A reused key is a bug in the agent; without the rejection it would get the result of another call.',
  help: 'Store a fingerprint of the body with the key, and return 409 for a different body.',
  needs: 'writes',
  run(probe) {
    const keyed = probe.writes.flatMap((call) => {
      const key = `probe-${probe.newId()}`;
      const [one, other] = [probe.vary(call), probe.vary(call)].map((each) => withKey(probe.api, each, key));
      const different = JSON.stringify(one?.body) !== JSON.stringify(other?.body);
      return call.operation.method !== 'post' || one === undefined || other === undefined || !different
        ? []
        : [{ one, other }];
    });
    return checkEach(
      keyed.slice(0, probe.breadth),
      'no POST with an idempotency key and a text to change was allowed with --writes',
      async ({ one, other }) => {
        const [first, reused] = [await probe.call(one), await probe.call(other)];
        const seen = { operation: one.operation, exchanges: [first, reused] };
        if (!isSuccess(first)) return open(`the first call returned ${outcomeOf(first)}`, seen);
        if ([409, 422].includes(reused.answer?.status ?? 0))
          return holds(`the other body is rejected with ${outcomeOf(reused)}`, seen);
        return fails(`the key with another body returned ${outcomeOf(reused)}`, seen);
      },
    );
  },
};
