/**
 * Checks whether an example matches its schema, for the keywords that examples violate in practice, without compiling
 * the schema.
 */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject, schemaProperties } from '@dragoman/model';
import type { Placed } from './api.js';

/** Maximum number of values checked per example. */
const mostValues = 5_000;

type Follow = (placed: Placed<JsonValue>) => Placed | undefined;

/** What is wrong with an example, in words; undefined when it matches or cannot be checked. */
export function findExampleFault(example: JsonValue, schema: JsonObject, follow: Follow): string | undefined {
  return check(example, { schema, path: '', depth: 0 }, { follow, left: mostValues });
}

interface Place {
  schema: JsonObject;
  path: string;
  depth: number;
}

interface Judge {
  follow: Follow;
  left: number;
}

function check(value: JsonValue, { schema: given, path, depth }: Place, judge: Judge): string | undefined {
  judge.left -= 1;
  const schema = judge.follow({ value: given, pointer: '' })?.value;
  if (schema === undefined || judge.left < 0 || depth > 40) return undefined;
  const at = path === '' ? 'the example' : path;
  if (value === null) return isNullable(schema) ? undefined : `${at} is null`;
  const types = listTypes(schema);
  if (types.length > 0 && !types.some((type) => fits(value, type))) return `${at} is not of type ${types.join(' or ')}`;
  if (Array.isArray(schema.enum) && typeof value !== 'object' && !schema.enum.includes(value)) {
    return `${at} is not one of the enum values`;
  }
  return checkParts(value, { schema, path, depth: depth + 1 }, judge);
}

function checkParts(value: JsonValue, place: Place, judge: Judge): string | undefined {
  const { schema, depth, path } = place;
  if (Array.isArray(schema.allOf)) {
    for (const part of schema.allOf.filter(isJsonObject)) {
      const fault = check(value, { schema: part, path, depth }, judge);
      if (fault !== undefined) return fault;
    }
  }
  if (Array.isArray(value)) return checkItems(value, place, judge);
  if (isJsonObject(value)) return checkMembers(value, place, judge);
  return checkScalar(value, place);
}

function checkScalar(value: JsonValue, { schema, path }: Place): string | undefined {
  const at = path === '' ? 'the example' : path;
  const { maxLength, minLength, maximum, minimum } = schema;
  if (typeof value === 'string') {
    if (typeof maxLength === 'number' && [...value].length > maxLength)
      return `${at} is longer than ${maxLength} characters`;
    if (typeof minLength === 'number' && [...value].length < minLength)
      return `${at} is shorter than ${minLength} characters`;
  }
  if (typeof value === 'number') {
    if (typeof maximum === 'number' && value > maximum) return `${at} is above ${maximum}`;
    if (typeof minimum === 'number' && value < minimum) return `${at} is below ${minimum}`;
  }
  return undefined;
}

function checkItems(value: JsonValue[], { schema, path, depth }: Place, judge: Judge): string | undefined {
  if (!isJsonObject(schema.items)) return undefined;
  for (const [index, item] of value.entries()) {
    const fault = check(item, { schema: schema.items, path: `${path}[${index}]`, depth }, judge);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function checkMembers(value: JsonObject, { schema, path, depth }: Place, judge: Judge): string | undefined {
  const name = (member: string) => (path === '' ? member : `${path}.${member}`);
  const properties = schemaProperties(schema);
  for (const required of Array.isArray(schema.required) ? schema.required : []) {
    if (typeof required === 'string' && !Object.hasOwn(value, required) && !isOneWay(properties[required], judge)) {
      return `${name(required)} is missing`;
    }
  }
  for (const [member, inner] of Object.entries(value)) {
    const property = Object.hasOwn(properties, member) ? properties[member] : undefined;
    if (property === undefined && schema.additionalProperties === false && schema.patternProperties === undefined) {
      return `${name(member)} is not allowed`;
    }
    if (!isJsonObject(property)) continue;
    const fault = check(inner, { schema: property, path: name(member), depth }, judge);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** A read-only or write-only property may be absent from an example for the other direction. */
function isOneWay(property: JsonValue | undefined, { follow }: Judge): boolean {
  const schema = property === undefined ? undefined : follow({ value: property, pointer: '' })?.value;
  return schema?.readOnly === true || schema?.writeOnly === true;
}

function listTypes({ type }: JsonObject): string[] {
  return (Array.isArray(type) ? type : [type]).filter((each): each is string => typeof each === 'string');
}

function isNullable(schema: JsonObject): boolean {
  const types = listTypes(schema);
  if (types.length === 0 || types.includes('null') || schema.nullable === true) return true;
  return ['anyOf', 'oneOf'].some((keyword) => Array.isArray(schema[keyword]));
}

function fits(value: JsonValue, type: string): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isJsonObject(value);
  if (type === 'integer') return typeof value === 'number' && Number.isInteger(value);
  return type === 'null' ? value === null : typeof value === type;
}
