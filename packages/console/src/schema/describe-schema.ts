/** Short texts on a schema: its type and its bounds, as tables show them. */
import type { JsonValue } from '@dragoman/model';
import { isJsonObject, schemaTypes } from '@dragoman/model';
import type { SchemaReader, SchemaView } from './schema-reader.js';

/** The type of a value in a few words, such as `array of string` or `integer or null`. */
export function typeWords(reader: SchemaReader, schema: unknown, depth = 0): string {
  const view = reader.view(schema);
  if (view.const !== undefined) return 'constant';
  const branches = branchesOf(view);
  if (branches.length > 0 && depth < 2) {
    const names = [...new Set(branches.map((branch) => typeWords(reader, branch, depth + 1)))];
    if (names.length <= 3) return names.join(' or ');
    return `one of ${branches.length}`;
  }
  const types = typesOf(view);
  if (types.length === 0) return view.enum === undefined ? 'any' : 'enum';
  return types.map((type) => nameType(reader, view, type, depth)).join(' or ');
}

function nameType(reader: SchemaReader, view: SchemaView, type: string, depth: number): string {
  if (type === 'array' && depth < 2) return `array of ${typeWords(reader, view.items, depth + 1)}`;
  if (type === 'object' && depth < 2 && isMap(view)) {
    return `map of ${typeWords(reader, view.additionalProperties, depth + 1)}`;
  }
  const format = typeof view.format === 'string' && type !== 'null' ? ` (${view.format.slice(0, 40)})` : '';
  return `${type}${format}`;
}

/** The types that a view allows, derived from other keywords where it names none. */
export function typesOf(view: SchemaView): string[] {
  const named = schemaTypes(view);
  const nullable = view.nullable === true && !named.includes('null') && named.length > 0 ? ['null'] : [];
  if (named.length > 0) return [...named, ...nullable];
  if (view.properties !== undefined || view.additionalProperties !== undefined) return ['object'];
  if (view.items !== undefined || view.prefixItems !== undefined) return ['array'];
  if (['pattern', 'minLength', 'maxLength', 'format', 'contentEncoding'].some((key) => view[key] !== undefined)) {
    return ['string'];
  }
  return view.minimum !== undefined || view.maximum !== undefined ? ['number'] : [];
}

/** The alternatives of a view. */
export function branchesOf(view: SchemaView): JsonValue[] {
  if (Array.isArray(view.oneOf) && view.oneOf.length > 0) return view.oneOf;
  return Array.isArray(view.anyOf) ? view.anyOf : [];
}

function isMap(view: SchemaView): boolean {
  const { properties, additionalProperties } = view;
  const isEmpty = !isJsonObject(properties) || Object.keys(properties).length === 0;
  return isEmpty && isJsonObject(additionalProperties);
}

/** The bounds of a value, one short text each. */
export function boundWords(view: SchemaView): string[] {
  const { pattern, multipleOf, uniqueItems } = view;
  const values = Array.isArray(view.enum) ? view.enum : [];
  return [
    ...(view.const === undefined ? [] : [`always ${shortJson(view.const)}`]),
    ...(values.length === 0 ? [] : [listValues(values)]),
    ...range(view.minimum, view.maximum, ''),
    ...(typeof view.exclusiveMinimum === 'number' ? [`> ${view.exclusiveMinimum}`] : []),
    ...(typeof view.exclusiveMaximum === 'number' ? [`< ${view.exclusiveMaximum}`] : []),
    ...range(view.minLength, view.maxLength, 'characters'),
    ...range(view.minItems, view.maxItems, 'items'),
    ...(typeof multipleOf === 'number' ? [`multiple of ${multipleOf}`] : []),
    ...(uniqueItems === true ? ['no duplicates'] : []),
    ...(typeof pattern === 'string' ? [`matches ${cut(pattern, 80)}`] : []),
    ...(view.default === undefined ? [] : [`default ${shortJson(view.default)}`]),
  ];
}

const shownValues = 6;

function listValues(values: readonly JsonValue[]): string {
  const shown = values.slice(0, shownValues).map(shortJson).join(', ');
  const more = values.length - shownValues;
  return more > 0 ? `${shown} and ${more.toLocaleString('en')} more` : shown;
}

function range(least: JsonValue | undefined, most: JsonValue | undefined, unit: string): string[] {
  const name = unit === '' ? '' : ` ${unit}`;
  const [from, to] = [typeof least === 'number' ? least : undefined, typeof most === 'number' ? most : undefined];
  if (from !== undefined && to !== undefined) return [from === to ? `${from}${name}` : `${from} to ${to}${name}`];
  if (from !== undefined) return unit !== '' && from === 0 ? [] : [`at least ${from}${name}`];
  return to === undefined ? [] : [`at most ${to}${name}`];
}

/** A value as short JSON text; plain texts without quotes. */
export function shortJson(value: JsonValue): string {
  return cut(typeof value === 'string' && value !== '' ? value : JSON.stringify(value), 60);
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

/** Names of the members that a view requires. */
export function requiredNames(view: SchemaView): string[] {
  return Array.isArray(view.required) ? view.required.filter((name) => typeof name === 'string') : [];
}
