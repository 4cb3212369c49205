/** PROF-WRITE-04: the mechanism is documented. */
import { findKey } from '../../api/operation-facts.js';
import type { Rule } from '../../rule.js';

/** Keys that nobody explains. */
export const idempotencyUndocumented: Rule = {
  id: 'idempotency-undocumented',
  requirement: 'PROF-WRITE-04',
  severity: 'warning',
  message: '{operation} {fault}.',
  why: 'An agent uses a key only when it knows that the same key gives the first result again.',
  help: 'Describe the header: what a repeated key does, for how long, and how far it reaches.',
  check(api, report) {
    for (const operation of api.exposed) {
      const { kinds, agent, description, label, pointer } = operation;
      if (!kinds.write) continue;
      const key = findKey(api, operation);
      if (key !== undefined && key.description === undefined) {
        report(key.at, { operation: label, fault: 'takes an idempotency key without a description' });
      } else if (
        key === undefined &&
        agent.idempotency === undefined &&
        /\bidempoten(?:t|cy)[- ]key/i.test(description ?? '')
      ) {
        report(pointer, { operation: label, fault: 'speaks of an idempotency key in prose alone' });
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
