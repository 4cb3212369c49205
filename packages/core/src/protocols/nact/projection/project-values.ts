/** Enumerations: values of any scalar type become UPPER_SNAKE names, with the mapping back. */

import { findOtherRule } from '@dragoman/documents';
import type { AllowedValue, JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject, schemaTypes, valueNamePattern } from '@dragoman/model';
import { sha256Hex } from '#digest';
import { cutText } from './schema-parts.js';

/** An enumeration as a tool shows it. */
export interface ProjectedValues {
  allowed: AllowedValue[];
  /** Operation values by name. */
  values: ReadonlyMap<string, JsonValue>;
  /** The keyword that lists them. */
  keyword: string;
}

interface Choice {
  value: JsonValue;
  description?: string;
}

/** Maximum number of values, and maximum length of a name before it is shortened with a hash. */
const maxValues = 1000;
const maxNameLength = 200;

/** The enumeration of a schema; undefined when it has none, 'structured' when names cannot express its values. */
export function projectValues(schema: JsonObject): ProjectedValues | 'structured' | undefined {
  const { choices, keyword } = readChoices(schema);
  if (choices === undefined) return undefined;
  const fitting = choices.filter(({ value }) => fits(value, schemaTypes(schema)));
  const named = fitting.length > 0 && fitting.length <= maxValues;
  if (!named || fitting.some(({ value }) => typeof value === 'object' && value !== null)) return 'structured';
  if (fitting.every(({ value }) => value === null)) return 'structured';
  const names = nameValues(fitting.map(({ value }) => value));
  return {
    allowed: fitting.map(({ value, description }, at) => ({
      name: names[at] ?? '',
      description: cutText(description ?? `The value ${JSON.stringify(value)}.`, 2000),
    })),
    values: new Map(fitting.map(({ value }, at) => [names[at] ?? '', value])),
    keyword,
  };
}

/** The values of a schema, and the keyword that lists them. */
function readChoices(schema: JsonObject): { choices?: Choice[]; keyword: string } {
  if (Object.hasOwn(schema, 'const')) return { choices: [{ value: schema.const ?? null }], keyword: 'const' };
  if (Array.isArray(schema.enum)) {
    return { choices: [...new Set(schema.enum)].map((value) => ({ value })), keyword: 'enum' };
  }
  for (const keyword of ['oneOf', 'anyOf']) {
    const list = schema[keyword];
    if (!Array.isArray(list)) continue;
    const choices = list.flatMap((part) => readConst(part) ?? []);
    const isUnique = new Set(choices.map(({ value }) => value)).size === list.length;
    if (list.length > 0 && isUnique) return { choices, keyword };
  }
  return { keyword: '' };
}

function readConst(part: JsonValue): Choice | undefined {
  if (!isJsonObject(part) || !Object.hasOwn(part, 'const')) return undefined;
  if (findOtherRule(part, ['const', 'type']) !== undefined) return undefined;
  const said = [part.description, part.title].find((text) => typeof text === 'string' && text.trim() !== '');
  return { value: part.const ?? null, ...(typeof said === 'string' ? { description: said } : {}) };
}

function fits(value: JsonValue, types: readonly string[]): boolean {
  if (types.length === 0) return true;
  if (value === null) return types.includes('null');
  if (typeof value === 'object') return types.includes(Array.isArray(value) ? 'array' : 'object');
  return types.includes(typeof value) || (types.includes('integer') && Number.isInteger(value));
}

function nameValues(values: readonly JsonValue[]): string[] {
  const plain = values.map(nameOf);
  const counts = new Map<string, number>();
  for (const name of plain) counts.set(name, (counts.get(name) ?? 0) + 1);
  return plain.map((name, at) => {
    const isUnique = counts.get(name) === 1;
    return isUnique && name !== '' && name.length <= maxNameLength ? name : withHash(name, values[at] ?? null);
  });
}

function nameOf(value: JsonValue): string {
  const text = String(value);
  if (valueNamePattern.test(text)) return text;
  const spaced = text.replace(/([a-z0-9])([A-Z])/g, '$1_$2').replace(/[^A-Za-z0-9]+/g, '_');
  const name = spaced.replace(/^_+|_+$/g, '').toUpperCase();
  return /^\d/.test(name) ? `VALUE_${name}` : name;
}

function withHash(name: string, value: JsonValue): string {
  const hash = sha256Hex(JSON.stringify(value)).slice(0, 8).toUpperCase();
  const start = name === '' ? 'VALUE' : name.slice(0, maxNameLength).replace(/_+$/, '');
  return `${start}_${hash}`;
}
