/** PROF-DESC-16: what a list contains is described. */
import { listSchemas } from '../../api/list-schemas.js';
import { isType } from '../../api/schema-facts.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer, body, object } from '../../rule-model/rule-cases.js';

/** Arrays without a schema for their items. */
export const arrayItemsMissing: Rule = {
  id: 'array-items-missing',
  requirement: 'PROF-DESC-16',
  severity: 'warning',
  varies: 'error in OpenAPI 3.0 and Swagger 2.0, which require items, else warning',
  targets: ['openapi', 'tools'],
  message: '{subject} is an array, and its items are not described.',
  why: 'An agent does not know what to put into the array, or what it gets.',
  help: 'Add items with a schema.',
  ignoresWording: true,
  check(api, report) {
    const severity = String(api.root.openapi).startsWith('3.0') || api.sourceOf !== undefined ? 'error' : 'warning';
    for (const { schema, pointer, name } of api.once(listSchemas)) {
      if (!isType(schema, 'array') || schema.items !== undefined || schema.prefixItems !== undefined) continue;
      if (schema.$ref !== undefined || schema.contains !== undefined || schema.allOf !== undefined) continue;
      report(pointer, { subject: name === undefined ? 'The value' : name }, { severity });
    }
  },
  cases: {
    good: [{ 'get /t': { responses: answer({ type: 'array', items: { type: 'string' } }) } }],
    bad: [
      { 'get /t': { responses: answer({ type: 'array' }) } },
      { 'post /t': { requestBody: body(object({ tags: { type: 'array' } })) } },
    ],
  },
};
