/** PROF-DESC-16: response fields are typed. */
import { holdsAnything, isSchemaKeyword, isTyped } from '../../api/schema-facts.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer, object } from '../../rule-model/rule-cases.js';

/** Response fields without a type. */
export const responseFieldUntyped: Rule = {
  id: 'response-field-untyped',
  requirement: 'PROF-DESC-16',
  severity: 'warning',
  targets: ['openapi', 'tools'],
  varies:
    'info for a field whose name or description says that it holds any value, such as result or payload, and for a field with a format; else warning',
  message: 'The response field {name} has no type.',
  why: 'An agent must guess the type of the value before it can pass it on.',
  help: 'Add a type to the field.',
  ignoresWording: true,
  check(api, report) {
    for (const node of api.outputs) {
      const { name, schema, at } = node;
      if (name === undefined || isTyped(schema) || isSchemaKeyword(api, node)) continue;
      report(at, { name }, holdsAnything(node) || typeof schema.format === 'string' ? { severity: 'info' } : {});
    }
  },
  cases: {
    good: [{ 'get /t': { responses: answer(object({ id: { type: 'string' } })) } }],
    bad: [{ 'get /t': { responses: answer(object({ id: {} })) } }],
  },
};
