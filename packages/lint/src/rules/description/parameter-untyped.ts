/** PROF-DESC-14: every input is typed. */
import type { JsonObject } from '@dragoman/model';
import type { SchemaNode } from '../../api/api.js';
import { listParameters } from '../../api/operation-facts.js';
import { holdsAnything, isSchemaKeyword, isTyped } from '../../api/schema-facts.js';
import { tokensOf } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';
import { body, object } from '../../rule-model/rule-cases.js';

/** Inputs without a type. */
export const parameterUntyped: Rule = {
  id: 'parameter-untyped',
  requirement: 'PROF-DESC-14',
  severity: 'error',
  varies:
    'info for a property whose name or description says that it holds any value, such as data or payload, and for one whose format or limit shows its type',
  targets: ['openapi', 'tools'],
  message: '{name} has no type.',
  why: 'Without a type an agent sends whatever the name suggests, and no client can validate it.',
  help: 'Add a type, an enum, or a reference to a schema.',
  check(api, report) {
    for (const { name, schema, pointer } of api.once(listParameters)) {
      if (schema !== undefined && isTyped(schema.schema)) continue;
      report(pointer, { name }, schema !== undefined && isLimited(schema.schema) ? { severity: 'info' } : {});
    }
    for (const node of api.inputs) {
      const { name, schema, at } = node;
      if (
        name !== undefined &&
        !isTyped(schema) &&
        !isOverlay(node) &&
        !isAnything(node) &&
        !isSchemaKeyword(api, node)
      )
        report(at, { name }, holdsAnything(node) || isLimited(schema) ? { severity: 'info' } : {});
    }
  },
  cases: {
    good: [
      { 'get /t': { parameters: [{ name: 'q', in: 'query', schema: { type: 'string' } }] } },
      {
        'post /forms': {
          requestBody: body(
            object({ const: {}, $ref: { type: 'string' }, type: { type: 'string' }, allOf: { type: 'array' } }),
          ),
        },
      },
      {
        'post /t': {
          requestBody: body({ allOf: [object({ a: { type: 'string' } }), object({ a: { readOnly: true } })] }),
        },
      },
    ],
    bad: [
      { 'post /t': { requestBody: body(object({ default: {}, title: { type: 'string' } })) } },
      { 'get /t': { parameters: [{ name: 'q', in: 'query', schema: {} }] } },
      { 'post /t': { requestBody: { content: { 'application/json': { schema: { properties: { a: {} } } } } } } },
    ],
  },
};

/** A format or a limit applies to one type only, which readers infer. */
function isLimited(schema: JsonObject): boolean {
  const keywords =
    'format pattern minLength maxLength minimum maximum multipleOf minItems maxItems required additionalProperties'.split(
      ' ',
    );
  return keywords.some((keyword) => schema[keyword] !== undefined);
}

/** A shared schema with a name such as "any" is untyped by design, and so is what says it. */
function isAnything({ pointer, at, description }: SchemaNode): boolean {
  if (/\bany (?:data ?)?types?\b|\bany (?:JSON )?value\b|\barbitrary\b|\banything\b/i.test(description ?? ''))
    return true;
  return pointer !== at && tokensOf(pointer.split('/').at(-1) ?? '').includes('any');
}

/** A part of a composition may only add to the type in another part. */
function isOverlay(node: SchemaNode): boolean {
  for (let at = node.owner; at !== undefined; at = at.owner)
    if (at.role === 'part' || Array.isArray(at.schema.allOf)) return true;
  return false;
}
