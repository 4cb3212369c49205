/** PROF-WRITE-05: how long a key is honoured. */
import type { Rule } from '../../rule.js';
import { listKeyed } from './keyed-operations.js';

const span =
  /\b\d+\s*(?:-\s*)?(?:seconds?|minutes?|hours?|days?|h|d)\b|\bPT?\d+[DHMS]|\b(?:an?|one) (?:hour|day|week)\b|\bindefinitely\b|\bforever\b/i;

/** Keys without a stated time. */
export const idempotencyWindowUndocumented: Rule = {
  id: 'idempotency-window-undocumented',
  requirement: 'PROF-WRITE-05',
  severity: 'warning',
  message: '{operation} does not say how long an idempotency key is honoured.',
  why: 'A retry after the window does it twice.',
  help: 'Say "kept for 24 hours", or x-agent.idempotency.window: PT24H.',
  check(api, report) {
    for (const { operation, at, said } of listKeyed(api)) {
      if (!span.test(said)) report(at, { operation: operation.label });
    }
  },
  cases: {
    good: [{ 'post /t': { 'x-agent': { idempotency: { window: 'PT24H' } } } }],
    bad: [
      { 'post /t': { parameters: [{ name: 'Idempotency-Key', in: 'header', description: 'Same key, same result.' }] } },
    ],
  },
};
