/** PROF-DESC-16: response fields are described. */

import type { Rule } from '../../rule-model/rule.js';
import { answer, object } from '../../rule-model/rule-cases.js';

/** Response fields without a description. */
export const responseFieldUndescribed: Rule = {
  id: 'response-field-undescribed',
  requirement: 'PROF-DESC-16',
  severity: 'info',
  targets: ['openapi', 'tools'],
  message: 'The response field {name} has no description.',
  why: 'Field names are short; their meaning is in the description.',
  help: 'Describe the field in a few words.',
  ignoresWording: true,
  check(api, report) {
    for (const { name, description, at } of api.outputs) {
      if (name !== undefined && (description ?? '').trim() === '') report(at, { name });
    }
  },
  cases: {
    good: [{ 'get /t': { responses: answer(object({ id: { type: 'string', description: 'Id of the task' } })) } }],
    bad: [{ 'get /t': { responses: answer(object({ id: { type: 'string' } })) } }],
  },
};
