/** Simple predicates on one schema. */
import type { JsonObject } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Api, SchemaNode } from './api.js';

/** The types that a schema allows by name, without `null`. */
export function typesOf(schema: JsonObject): string[] {
  const { type } = schema;
  return (Array.isArray(type) ? type : [type]).filter(
    (each): each is string => typeof each === 'string' && each !== 'null',
  );
}

/** True when the schema has exactly this type. */
export function isType(schema: JsonObject, type: string): boolean {
  if (!Array.isArray(schema.type)) return schema.type === type && type !== 'null';
  const types = typesOf(schema);
  return types.length === 1 && types[0] === type;
}

/** True for integer and number schemas. */
export function isNumeric(schema: JsonObject): boolean {
  return isType(schema, 'number') || isType(schema, 'integer');
}

/** True for a single text, number or boolean. */
export function isScalar(schema: JsonObject): boolean {
  return isNumeric(schema) || isType(schema, 'string') || isType(schema, 'boolean');
}

/** True when the schema restricts the kind of value. */
export function isTyped(schema: JsonObject): boolean {
  const says = ['type', '$ref', 'enum', 'const', 'allOf', 'anyOf', 'oneOf', 'not', 'properties', 'items'];
  return says.some((keyword) => Object.hasOwn(schema, keyword));
}

const anyNames =
  /^(?:default|raw|json|structured|payload|data|inputs?|outputs?|results?|body|content|response|args|arguments|params|progress|storage|metadata|meta|extra|context|custom\w*|any|val)$|(?:^|[a-z_])values?$/i;

const anyTexts =
  /\bany (?:data ?)?types?\b|\bany (?:JSON )?value\b|\barbitrary\b|\banything\b|\bpayload\b|\bfree[- ]?form\b|\bdepend(?:s|ing) on\b|\bhuman-readable JSON\b|\bJSON schema\b|\b(?:raw|any) JSON\b|\bconfigure \w+ format\b/i;

/** True when its name or description says that a field can hold a value of any type, such as the result of any command. */
export function holdsAnything({ name = '', description = '' }: SchemaNode): boolean {
  return anyNames.test(name) || anyTexts.test(description.slice(0, 500));
}

const anyKeywords = new Set(['default', 'const', 'example', 'examples', 'enum', 'items', 'additionalProperties']);
const schemaKeywords = [
  '$ref',
  '$schema',
  '$id',
  'allOf',
  'anyOf',
  'oneOf',
  'additionalProperties',
  'enum',
  'minLength',
  'pattern',
];

/** True for a member such as `default` of an object that models JSON Schema: it takes a value of any type. */
export function isSchemaKeyword(api: Pick<Api, 'properties'>, { name = '', owner }: SchemaNode): boolean {
  if (owner === undefined || !anyKeywords.has(name)) return false;
  const names = api.properties(owner);
  return names.has('type') && schemaKeywords.filter((keyword) => names.has(keyword)).length > 1;
}

/** True when the schema describes an object. */
export function isObjectSchema(schema: JsonObject): boolean {
  return isType(schema, 'object') || isJsonObject(schema.properties);
}

/** The values of an enum. */
export function enumOf(schema: JsonObject): readonly unknown[] | undefined {
  return Array.isArray(schema.enum) ? schema.enum : undefined;
}
