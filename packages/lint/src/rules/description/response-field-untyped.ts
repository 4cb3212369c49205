/** PROF-DESC-16: fields of answers are typed. */
import { isTyped } from '../../api/schema-facts.js';
import type { Rule } from '../../rule.js';
import { answer, object } from '../../rule-cases.js';

/** Fields of answers that can be anything. */
export const responseFieldUntyped: Rule = {
  id: 'response-field-untyped',
  requirement: 'PROF-DESC-16',
  severity: 'warning',
  targets: ['openapi', 'tools'],
  message: 'The field {name} has no type.',
  why: 'What comes back without a type has to be guessed before it can be passed on.',
  help: 'Give the field a type.',
  check(api, report) {
    for (const { name, schema, at } of api.outputs) if (name !== undefined && !isTyped(schema)) report(at, { name });
  },
  cases: {
    good: [{ 'get /t': { responses: answer(object({ id: { type: 'string' } })) } }],
    bad: [{ 'get /t': { responses: answer(object({ id: {} })) } }],
  },
};
