/** PROF-DESC-14: every input is typed. */
import type { JsonObject, JsonValue, Severity } from '@dragoman/model';
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
    'error where neither a type nor a text says what to send; warning for an input with a description; info for a level at which a recursive schema was cut off, for a property whose name or description says that it holds any value, such as data, payload or an opaque value, and for one whose format or limit shows its type',
  targets: ['openapi', 'tools'],
  message: '{name} has no type.',
  why: 'Without a type an agent sends whatever the name suggests, and no client can validate it.',
  help: 'Add a type, an enum, or a reference to a schema.',
  check(api, report) {
    for (const { name, schema, pointer, value } of api.once(listParameters)) {
      if (schema !== undefined && isTyped(schema.schema)) continue;
      const text = value.description ?? schema?.schema.description;
      const severity = schema !== undefined && isLimited(schema.schema) ? 'info' : levelOf(text);
      report(pointer, { name }, { severity });
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
        report(at, { name }, { severity: isExcused(node) ? 'info' : levelOf(node.description) });
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

/** A caller that reads what to send can send it; without a word it guesses. */
function levelOf(description: JsonValue | undefined): Severity {
  return typeof description === 'string' && description.trim() !== '' ? 'warning' : 'error';
}

function isExcused(node: SchemaNode): boolean {
  return holdsAnything(node) || isLimited(node.schema) || isCutOff(node) || /\bopaque\b/i.test(node.description ?? '');
}

/** `filter.OR[].OR`: the generator ended a recursive schema here, and the levels above show what it holds. */
function isCutOff({ name, owner }: SchemaNode): boolean {
  for (let at = owner; at !== undefined; at = at.owner) if (at.role === 'property' && at.name === name) return true;
  return false;
}

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
