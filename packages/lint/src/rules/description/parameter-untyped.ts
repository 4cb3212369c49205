/** PROF-DESC-14: every input is typed. */
import { isTyped } from '../../api/schema-facts.js';
import type { Rule } from '../../rule.js';

/** Inputs that take anything. */
export const parameterUntyped: Rule = {
  id: 'parameter-untyped',
  requirement: 'PROF-DESC-14',
  severity: 'error',
  targets: ['openapi', 'tools'],
  message: '{name} has no type.',
  why: 'Without a type an agent fills in whatever the name suggests, and nothing refuses it early.',
  help: 'Give it a type, an enum, or a reference to a schema.',
  check(api, report) {
    for (const { parameters } of api.exposed) {
      for (const { name, schema, pointer } of parameters) {
        if (schema === undefined || !isTyped(schema.schema)) report(pointer, { name });
      }
    }
    for (const { name, schema, at } of api.inputs) {
      if (name !== undefined && !isTyped(schema)) report(at, { name });
    }
  },
  cases: {
    good: [{ 'get /t': { parameters: [{ name: 'q', in: 'query', schema: { type: 'string' } }] } }],
    bad: [
      { 'get /t': { parameters: [{ name: 'q', in: 'query', schema: {} }] } },
      { 'post /t': { requestBody: { content: { 'application/json': { schema: { properties: { a: {} } } } } } } },
    ],
  },
};
