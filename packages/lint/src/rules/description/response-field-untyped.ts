/** PROF-DESC-16: response fields are typed. */
import { holdsAnything, isSchemaKeyword, isTyped } from '../../api/schema-facts.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer, object } from '../../rule-model/rule-cases.js';

/** The author says that there are several shapes. */
const varies =
  /\b(?:varies|depend(?:s|ing) on|may be (?:an? )?(?:null|string|number|object|array|boolean)|any (?:type|value|json|shape)|either an?\b[^.]{1,60}\bor|when\b[^.]{1,100}\ban object)\b/i;

/** Response fields without a type. */
export const responseFieldUntyped: Rule = {
  id: 'response-field-untyped',
  requirement: 'PROF-DESC-16',
  severity: 'warning',
  targets: ['openapi', 'tools'],
  varies:
    'info for a field whose name or description says that it holds any value, such as result or payload, whose description says that its shape varies, and for a field with a format; else warning',
  message: 'The response field {name} has no type.',
  why: 'An agent must guess the type of the value before it can pass it on.',
  help: 'Add a type to the field.',
  check(api, report) {
    for (const node of api.outputs) {
      const { name, schema, at } = node;
      if (name === undefined || isTyped(schema) || isSchemaKeyword(api, node)) continue;
      report(
        at,
        { name },
        holdsAnything(node) || varies.test(node.description ?? '') || typeof schema.format === 'string'
          ? { severity: 'info' }
          : {},
      );
    }
  },
  cases: {
    good: [{ 'get /t': { responses: answer(object({ id: { type: 'string' } })) } }],
    bad: [{ 'get /t': { responses: answer(object({ id: {} })) } }],
  },
};
