/** PROF-WRITE-08: a key that comes back with another body is refused. */
import { askEach, type Check, fails, holds, open } from '../check.js';
import { isSuccess, outcomeOf } from '../exchange.js';
import { withKey } from '../write-controls.js';

/** Reused keys are refused. */
export const idempotencyConflict: Check = {
  id: 'idempotency-conflict',
  requirement: 'PROF-WRITE-08',
  severity: 'error',
  title: 'A key with another body is refused with 409 or 422',
  why: 'A reused key hides a fault of the agent: it would get the result of something else.',
  help: 'Keep a fingerprint of the body with the key, and answer 409 to any other.',
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
    return askEach(
      keyed.slice(0, probe.breadth),
      'no POST with a key and a text to change was named with --writes',
      async ({ one, other }) => {
        const [first, reused] = [await probe.call(one), await probe.call(other)];
        const seen = { operation: one.operation, exchanges: [first, reused] };
        if (!isSuccess(first)) return open(`the first call is answered with ${outcomeOf(first)}`, seen);
        if ([409, 422].includes(reused.answer?.status ?? 0))
          return holds(`the other body is refused with ${outcomeOf(reused)}`, seen);
        return fails(`the key with another body is answered with ${outcomeOf(reused)}`, seen);
      },
    );
  },
};
