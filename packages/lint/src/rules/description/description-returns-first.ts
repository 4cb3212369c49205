/** PROF-DESC-29: purpose before what is returned. */
import type { Rule } from '../../rule.js';

/** Descriptions that lead with the answer's shape. */
export const descriptionReturnsFirst: Rule = {
  id: 'description-returns-first',
  requirement: 'PROF-DESC-29',
  severity: 'info',
  targets: ['openapi', 'tools'],
  message: 'The description of {operation} begins with what it returns.',
  why: 'An agent looks for what an operation is for; the answer’s shape is in its schema.',
  help: 'Begin with the purpose: "Find tasks by title …".',
  check(api, report) {
    for (const { description, label, pointer } of api.exposed) {
      if (/^\W*(?:returns?|responds|yields|outputs)\b|^\W*gets? a list of\b/i.test(description ?? '')) {
        report(`${pointer}/description`, { operation: label });
      }
    }
  },
  cases: {
    good: [{ 'get /t': { description: 'Finds tasks by title; returns a page.' } }],
    bad: [{ 'get /t': { description: 'Returns a list of task objects with id and title.' } }],
  },
};
