/** PROF-WRITE-04: the idempotency mechanism is documented. */
import { findKey } from '../../api/operation-facts.js';
import type { Rule } from '../../rule-model/rule.js';

/** Idempotency keys without a description. */
export const idempotencyUndocumented: Rule = {
  id: 'idempotency-undocumented',
  requirement: 'PROF-WRITE-04',
  severity: 'warning',
  message: '{operation} {fault}.',
  why: 'An agent uses a key only when it knows that a repeated key returns the first result.',
  help: 'Describe the header: the effect of a repeated key, its retention time, and its scope.',
  check(api, report) {
    for (const operation of api.exposed) {
      const { kinds, agent, description, label, pointer } = operation;
      if (!kinds.write) continue;
      const key = findKey(api, operation);
      if (key !== undefined && key.description === undefined) {
        report(key.at, { operation: label, fault: 'accepts an idempotency key without a description' });
      } else if (
        key === undefined &&
        agent.idempotency === undefined &&
        /\bidempoten(?:t|cy)[- ]key/i.test(description ?? '')
      ) {
        report(pointer, { operation: label, fault: 'mentions an idempotency key only in prose' });
      }
    }
  },
  cases: {
    good: [
      { 'post /t': { parameters: [{ name: 'Idempotency-Key', in: 'header', description: 'Same key, same result.' }] } },
    ],
    bad: [
      { 'post /t': { parameters: [{ name: 'Idempotency-Key', in: 'header' }] } },
      { 'post /t': { description: 'Send an idempotency key.' } },
    ],
  },
};
