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
  /** Minimum number of members. */
  least: number;
  /** Maximum number of members. */
  most: number;
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
  const state: Flattening = {
    document,
    left: maxParts,
    inside: new Set(),
    properties: new Map(),
    required: new Set(),
    open: true,
    conditions: {},
    least: 0,
    most: Number.POSITIVE_INFINITY,
    references: new Set(),
  };
  if (!addSchema(state, schema) || state.properties.size === 0) return undefined;
  for (const property of state.properties.values()) noteReferences(property, state.references);
  return state;
}

function addSchema(state: Flattening, schema: JsonSchema): boolean {
  state.left -= 1;
  if (state.left < 0 || !isJsonObject(schema)) return false;
  const { type } = schema;
  if (type !== undefined && type !== 'object') return false;
  if (typeof schema.$ref === 'string') return addReference(state, schema.$ref);
  return Object.entries(schema).every(([name, value]) => addKeyword(state, name, value));
}

function addReference(state: Flattening, ref: string): boolean {
  const name = ref.slice('#/$defs/'.length);
  if (state.inside.has(name)) return false;
  state.inside.add(name);
  const taken = addSchema(state, state.document.translator.definition(name, 'input').schema);
  state.inside.delete(name);
  return taken;
}

function addKeyword(state: Flattening, name: string, value: JsonValue): boolean {
  switch (name) {
    case 'properties':
      return isJsonObject(value) && Object.entries(value).every(([key, each]) => addProperty(state, key, each));
    case 'required':
      for (const each of value as string[]) state.required.add(each);
      return true;
    case 'additionalProperties':
      if (value === false) state.open = false;
      return typeof value === 'boolean' || (isJsonObject(value) && Object.keys(value).length === 0);
    case 'allOf':
      return (value as JsonSchema[]).every((part) => addSchema(state, part));
    case 'anyOf':
    case 'oneOf':
      if (name in state.conditions || !(value as JsonValue[]).every(constrainsMembers)) return false;
      state.conditions[name] = value;
      return true;
    case 'minProperties':
      state.least = Math.max(state.least, typeof value === 'number' ? value : 0);
      return true;
    case 'maxProperties':
      state.most = Math.min(state.most, typeof value === 'number' ? value : state.most);
      return true;
    default:
      return harmless.has(name);
  }
}

/** A member that occurs in two parts must satisfy both. */
function addProperty(state: Flattening, name: string, schema: JsonValue): boolean {
  if (name === '__proto__' || (typeof schema !== 'boolean' && !isJsonObject(schema))) return false;
  const known = state.properties.get(name);
  const both =
    known === undefined || JSON.stringify(known) === JSON.stringify(schema) ? schema : { allOf: [known, schema] };
  state.properties.set(name, both);
  return true;
}

function constrainsMembers(schema: JsonValue): boolean {
  if (!isJsonObject(schema)) return false;
  return Object.entries(schema).every(
    ([name, value]) =>
      name === 'required' || name === 'title' || name === 'description' || (name === 'not' && constrainsMembers(value)),
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
