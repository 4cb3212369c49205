/** Checks one value against its setting's schema and says in words what would be right. */
import { nearestName } from '@dragoman/model';
import type { SettingSchema } from './settings-schema.js';

/** A problem at a place below the setting; the place is empty for the setting itself. */
export interface ValueProblem {
  place: string;
  message: string;
}

/** Every problem of the value; none when it may be used. */
export function checkSetting(value: unknown, schema: SettingSchema, place = ''): ValueProblem[] {
  if (!hasType(value, schema.type)) {
    return [{ place, message: `${show(value, schema)} is not ${typeWords[schema.type]}` }];
  }
  if (Array.isArray(value)) return checkArray(value, schema, place);
  if (typeof value === 'object' && value !== null) return checkObject(value as Record<string, unknown>, schema, place);
  const message = typeof value === 'number' ? numberProblem(value, schema) : textProblem(String(value), schema);
  return message === undefined ? [] : [{ place, message }];
}

const typeWords = {
  string: 'a text',
  integer: 'a whole number',
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

function checkArray(value: readonly unknown[], schema: SettingSchema, place: string): ValueProblem[] {
  if (value.length > (schema.maxItems ?? Number.POSITIVE_INFINITY)) {
    return [{ place, message: `has ${value.length} items, at most ${schema.maxItems} are taken` }];
  }
  const { items } = schema;
  return items === undefined ? [] : value.flatMap((item, index) => checkSetting(item, items, `${place}[${index}]`));
}

function checkObject(value: Record<string, unknown>, schema: SettingSchema, place: string): ValueProblem[] {
  const properties = schema.properties ?? {};
  const problems: ValueProblem[] = [];
  for (const name of schema.required ?? []) {
    if (!Object.hasOwn(value, name)) problems.push({ place: `${place}.${name}`, message: 'is missing' });
  }
  for (const [name, member] of Object.entries(value)) {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (known !== undefined) problems.push(...checkSetting(member, known, `${place}.${name}`));
    else if (schema.additionalProperties === false) {
      problems.push({ place: `${place}.${name}`, message: unknownName(name, Object.keys(properties)) });
    }
  }
  return problems;
}

/** The sentence on a name that no setting has. */
export function unknownName(name: string, known: readonly string[]): string {
  const meant = nearestName(name, known);
  return meant === undefined ? 'is not known' : `is not known; did you mean ${meant}?`;
}

/** The wrong value as it may be shown: short, and not at all when it is secret. */
function show(value: unknown, schema: SettingSchema): string {
  if (schema['x-secret'] === true) return 'the value (hidden)';
  const shown = JSON.stringify(value) ?? String(value);
  return shown.length > 80 ? `${shown.slice(0, 80)}…` : shown;
}
