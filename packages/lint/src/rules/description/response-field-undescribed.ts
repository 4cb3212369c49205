/** PROF-DESC-16: fields of answers are described. */

import type { Rule } from '../../rule.js';
import { answer, object } from '../../rule-cases.js';

/** Fields of answers without a description. */
export const responseFieldUndescribed: Rule = {
  id: 'response-field-undescribed',
  requirement: 'PROF-DESC-16',
  severity: 'info',
  targets: ['openapi', 'tools'],
  message: 'The field {name} is not described.',
  why: 'Names of fields are short; what they mean, and for whom, is in their description.',
  help: 'Describe the field in a few words.',
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
