/** PROF-DESC-10: every operation is described. */
import type { Rule } from '../../rule.js';

/** Operations without a description. */
export const descriptionMissing: Rule = {
  id: 'description-missing',
  requirement: 'PROF-DESC-10',
  severity: 'error',
  targets: ['openapi', 'tools'],
  message: '{operation} has no description.',
  why: 'Without a description an agent knows neither when to use the operation nor what it does besides.',
  help: 'Say when to use it, when not to, and what it changes.',
  check(api, report) {
    for (const { description, label, pointer } of api.exposed) {
      if (description === undefined) report(pointer, { operation: label });
    }
  },
  cases: { good: [{ 'get /tasks': { description: 'Use this when you need tasks.' } }], bad: [{ 'get /tasks': {} }] },
};
