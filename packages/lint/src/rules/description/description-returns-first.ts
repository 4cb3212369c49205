/** PROF-DESC-29: the purpose comes before the return value. */
import type { Rule } from '../../rule-model/rule.js';

/** Descriptions that start with the response shape. */
export const descriptionReturnsFirst: Rule = {
  id: 'description-returns-first',
  requirement: 'PROF-DESC-29',
  severity: 'info',
  targets: ['openapi', 'tools'],
  message: 'The description of {operation} starts with what it returns.',
  why: 'An agent looks for the purpose of an operation; the schema already describes the response.',
  help: 'Start with the purpose: "Find tasks by title …".',
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
