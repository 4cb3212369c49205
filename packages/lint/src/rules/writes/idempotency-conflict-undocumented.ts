/** PROF-WRITE-08: an idempotency key that is reused with another body is rejected. */
import type { Rule } from '../../rule-model/rule.js';
import { listKeyed } from './keyed-operations.js';

/** Idempotency keys without a documented conflict. */
export const idempotencyConflictUndocumented: Rule = {
  id: 'idempotency-conflict-undocumented',
  requirement: 'PROF-WRITE-08',
  severity: 'info',
  message: '{operation} accepts an idempotency key but documents neither 409 nor 422.',
  why: 'The API must reject a key that is reused for another request, and the agent must recognize the error.',
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
