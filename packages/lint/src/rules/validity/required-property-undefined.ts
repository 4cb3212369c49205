/** PROF-DESC-01: a description says one thing; a property that is required and not described is a contradiction. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Api, SchemaNode } from '../../api/api.js';
import { listSchemas } from '../../api/list-schemas.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer, body, object } from '../../rule-model/rule-cases.js';

/** Names in `required` that no property has. */
export const requiredPropertyUndefined: Rule = {
  id: 'required-property-undefined',
  requirement: 'PROF-DESC-01',
  severity: 'warning',
  message: '{name} is required, but the schema describes no property with this name.',
  why: 'An agent cannot send a property whose type it does not know, and a request without it is rejected.',
  help: 'Describe the property, correct its name, or remove it from required.',
  ignoresWording: true,
  check(api, report) {
    for (const node of api.once(listSchemas)) {
      const { required } = node.schema;
      if (!Array.isArray(required) || required.length === 0 || isOpen(node) || isAlternative(node)) continue;
      const isKnown = propertiesAround(api, node);
      if (isKnown === undefined) continue;
      for (const [at, name] of required.entries()) {
        if (typeof name === 'string' && !isKnown(name)) report(`${node.pointer}/required/${at}`, { name });
      }
    }
  },
  cases: {
    good: [
      { 'post /t': { requestBody: body(object({ a: {} }, { required: ['a'] })) } },
      { 'post /t': { requestBody: body({ allOf: [object({ a: {} }), { required: ['a'] }] }) } },
      { 'post /t': { requestBody: body(object({ a: {}, b: {} }, { oneOf: [{ required: ['a'] }] })) } },
      { 'post /t': { requestBody: body(object({ a: {} }, { required: ['b'], additionalProperties: true })) } },
      { 'post /t': { requestBody: body(object({ a: {}, b: { $ref: 'shared.yml#/b' } }, { required: ['b'] })) } },
      {
        'post /t': {
          requestBody: body({ allOf: [{ $ref: 'shared.yml#/base' }, object({ a: {} }, { required: ['b'] })] }),
        },
      },
    ],
    bad: [
      { 'post /t': { requestBody: body(object({ a: {} }, { required: ['a', 'b'] })) } },
      { 'get /t': { responses: answer(object({ userId: {} }, { required: ['user_id'] })) } },
    ],
  },
};

/** `anyOf: [{ required: [a] }, { required: [b] }]` says which of them is there, and nothing else. */
function isAlternative({ schema, pointer }: SchemaNode): boolean {
  return schema.properties === undefined && /\/(?:any|one)Of\/\d+$/.test(pointer);
}

/** Schemas that accept other members on purpose. */
function isOpen({ schema }: SchemaNode): boolean {
  return [schema.additionalProperties, schema.patternProperties].some(
    (value: JsonValue | undefined) => value === true || isJsonObject(value),
  );
}

/** The properties of a schema and of those that it is a part of; undefined when nothing can be said about them. */
function propertiesAround(api: Api, node: SchemaNode): ((name: string) => boolean) | undefined {
  const maps: ReadonlyMap<string, SchemaNode>[] = [];
  const declared: JsonObject[] = [];
  let at: SchemaNode | undefined = node;
  for (; at !== undefined; at = at.role === 'part' ? at.owner : undefined) {
    if (isOpen(at) || hasUnreadPart(api, at)) return undefined;
    maps.push(api.properties(at));
    if (isJsonObject(at.schema.properties)) declared.push(at.schema.properties);
  }
  if (maps.every(({ size }) => size === 0)) return undefined;
  // A property whose schema is in a document that was not provided is still declared.
  return (name) =>
    maps.some((properties) => properties.has(name)) || declared.some((each) => Object.hasOwn(each, name));
}

/** A part in a document that was not provided may describe any property. */
function hasUnreadPart(api: Api, { schema, pointer }: SchemaNode): boolean {
  const { allOf } = schema;
  return Array.isArray(allOf) && allOf.some((value) => isJsonObject(value) && !api.follow({ value, pointer }));
}
