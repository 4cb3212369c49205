/** Reads the input of a call: body or query, with the path values; strings are converted to the types in the schema. */

import { memberOf } from '@dragoman/agis';
import { childPointer, getPointer } from '@dragoman/documents';
import type { FieldError, JsonObject, JsonSchema, JsonValue } from '@dragoman/model';
import { countProblems, Failure, isJsonObject } from '@dragoman/model';
import { readParameters } from '../../transport/query-string.js';
import type { MatchedEndpoint } from './match-endpoint.js';

/** The operation's input for a request with a body. */
export function inputFromBody(body: JsonValue | undefined, matched: MatchedEndpoint): JsonObject {
  if (body !== undefined && !isJsonObject(body)) {
    throw invalid([
      { field: '', pointer: '', code: 'agis/input', detail: 'must be a JSON object of the inputs by name' },
    ]);
  }
  return complete(body ?? {}, matched);
}

/** The operation's input for a request with query parameters. */
export function inputFromQuery(url: URL, matched: MatchedEndpoint): JsonObject {
  const { endpoint } = matched;
  const given = [...readParameters(url)].map(([name, texts]): [string, JsonValue] => {
    const schema = propertyOf(endpoint.operation.input, endpoint.renames.get(name) ?? name);
    return [
      name,
      isList(schema) ? texts.map((text) => toType(text, itemsOf(schema))) : toType(texts.at(-1) ?? '', schema),
    ];
  });
  return complete(Object.fromEntries(given), matched);
}

/** Adds the path values and restores the original names of renamed inputs. */
function complete(given: JsonObject, { endpoint, values }: MatchedEndpoint): JsonObject {
  if (values.size === 0 && endpoint.renames.size === 0) return given;
  const { input } = endpoint.operation;
  const ownName = (name: string) => endpoint.renames.get(name) ?? name;
  const whole = new Map(Object.entries(given).map(([name, value]) => [ownName(name), value]));
  const clashes: FieldError[] = [];
  for (const [name, text] of values) {
    const own = ownName(name);
    const schema = propertyOf(input, own);
    // A generated path parameter that is not an input of the operation is dropped.
    if (schema === undefined && refusesOthers(input)) continue;
    const value = toType(text, schema);
    const beside = whole.get(own);
    if (beside !== undefined && String(beside) !== text) {
      const detail = 'differs from the value in the path; remove it or make it equal';
      clashes.push({ field: name, pointer: childPointer('', name), code: 'agis/path-clash', detail });
    }
    whole.set(own, value);
  }
  if (clashes.length > 0) throw invalid(clashes);
  return Object.fromEntries(whole);
}

function invalid(fieldErrors: FieldError[]): Failure {
  const count = countProblems(fieldErrors.length);
  return new Failure('INVALID_INPUT', { message: `The input has ${count}.`, fieldErrors });
}

function propertyOf(schema: JsonSchema, name: string): JsonValue | undefined {
  const whole = resolve(schema, schema);
  const properties = isJsonObject(whole) ? memberOf(whole, 'properties') : undefined;
  return isJsonObject(properties) ? resolve(memberOf(properties, name), schema) : undefined;
}

/** Follows a limited number of references inside the schema. */
function resolve(value: JsonValue | undefined, root: JsonSchema): JsonValue | undefined {
  let found = value;
  for (let steps = 0; steps < 8 && isJsonObject(found) && typeof found.$ref === 'string'; steps += 1) {
    found = found.$ref.startsWith('#') ? getPointer(root, found.$ref.slice(1)) : undefined;
  }
  return found;
}

function refusesOthers(schema: JsonSchema): boolean {
  return isJsonObject(schema) && schema.additionalProperties === false;
}

function typesOf(schema: JsonValue | undefined): string[] {
  if (!isJsonObject(schema)) return [];
  const { type } = schema;
  return (Array.isArray(type) ? type : [type]).filter((each) => typeof each === 'string');
}

function isList(schema: JsonValue | undefined): boolean {
  return typesOf(schema).includes('array');
}

function itemsOf(schema: JsonValue | undefined): JsonValue | undefined {
  return isJsonObject(schema) ? memberOf(schema, 'items') : undefined;
}

/**
 * Converts a string to the type in the schema; a string that cannot be converted is kept and fails validation later.
 */
function toType(text: string, schema: JsonValue | undefined): JsonValue {
  const types = typesOf(schema);
  if (types.length === 0 || types.includes('string')) return fixedValue(text, schema) ?? text;
  if ((types.includes('integer') || types.includes('number')) && /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text)) {
    return Number(text);
  }
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  if (types.includes('null') && text === 'null') return null;
  return types.includes('object') ? (parseObject(text) ?? text) : text;
}

/** A value listed in the schema that differs from the string only in type. */
function fixedValue(text: string, schema: JsonValue | undefined): JsonValue | undefined {
  const listed = isJsonObject(schema) ? memberOf(schema, 'enum') : undefined;
  return Array.isArray(listed) && !listed.includes(text) ? listed.find((each) => String(each) === text) : undefined;
}

function parseObject(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
