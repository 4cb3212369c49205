/** PROF-DESC-14: a value has the type that it means. */
import type { JsonObject } from '@dragoman/model';
import { listParameters } from '../../api/operation-facts.js';
import { isType } from '../../api/schema-facts.js';
import type { Rule } from '../../rule-model/rule.js';
import { body, object } from '../../rule-model/rule-cases.js';

/** Texts whose only values are true and false. */
export const booleanAsText: Rule = {
  id: 'boolean-as-text',
  requirement: 'PROF-DESC-14',
  severity: 'warning',
  targets: ['openapi', 'tools'],
  message: '{name} is text whose only values are true and false.',
  why: 'An agent sends true instead of "true", and tests the text "false" as if it were false.',
  help: 'Use type: boolean.',
  ignoresWording: true,
  check(api, report) {
    for (const { name, schema, pointer } of api.once(listParameters))
      if (schema !== undefined && isTruth(schema.schema)) report(pointer, { name });
    const nodes = new Map([...api.inputs, ...api.outputs].map((node) => [node.at, node]));
    for (const { name, schema, at } of nodes.values()) if (name !== undefined && isTruth(schema)) report(at, { name });
  },
  cases: {
    good: [
      { 'post /t': { requestBody: body(object({ done: { type: 'boolean' } })) } },
      { 'post /t': { requestBody: body(object({ done: { type: 'string', enum: ['true', 'false', 'unknown'] } })) } },
      { 'get /t': { parameters: [{ name: 'mine', in: 'query', schema: { type: 'string', enum: ['true'] } }] } },
    ],
    bad: [{ 'post /t': { requestBody: body(object({ done: { type: 'string', enum: ['true', 'false'] } })) } }],
  },
};

/** Both values; a single one is a flag that is present or not. */
function isTruth(schema: JsonObject): boolean {
  const { enum: values } = schema;
  if (!isType(schema, 'string') || !Array.isArray(values)) return false;
  const words = new Set(values.map((value) => String(value).toLowerCase()));
  return (
    words.size === 2 && words.has('true') && words.has('false') && values.every((each) => typeof each === 'string')
  );
}
