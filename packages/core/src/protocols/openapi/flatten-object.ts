/** Determines whether a schema describes an object, through references and `allOf`, and returns its members. */
import type { JsonObject, JsonSchema, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { OpenApiDocument } from './document.js';
import type { Translated } from './translate-schema.js';

/** An object's members. */
export interface FlatObject {
  properties: Map<string, JsonSchema>;
  required: Set<string>;
  /** Additional members are allowed. */
  open: boolean;
  /** `anyOf` and similar keywords that only constrain which members are present. */
  conditions: JsonObject;
  references: Set<string>;
}

/** Maximum number of schemas visited; a deeper nest of `allOf` is not flattened. */
const maxParts = 64;

/** Keywords that can be dropped without loss. */
const harmless = new Set([
  'type',
  'title',
  'description',
  'examples',
  'default',
  'deprecated',
  'discriminator',
  'minProperties',
  'maxProperties',
  '$comment',
  'format',
]);

interface Flattening extends FlatObject {
  document: OpenApiDocument;
  left: number;
  /** Definitions being visited, to end cycles. */
  inside: Set<string>;
}

/** The members of an object schema; undefined when it is anything else, or when merging it would change its meaning. */
export function flattenObject(document: OpenApiDocument, { schema }: Translated): FlatObject | undefined {
  const look: Flattening = {
    document,
    left: maxParts,
    inside: new Set(),
    properties: new Map(),
    required: new Set(),
    open: true,
    conditions: {},
    references: new Set(),
  };
  if (!take(look, schema) || look.properties.size === 0) return undefined;
  for (const property of look.properties.values()) noteReferences(property, look.references);
  return look;
}

function take(look: Flattening, schema: JsonSchema): boolean {
  look.left -= 1;
  if (look.left < 0 || !isJsonObject(schema)) return false;
  const { type } = schema;
  if (type !== undefined && type !== 'object') return false;
  if (typeof schema.$ref === 'string') return takeReference(look, schema.$ref);
  return Object.entries(schema).every(([name, value]) => takeKeyword(look, name, value));
}

function takeReference(look: Flattening, ref: string): boolean {
  const name = ref.slice('#/$defs/'.length);
  if (look.inside.has(name)) return false;
  look.inside.add(name);
  const taken = take(look, look.document.translator.definition(name, 'input').schema);
  look.inside.delete(name);
  return taken;
}

function takeKeyword(look: Flattening, name: string, value: JsonValue): boolean {
  switch (name) {
    case 'properties':
      return isJsonObject(value) && Object.entries(value).every(([key, each]) => takeProperty(look, key, each));
    case 'required':
      for (const each of value as string[]) look.required.add(each);
      return true;
    case 'additionalProperties':
      if (value === false) look.open = false;
      return typeof value === 'boolean' || (isJsonObject(value) && Object.keys(value).length === 0);
    case 'allOf':
      return (value as JsonSchema[]).every((part) => take(look, part));
    case 'anyOf':
    case 'oneOf':
      if (name in look.conditions || !(value as JsonValue[]).every(speaksOfMembers)) return false;
      look.conditions[name] = value;
      return true;
    default:
      return harmless.has(name);
  }
}

/** A member that occurs in two parts must satisfy both. */
function takeProperty(look: Flattening, name: string, schema: JsonValue): boolean {
  if (name === '__proto__' || (typeof schema !== 'boolean' && !isJsonObject(schema))) return false;
  const known = look.properties.get(name);
  const both =
    known === undefined || JSON.stringify(known) === JSON.stringify(schema) ? schema : { allOf: [known, schema] };
  look.properties.set(name, both);
  return true;
}

function speaksOfMembers(schema: JsonValue): boolean {
  if (!isJsonObject(schema)) return false;
  return Object.entries(schema).every(
    ([name, value]) =>
      name === 'required' || name === 'title' || name === 'description' || (name === 'not' && speaksOfMembers(value)),
  );
}

/** The definitions that the members refer to; flattened ones are no longer needed. */
function noteReferences(value: JsonValue, names: Set<string>): void {
  if (Array.isArray(value)) for (const each of value) noteReferences(each, names);
  else if (isJsonObject(value)) {
    for (const [key, each] of Object.entries(value)) {
      if (key === '$ref' && typeof each === 'string') names.add(each.slice('#/$defs/'.length));
      else noteReferences(each, names);
    }
  }
}
