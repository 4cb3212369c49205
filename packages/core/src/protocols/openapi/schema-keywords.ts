/** Keywords of Schema Objects that JSON Schema 2020-12 does not have, or has in another form, and their translation. */

import type { Keyword } from '@dragoman/documents';
import { expectedInstead, isRegularExpression, keywords, schemaLimits, typeNames } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { member } from './wire.js';

/** Keywords that are handled elsewhere or that only documentation needs. */
const settled: ReadonlySet<string> = new Set([
  '$ref',
  'nullable',
  'example',
  'discriminator',
  'xml',
  'externalDocs',
  'readOnly',
  'writeOnly',
  'allowEmptyValue',
  'collectionFormat',
  '$defs',
  'definitions',
  '$id',
  'id',
  '$schema',
  '$anchor',
  '$comment',
  '$vocabulary',
]);

/** Keywords next to a reference that are kept before 3.1, where all of them used to be ignored. */
export const annotations: ReadonlySet<string> = new Set([
  'description',
  'title',
  'deprecated',
  'default',
  'examples',
  'example',
  'nullable',
]);

/** Kind of a keyword; undefined when it needs no translation or is unknown. */
export function knownKeyword(name: string): Keyword | undefined {
  return settled.has(name) || name.startsWith('x-') ? undefined : keywords.get(name);
}

/** Why a keyword is invalid; undefined when it is valid. Subschemas are checked separately. */
export function faultOf(name: string, form: Keyword['form'], value: JsonValue): string | undefined {
  if (name === '$dynamicRef' || name === '$recursiveRef') return 'dynamic references are not supported';
  if (form === 'bound' && typeof value === 'boolean') return undefined;
  if (form === 'items' && Array.isArray(value)) return undefined;
  if ((form === 'schema' || form === 'items') && typeof value !== 'boolean' && !isJsonObject(value))
    return 'it must be a schema';
  const expected = expectedInstead(form, value);
  if (expected !== undefined) return `it must be ${expected}`;
  if (form === 'type') return typeFault(value);
  if (form === 'enum') return tooMany((value as JsonValue[]).length, schemaLimits.enumeration, 'values');
  if (form === 'pattern') return patternFault(value as string);
  if (form === 'schema-map' || form === 'pattern-map') return mapFault(form, Object.keys(value as JsonObject));
  return undefined;
}

/** One pattern in another dialect must not invalidate the whole schema. */
function patternFault(source: string): string | undefined {
  const tooLong = tooMany(source.length, schemaLimits.pattern, 'characters');
  return tooLong ?? (isRegularExpression(source) ? undefined : 'it is not a regular expression');
}

function mapFault(form: Keyword['form'], names: readonly string[]): string | undefined {
  const excess = tooMany(names.length, schemaLimits.members, 'members');
  if (excess !== undefined || form !== 'pattern-map') return excess;
  const odd = names.find((name) => patternFault(name) !== undefined);
  return odd === undefined ? undefined : `${JSON.stringify(odd.slice(0, 40))} is not a regular expression`;
}

function tooMany(count: number, limit: number, what: string): string | undefined {
  return count > limit ? `it has more than ${limit} ${what}` : undefined;
}

function typeFault(value: JsonValue): string | undefined {
  const odd = (Array.isArray(value) ? value : [value]).find((name) => !typeNames.has(name) && name !== 'file');
  return odd === undefined ? undefined : `${JSON.stringify(odd)?.slice(0, 40)} is not a type`;
}

/** Translates OpenAPI-only keywords into JSON Schema; changes the given object. */
export function finishSchema(written: JsonObject, source: JsonObject): JsonObject {
  const example = member(source, 'example');
  if (example !== undefined && written.examples === undefined) written.examples = [example];
  dropEmpty(written);
  if (written.type === 'file') Object.assign(written, { type: 'string', contentMediaType: 'application/octet-stream' });
  moveBound(written, 'minimum', 'exclusiveMinimum');
  moveBound(written, 'maximum', 'exclusiveMaximum');
  if (Array.isArray(written.items)) {
    if (written.items.length > 0) written.prefixItems = written.items;
    delete written.items;
  }
  return member(source, 'nullable') === true ? allowNull(written) : written;
}

/** Drops an empty part, such as one that only had `nullable`. */
function dropEmpty(written: JsonObject): void {
  const { allOf } = written;
  if (!Array.isArray(allOf)) return;
  const left = allOf.filter((part) => part !== true && !(isJsonObject(part) && Object.keys(part).length === 0));
  if (left.length === 0) delete written.allOf;
  else written.allOf = left;
}

/** `exclusiveMinimum: true` with `minimum: 3` becomes `exclusiveMinimum: 3`. */
function moveBound(written: JsonObject, inclusive: string, exclusive: string): void {
  const flag = written[exclusive];
  if (typeof flag !== 'boolean') return;
  delete written[exclusive];
  const bound = written[inclusive];
  if (!flag || typeof bound !== 'number') return;
  delete written[inclusive];
  written[exclusive] = bound;
}

function allowNull(written: JsonObject): JsonObject {
  const { type, description, ...rest } = written;
  if (type === undefined || '$ref' in written || 'allOf' in written || 'oneOf' in written || 'anyOf' in written) {
    if (Object.keys(rest).length === 0 && type === undefined) return written;
    const inner = type === undefined ? rest : { type, ...rest };
    return { ...(description === undefined ? {} : { description }), anyOf: [inner, { type: 'null' }] };
  }
  const types = Array.isArray(type) ? type : [type];
  const widened: JsonObject = { ...written, type: types.includes('null') ? types : [...types, 'null'] };
  if (Array.isArray(written.enum) && !written.enum.includes(null)) widened.enum = [...written.enum, null];
  return widened;
}
