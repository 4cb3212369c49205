/** PROF-DESC-19: examples can be copied. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import type { SchemaNode } from '../../api/api.js';
import { isNumeric, isType } from '../../api/schema-facts.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer, body, object } from '../../rule-model/rule-cases.js';

/** Examples of numbers and booleans in JSON bodies that are written as text. */
export const exampleQuoted: Rule = {
  id: 'example-quoted',
  requirement: 'PROF-DESC-19',
  severity: 'warning',
  varies: 'info for fields of responses, which nobody sends, else warning',
  targets: ['openapi', 'tools'],
  message: 'The example {value} of {name} is text, but the type is {type}.',
  why: 'An agent copies the example with its quotes, and the API rejects text where it expects another type.',
  help: 'Write the example without quotes.',
  ignoresWording: true,
  check(api, report) {
    const seen = new Set<string>();
    const check = ({ schema, pointer, name }: SchemaNode, severity: 'warning' | 'info') => {
      if (seen.has(pointer) || !(isNumeric(schema) || isType(schema, 'boolean'))) return;
      seen.add(pointer);
      for (const { value, at } of examplesOf(schema)) {
        if (!isQuoted(value, schema)) continue;
        const type = String(schema.type);
        report(`${pointer}/${at}`, { value: JSON.stringify(value), name: name ?? 'the value', type }, { severity });
      }
    };
    for (const node of api.inputs) check(node, 'warning');
    for (const node of api.outputs) check(node, 'info');
  },
  cases: {
    good: [
      { 'post /t': { requestBody: body(object({ n: { type: 'integer', example: 3 } })) } },
      { 'post /t': { requestBody: body(object({ n: { type: ['integer', 'string'], example: '3' } })) } },
    ],
    bad: [
      { 'post /t': { requestBody: body(object({ n: { type: 'integer', example: '3' } })) } },
      { 'get /t': { responses: answer(object({ done: { type: 'boolean', examples: ['true'] } })) } },
    ],
  },
};

function examplesOf({ example, examples }: JsonObject): { value: JsonValue; at: string }[] {
  return [
    ...(example === undefined ? [] : [{ value: example, at: 'example' }]),
    ...(Array.isArray(examples) ? examples : []).map((value, at) => ({ value, at: `examples/${at}` })),
  ];
}

/** Other texts are reported by `example-invalid`. */
function isQuoted(value: JsonValue, schema: JsonObject): boolean {
  if (typeof value !== 'string') return false;
  return isType(schema, 'boolean') ? /^(?:true|false)$/i.test(value) : /^\s*[-+]?\d+(?:\.\d+)?\s*$/.test(value);
}
