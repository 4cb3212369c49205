/** PROF-DESC-16: what a list contains is described. */
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { listSchemas } from '../../api/list-schemas.js';
import { holdsAnything, isSchemaKeyword, isType } from '../../api/schema-facts.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer, body, object } from '../../rule-model/rule-cases.js';

/** Arrays without a schema for their items. */
export const arrayItemsMissing: Rule = {
  id: 'array-items-missing',
  requirement: 'PROF-DESC-16',
  severity: 'warning',
  varies:
    'error in OpenAPI 3.0 and Swagger 2.0, which require items; info for empty items where any value is allowed on purpose, as other alternatives can show; else warning',
  targets: ['openapi', 'tools'],
  message: '{subject} is an array, but its items are not described.',
  why: 'An agent does not know what to put into the array, or what it gets.',
  help: 'Add items with a schema.',
  ignoresWording: true,
  check(api, report) {
    const severity = String(api.root.openapi).startsWith('3.0') || api.sourceOf !== undefined ? 'error' : 'warning';
    for (const node of api.once(listSchemas)) {
      const { schema, pointer, name } = node;
      if (!isType(schema, 'array') || schema.prefixItems !== undefined) continue;
      if (schema.items !== undefined) {
        const options =
          holdsAnything(node) || isSchemaKeyword(api, node) || node.role === 'part'
            ? ({ severity: 'info' } as const)
            : {};
        if (isEmpty(schema.items)) report(`${pointer}/items`, { subject: name ?? 'A value' }, options);
        continue;
      }
      if (schema.$ref !== undefined || schema.contains !== undefined || schema.allOf !== undefined) continue;
      report(pointer, { subject: name ?? 'A value' }, { severity });
    }
  },
  cases: {
    good: [{ 'get /t': { responses: answer({ type: 'array', items: { type: 'string' } }) } }],
    bad: [
      { 'get /t': { responses: answer({ type: 'array' }) } },
      { 'post /t': { requestBody: body(object({ tags: { type: 'array' } })) } },
      { 'post /t': { requestBody: body(object({ tags: { type: 'array', items: {} } })) } },
    ],
  },
};

/** `items: {}` says no more than no items; a description of them does. */
function isEmpty(items: JsonValue): boolean {
  return isJsonObject(items) && Object.keys(items).length === 0;
}
