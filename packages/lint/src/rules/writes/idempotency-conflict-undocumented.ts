/** PROF-WRITE-08: a key with another body is refused. */
import type { Rule } from '../../rule.js';
import { listKeyed } from './keyed-operations.js';

/** Keys without a documented conflict. */
export const idempotencyConflictUndocumented: Rule = {
  id: 'idempotency-conflict-undocumented',
  requirement: 'PROF-WRITE-08',
  severity: 'info',
  message: '{operation} takes an idempotency key and documents neither 409 nor 422.',
  why: 'A key that is used again for something else has to be refused, and the agent has to recognise it.',
  help: 'Document 409 with a code such as KEY_REUSED.',
  check(api, report) {
    for (const { operation, at } of listKeyed(api)) {
      const statuses = operation.responses.map(({ status }) => status.toUpperCase());
      if (!statuses.some((status) => ['409', '422'].includes(status))) report(at, { operation: operation.label });
    }
  },
  cases: {
    good: [{ 'post /t': { 'x-agent': { idempotency: {} }, responses: { '409': { description: 'Key reused' } } } }],
    bad: [{ 'post /t': { 'x-agent': { idempotency: {} } } }],
  },
};
