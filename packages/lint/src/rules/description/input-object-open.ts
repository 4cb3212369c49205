/** PROF-DESC-18: inputs refuse what they do not know. */
import { isJsonObject } from '@dragoman/model';
import type { Api, SchemaNode } from '../../api/api.js';
import { isObjectSchema } from '../../api/schema-facts.js';
import type { Rule } from '../../rule.js';
import { body, object } from '../../rule-cases.js';

/** Input objects that take invented properties. */
export const inputObjectOpen: Rule = {
  id: 'input-object-open',
  requirement: 'PROF-DESC-18',
  severity: 'warning',
  targets: ['openapi', 'tools'],
  message: '{subject} accepts properties that it does not list.',
  why: 'An invented property that is swallowed looks like success; one that is refused is corrected at once.',
  help: 'Add additionalProperties: false (unevaluatedProperties: false beside allOf), and refuse others at run time.',
  check(api, report) {
    for (const node of api.inputs) {
      if (isOpen(api, node)) report(node.at, { subject: node.name ?? 'The input object' });
    }
  },
  cases: {
    good: [
      { 'post /t': { requestBody: body(object({ a: { type: 'string' } }, { additionalProperties: false })) } },
      { 'post /t': { requestBody: body({ type: 'object', additionalProperties: { type: 'string' } }) } },
    ],
    bad: [{ 'post /t': { requestBody: body(object({ a: { type: 'string' } })) } }],
  },
};

function isOpen(api: Api, node: SchemaNode): boolean {
  const { schema, role } = node;
  if (role === 'part' || !isObjectSchema(schema)) return false;
  if (schema.additionalProperties === false || schema.unevaluatedProperties === false) return false;
  if (isJsonObject(schema.additionalProperties) || isJsonObject(schema.patternProperties)) return false;
  return api.properties(node).size > 0;
}
