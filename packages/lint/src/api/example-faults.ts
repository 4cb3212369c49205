/**
 * Checks whether an example matches its schema, for the keywords that examples violate in practice, without compiling
 * the schema.
 */
import type { PatternBudget } from '@dragoman/documents';
import { evaluatePattern } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject, schemaProperties } from '@dragoman/model';
import type { Placed } from './api.js';

/** Maximum number of values checked per example. */
const mostValues = 5_000;

/** Instructions of all patterns that one run compares examples with. */
export const mostPatternSteps = 20_000;

type Follow = (placed: Placed<JsonValue>) => Placed | undefined;

/** What is wrong with an example, in words; undefined when it matches or cannot be checked. Patterns need a budget. */
export function findExampleFault(
  example: JsonValue,
  schema: JsonObject,
  follow: Follow,
  patterns?: PatternBudget,
): string | undefined {
  return check(example, { schema, path: '', depth: 0 }, { follow, left: mostValues, patterns });
}

interface Place {
  schema: JsonObject;
  path: string;
  depth: number;
}

interface Judge {
  follow: Follow;
  left: number;
  patterns: PatternBudget | undefined;
}

const known = new Set('null boolean object array number string integer'.split(' '));

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
  if (schema.const !== undefined && JSON.stringify(schema.const) !== JSON.stringify(value)) {
    return typeof schema.const === 'object' ? undefined : `${at} is not ${JSON.stringify(schema.const)}`;
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
  for (const keyword of ['anyOf', 'oneOf']) {
    const parts = Array.isArray(schema[keyword]) ? schema[keyword].filter(isJsonObject) : [];
    if (parts.length > 0 && parts.every((part) => check(value, { schema: part, path, depth }, judge) !== undefined))
      return `${path === '' ? 'the example' : path} matches none of the schemas of ${keyword}`;
  }
  if (Array.isArray(value)) return checkItems(value, place, judge);
  if (isJsonObject(value)) return checkMembers(value, place, judge);
  return checkScalar(value, place, judge);
}

function checkScalar(value: JsonValue, { schema, path }: Place, { patterns }: Judge): string | undefined {
  const at = path === '' ? 'the example' : path;
  if (typeof value === 'string') {
    const fault = findTextFault(value, schema, patterns);
    return fault === undefined ? undefined : `${at} ${fault}`;
  }
  const fault = typeof value === 'number' ? findNumberFault(value, schema) : undefined;
  return fault === undefined ? undefined : `${at} ${fault}`;
}

function findTextFault(
  value: string,
  { maxLength, minLength, pattern }: JsonObject,
  patterns: PatternBudget | undefined,
): string | undefined {
  const { length } = [...value];
  if (typeof maxLength === 'number' && length > maxLength) return `is longer than ${maxLength} characters`;
  if (typeof minLength === 'number' && length < minLength) return `is shorter than ${minLength} characters`;
  if (typeof pattern !== 'string' || patterns === undefined) return undefined;
  const result = evaluatePattern(pattern, patterns);
  const breaks = result?.verdict === 'linear' && !result.pattern.test(value);
  return breaks ? `does not match the pattern ${pattern}` : undefined;
}

/** In OpenAPI 3.0, `exclusiveMinimum` is a flag next to `minimum`. */
function findNumberFault(value: number, schema: JsonObject): string | undefined {
  const { maximum, minimum, exclusiveMaximum, exclusiveMinimum, multipleOf } = schema;
  if (typeof maximum === 'number' && value > maximum) return `is above ${maximum}`;
  if (typeof minimum === 'number' && value < minimum) return `is below ${minimum}`;
  const above = exclusiveMaximum === true ? maximum : exclusiveMaximum;
  if (typeof above === 'number' && value >= above) return `is not below ${above}`;
  const below = exclusiveMinimum === true ? minimum : exclusiveMinimum;
  if (typeof below === 'number' && value <= below) return `is not above ${below}`;
  if (typeof multipleOf !== 'number' || multipleOf <= 0) return undefined;
  const quotient = value / multipleOf;
  // 0.3 is a multiple of 0.1, although the quotient of the two is not exactly 3.
  const isMultiple = Math.abs(quotient - Math.round(quotient)) < 1e-6 || Math.abs(quotient) > 1e9;
  return isMultiple ? undefined : `is not a multiple of ${multipleOf}`;
}

function checkItems(value: JsonValue[], { schema, path, depth }: Place, judge: Judge): string | undefined {
  const at = path === '' ? 'the example' : path;
  const { minItems, maxItems } = schema;
  if (typeof minItems === 'number' && value.length < minItems) return `${at} has fewer than ${minItems} items`;
  if (typeof maxItems === 'number' && value.length > maxItems) return `${at} has more than ${maxItems} items`;
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

/** Values of "any" and other names that JSON Schema does not have cannot be checked; the type is reported as such. */
function listTypes({ type }: JsonObject): string[] {
  const names = (Array.isArray(type) ? type : [type]).filter((each): each is string => typeof each === 'string');
  return names.every((name) => known.has(name)) ? names : [];
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
