/** Enumerations: values of any scalar type become UPPER_SNAKE names, with the mapping back. */
import { createHash } from 'node:crypto';
import { findOtherRule, soleType } from '@dragoman/documents';
import type { AllowedValue, JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject, valueNamePattern } from '@dragoman/model';
import { cutText } from './schema-parts.js';

/** An enumeration as a tool shows it. */
export interface ProjectedValues {
  allowed: AllowedValue[];
  /** Operation values by name. */
  values: ReadonlyMap<string, JsonValue>;
}

interface Choice {
  value: JsonValue;
  description?: string;
}

/** Maximum length of a name before it is shortened with a hash. */
const maxNameLength = 200;

/** The enumeration of a schema; undefined when it has none, 'rule' when it has more than one. */
export function projectValues(schema: JsonObject): ProjectedValues | 'rule' | undefined {
  const choices = readChoices(schema);
  if (choices === undefined || choices === 'rule') return choices;
  const fitting = choices.filter(({ value }) => isScalar(value) && fits(value, soleType(schema)));
  if (fitting.length === 0 || fitting.length !== choices.filter(({ value }) => value !== null).length) return 'rule';
  const names = nameValues(fitting.map(({ value }) => value));
  return {
    allowed: fitting.map(({ value, description }, at) => ({
      name: names[at] ?? '',
      description: cutText(description ?? `The value ${JSON.stringify(value)}.`, 2000),
    })),
    values: new Map(fitting.map(({ value }, at) => [names[at] ?? '', value])),
  };
}

function readChoices(schema: JsonObject): Choice[] | 'rule' | undefined {
  if (Object.hasOwn(schema, 'const')) {
    return findOtherRule(schema, ['const', 'type']) === undefined ? [{ value: schema.const ?? null }] : 'rule';
  }
  if (Array.isArray(schema.enum)) {
    if (findOtherRule(schema, ['enum', 'type']) !== undefined) return 'rule';
    return [...new Set(schema.enum)].map((value) => ({ value }));
  }
  for (const keyword of ['oneOf', 'anyOf']) {
    const list = schema[keyword];
    if (!Array.isArray(list)) continue;
    const choices = list.flatMap((part) => readConst(part) ?? []);
    if (list.length > 0 && choices.length === list.length) {
      const unique = new Set(choices.map(({ value }) => value)).size === choices.length;
      return unique && findOtherRule(schema, [keyword, 'type']) === undefined ? choices : 'rule';
    }
  }
  return undefined;
}

function readConst(part: JsonValue): Choice | undefined {
  if (!isJsonObject(part) || !Object.hasOwn(part, 'const')) return undefined;
  if (findOtherRule(part, ['const', 'type']) !== undefined) return undefined;
  const said = [part.description, part.title].find((text) => typeof text === 'string' && text.trim() !== '');
  return { value: part.const ?? null, ...(typeof said === 'string' ? { description: said } : {}) };
}

function isScalar(value: JsonValue): boolean {
  return value !== null && typeof value !== 'object';
}

function fits(value: JsonValue, type: string | undefined): boolean {
  if (type === undefined) return true;
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

function nameValues(values: readonly JsonValue[]): string[] {
  const plain = values.map(nameOf);
  return plain.map((name, at) => {
    const isUnique = plain.indexOf(name) === plain.lastIndexOf(name);
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
  const hash = createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 8).toUpperCase();
  const start = name === '' ? 'VALUE' : name.slice(0, maxNameLength).replace(/_+$/, '');
  return `${start}_${hash}`;
}
