/** Checks one value against the schema of its setting and describes each problem in words. */
import { nearestName } from '@dragoman/model';
import type { SettingSchema } from './settings-schema.js';

/** A problem at a path below the setting; the path is empty for the setting itself. */
export interface ValueProblem {
  path: string;
  message: string;
}

/** Returns every problem of the value; an empty list means that it is valid. */
export function checkSetting(value: unknown, schema: SettingSchema, path = ''): ValueProblem[] {
  if (!hasType(value, schema.type)) {
    return [{ path, message: `${show(value, schema)} is not ${typeNames[schema.type]}` }];
  }
  if (Array.isArray(value)) return checkArray(value, schema, path);
  if (typeof value === 'object' && value !== null) return checkObject(value as Record<string, unknown>, schema, path);
  const message = typeof value === 'number' ? numberProblem(value, schema) : textProblem(String(value), schema);
  return message === undefined ? [] : [{ path, message }];
}

const typeNames = {
  string: 'a string',
  integer: 'an integer',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
} as const;

function hasType(value: unknown, type: SettingSchema['type']): boolean {
  if (type === 'integer') return Number.isSafeInteger(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type;
}

function numberProblem(value: number, { minimum, maximum }: SettingSchema): string | undefined {
  if (minimum !== undefined && value < minimum) return `${value} is below ${minimum}`;
  if (maximum !== undefined && value > maximum) return `${value} is above ${maximum}`;
  return undefined;
}

function textProblem(value: string, schema: SettingSchema): string | undefined {
  if (schema.type !== 'string') return undefined;
  if (schema.enum !== undefined && !schema.enum.includes(value)) {
    return `${show(value, schema)} is not one of ${schema.enum.join(', ')}`;
  }
  if (value.length < (schema.minLength ?? 0)) return 'must not be empty';
  if (value.length > (schema.maxLength ?? Number.POSITIVE_INFINITY))
    return `is longer than ${schema.maxLength} characters`;
  if (schema.pattern !== undefined && !new RegExp(schema.pattern).test(value)) {
    return `${show(value, schema)} does not have the form ${schema.pattern}`;
  }
  return undefined;
}

function checkArray(value: readonly unknown[], schema: SettingSchema, path: string): ValueProblem[] {
  if (value.length > (schema.maxItems ?? Number.POSITIVE_INFINITY)) {
    return [{ path, message: `has ${value.length} items; the maximum is ${schema.maxItems}` }];
  }
  const { items } = schema;
  return items === undefined ? [] : value.flatMap((item, index) => checkSetting(item, items, `${path}[${index}]`));
}

function checkObject(value: Record<string, unknown>, schema: SettingSchema, path: string): ValueProblem[] {
  const properties = schema.properties ?? {};
  const problems: ValueProblem[] = [];
  for (const name of schema.required ?? []) {
    if (!Object.hasOwn(value, name)) problems.push({ path: `${path}.${name}`, message: 'is missing' });
  }
  for (const [name, member] of Object.entries(value)) {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (known !== undefined) problems.push(...checkSetting(member, known, `${path}.${name}`));
    else if (schema.additionalProperties === false) {
      problems.push({ path: `${path}.${name}`, message: unknownName(name, Object.keys(properties)) });
    }
  }
  return problems;
}

/** The message for an unknown setting name, with a suggestion where one is close. */
export function unknownName(name: string, known: readonly string[]): string {
  const meant = nearestName(name, known);
  return meant === undefined ? 'is unknown' : `is unknown; did you mean ${meant}?`;
}

/** The invalid value as it may be shown: shortened, and never when it is secret. */
function show(value: unknown, schema: SettingSchema): string {
  if (schema['x-secret'] === true) return 'the value (hidden)';
  const shown = JSON.stringify(value) ?? String(value);
  return shown.length > 80 ? `${shown.slice(0, 80)}…` : shown;
}
