/** PROF-WRITE-05: the retention time of an idempotency key is documented. */
import type { Rule } from '../../rule-model/rule.js';
import { listKeyed } from './keyed-operations.js';

const span =
  /\b\d+\s*(?:-\s*)?(?:seconds?|minutes?|hours?|days?|h|d)\b|\bPT?\d+[DHMS]|\b(?:an?|one) (?:hour|day|week)\b|\bindefinitely\b|\bforever\b/i;

/** Idempotency keys without a documented retention time. */
export const idempotencyWindowUndocumented: Rule = {
  id: 'idempotency-window-undocumented',
  requirement: 'PROF-WRITE-05',
  severity: 'warning',
  varies: 'info for a key without a description, which is reported as such; else warning',
  message: '{operation} does not document how long an idempotency key is valid.',
  why: 'A retry after the key has expired executes the operation twice.',
  help: 'Write "kept for 24 hours", or set x-agent.idempotency.window: PT24H.',
  check(api, report) {
    for (const { operation, at, said, isDescribed } of listKeyed(api)) {
      if (!span.test(said)) report(at, { operation: operation.label }, isDescribed ? {} : { severity: 'info' });
    }
  },
  cases: {
    good: [{ 'post /t': { 'x-agent': { idempotency: { window: 'PT24H' } } } }],
    bad: [
      { 'post /t': { parameters: [{ name: 'Idempotency-Key', in: 'header', description: 'Same key, same result.' }] } },
    ],
  },
};
