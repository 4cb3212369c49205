/** PROF-DESC-18: inputs reject unknown properties. */
import { isJsonObject } from '@dragoman/model';
import type { Api, SchemaNode } from '../../api/api.js';
import { isObjectSchema } from '../../api/schema-facts.js';
import type { Rule } from '../../rule-model/rule.js';
import { body, object } from '../../rule-model/rule-cases.js';

/** Input objects that accept unknown properties. */
export const inputObjectOpen: Rule = {
  id: 'input-object-open',
  requirement: 'PROF-DESC-18',
  severity: 'warning',
  targets: ['openapi', 'tools'],
  message: '{subject} accepts unknown properties.',
  why: 'When an API ignores an invented property, the call looks successful; when it rejects it, the agent corrects the call.',
  help: 'Add additionalProperties: false (unevaluatedProperties: false next to allOf), and reject unknown properties at run time.',
  ignoresWording: true,
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
