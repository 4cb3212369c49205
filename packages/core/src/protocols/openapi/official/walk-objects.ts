/**
 * Visits the objects of a Swagger or OpenAPI document with what each of them is. Names that authors choose and plain
 * values (examples, defaults, extensions) are never mistaken for objects of the specification.
 */
import { childPointer } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** Called for every object; `kind` is its name in the specification. */
export type Visit = (kind: string, object: JsonObject, pointer: string) => void;

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];
const content = { content: 'map media' };
const valued = { ...content, schema: 'schema', items: 'schema', examples: 'map example' };
const named = {
  parameters: 'map parameter',
  responses: 'map response',
};
const schemaLists = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const schemaMaps = ['properties', 'patternProperties', '$defs', 'dependentSchemas'];
const schemas = [
  'items',
  'additionalProperties',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
];

const all = (names: readonly string[], holds: string) => Object.fromEntries(names.map((name) => [name, holds]));

/** What the members of each kind of object hold: one object, a list or a map of them; `*` means every member. */
const members: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  document: {
    ...named,
    paths: 'map pathItem',
    webhooks: 'map pathItem',
    components: 'components',
    servers: 'list server',
    security: 'list requirement',
    definitions: 'map schema',
  },
  components: {
    ...named,
    schemas: 'map schema',
    examples: 'map example',
    requestBodies: 'map body',
    headers: 'map header',
    links: 'map link',
    callbacks: 'map callback',
    pathItems: 'map pathItem',
    mediaTypes: 'map media',
  },
  pathItem: {
    ...all(methods, 'operation'),
    parameters: 'list parameter',
    servers: 'list server',
    additionalOperations: 'map operation',
  },
  operation: {
    parameters: 'list parameter',
    requestBody: 'body',
    responses: 'map response',
    callbacks: 'map callback',
    servers: 'list server',
    security: 'list requirement',
  },
  callback: { '*': 'pathItem' },
  body: content,
  parameter: valued,
  header: valued,
  response: { ...content, headers: 'map header', links: 'map link', schema: 'schema' },
  media: {
    schema: 'schema',
    itemSchema: 'schema',
    examples: 'map example',
    encoding: 'map encoding',
  },
  encoding: { headers: 'map header' },
  link: { server: 'server' },
  schema: { ...all(schemas, 'schema'), ...all(schemaLists, 'list schema'), ...all(schemaMaps, 'map schema') },
};

/** Visits the document and everything in it once; references are not followed. */
export function walkObjects(document: JsonObject, visit: Visit): void {
  walk('document', document, '', visit);
}

function walk(kind: string, value: JsonValue | undefined, pointer: string, visit: Visit): void {
  if (!isJsonObject(value)) return;
  visit(kind, value, pointer);
  const known = members[kind] ?? {};
  for (const [name, each] of Object.entries(value)) {
    const holds = Object.hasOwn(known, name) ? known[name] : name.startsWith('x-') ? undefined : known['*'];
    if (holds !== undefined) walkMember(holds, each, childPointer(pointer, name), visit);
  }
}

function walkMember(holds: string, value: JsonValue, pointer: string, visit: Visit): void {
  const [how, kind] = holds.includes(' ') ? holds.split(' ') : ['one', holds];
  if (how === 'one') walk(holds, value, pointer, visit);
  if (how === 'list' && Array.isArray(value))
    for (const [at, each] of value.entries()) walk(kind ?? '', each, childPointer(pointer, at), visit);
  if (how !== 'map' || !isJsonObject(value)) return;
  for (const [name, each] of Object.entries(value)) {
    const isExtension = name.startsWith('x-') && kind !== 'schema' && kind !== 'header';
    if (!isExtension) walk(kind ?? '', each, childPointer(pointer, name), visit);
  }
}
