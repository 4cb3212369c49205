/** PROF-WRITE-04: the idempotency mechanism is documented. */
import { findKey } from '../../api/operation-facts.js';
import { sentencesOf } from '../../api/words.js';
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
    // Operations share schemas.
    const known = new Set<string>();
    for (const operation of api.exposed) {
      const { kinds, agent, description, label, pointer } = operation;
      if (!kinds.write) continue;
      const key = findKey(api, operation);
      if (key !== undefined && key.description === undefined) {
        if (known.has(key.at)) continue;
        known.add(key.at);
        report(key.at, { operation: label, fault: 'accepts an idempotency key without a description' });
      } else if (
        key === undefined &&
        agent.idempotency === undefined &&
        sentencesOf(description ?? '').some(asksForKey)
      ) {
        report(pointer, { operation: label, fault: 'mentions an idempotency key only in prose' });
      }
    }
  },
  cases: {
    good: [
      { 'post /t': { parameters: [{ name: 'Idempotency-Key', in: 'header', description: 'Same key, same result.' }] } },
      { 'post /t': { description: 'This operation does not read an Idempotency-Key header.' } },
      { 'post /t': { description: 'A replay of an accepted Idempotency-Key still returns the task of createTask.' } },
    ],
    bad: [
      { 'post /t': { parameters: [{ name: 'Idempotency-Key', in: 'header' }] } },
      { 'post /t': { description: 'Send an idempotency key.' } },
    ],
  },
};

/** A sentence that asks the caller of this operation to send a key. */
function asksForKey(sentence: string): boolean {
  return (
    /\bidempoten(?:t|cy)[- ]key/i.test(sentence) &&
    /\b(?:sends?|pass|passes|includes?|provides?|sets?|suppl(?:y|ies)|adds?|uses?|using|requires?|required|accepts?|supports?|must|should|with)\b/i.test(
      sentence,
    ) &&
    !/\b(?:not|no|never|without|ignores?)\b/i.test(sentence)
  );
}
