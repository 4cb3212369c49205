/** PROF-WRITE-02: a write can be retried safely. */
import { findKey } from '../../api/operation-facts.js';
import type { Rule } from '../../rule-model/rule.js';

/** Writes without an idempotency key. */
export const idempotencyKeyMissing: Rule = {
  id: 'idempotency-key-missing',
  requirement: 'PROF-WRITE-02',
  severity: 'warning',
  varies: 'error when risky, info for PUT and DELETE',
  message: '{operation} accepts no idempotency key.',
  why: 'After a timeout an agent does not know whether the first call succeeded, and sends it again.',
  help: 'Accept an Idempotency-Key header, and return the first result for a repeated key.',
  check(api, report) {
    for (const operation of api.exposed) {
      const { kinds, method, agent, label, pointer } = operation;
      if (!kinds.write || agent.idempotency !== undefined || findKey(api, operation) !== undefined) continue;
      const severity = method === 'put' || method === 'delete' ? 'info' : kinds.risky ? 'error' : 'warning';
      report(pointer, { operation: label }, { severity });
    }
  },
  cases: {
    good: [
      { 'post /t': { parameters: [{ name: 'Idempotency-Key', in: 'header' }] } },
      {
        'post /t': {
          requestBody: { content: { 'application/json': { schema: { properties: { idempotency_key: {} } } } } },
        },
      },
      { 'post /t/search': {} },
    ],
    bad: [{ 'post /t': {} }, { 'delete /t': {} }],
  },
};
