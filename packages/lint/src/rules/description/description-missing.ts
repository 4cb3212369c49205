/** PROF-DESC-10: every operation has a description. */
import type { Rule } from '../../rule-model/rule.js';

/** Operations without a description. */
export const descriptionMissing: Rule = {
  id: 'description-missing',
  requirement: 'PROF-DESC-10',
  severity: 'error',
  targets: ['openapi', 'tools'],
  message: '{operation} has no description.',
  why: 'Without a description an agent does not know when to use the operation or what side effects it has.',
  help: 'Describe when to use it, when not to use it, and what it changes.',
  ignoresWording: true,
  check(api, report) {
    for (const { description, label, pointer } of api.exposed) {
      if (description === undefined) report(pointer, { operation: label });
    }
  },
  cases: { good: [{ 'get /tasks': { description: 'Use this when you need tasks.' } }], bad: [{ 'get /tasks': {} }] },
};
