/** Fills forms as a person would, and reads them back as their controls show them; for the tests of the form's model. */
import { isJsonObject } from '@dragoman/model';
import { boundWords } from '../../../packages/console/src/schema/describe-schema.js';
import { numberOf, numberText, readField } from '../../../packages/console/src/schema/form-field.js';
import { type ExactValue, readJson, sameValue, writeJson } from '../../../packages/console/src/schema/json-text.js';
import type { SchemaReader, SchemaView } from '../../../packages/console/src/schema/schema-reader.js';

/** A value read back from the controls, and the number of values that are shown as JSON text. */
export interface ReadBack {
  value: ExactValue;
  asJson: number;
}

/** What the controls of a value would give back. */
export function readBack(reader: SchemaReader, schema: unknown, value: ExactValue): ReadBack {
  const field = readField(reader, schema, value);
  switch (field.kind) {
    case 'object': {
      const object = value as { [name: string]: ExactValue };
      const shown = field.members.filter(({ name }) => Object.hasOwn(object, name));
      const parts = shown.map(
        ({ name, schema: inner }) => [name, readBack(reader, inner, object[name] ?? null)] as const,
      );
      return {
        value: Object.fromEntries(parts.map(([name, part]) => [name, part.value])),
        asJson: parts.reduce((sum, [, part]) => sum + part.asJson, 0),
      };
    }
    case 'array': {
      const parts = (value as ExactValue[]).map((item, at) => readBack(reader, field.itemSchema(at), item));
      return { value: parts.map((part) => part.value), asJson: parts.reduce((sum, part) => sum + part.asJson, 0) };
    }
    case 'choice':
      return readBack(reader, field.variants[field.chosen]?.schema, value);
    case 'enum':
      return plain(field.options.find((option) => sameValue(option.value, value))?.value ?? null);
    case 'constant':
      return plain(field.value);
    case 'number':
      return plain(numberOf(numberText(value)));
    case 'text':
      // A control of one line drops line ends.
      return plain(field.multiline ? value : String(value).replaceAll('\n', ''));
    case 'json':
      return { value: readJson(writeJson(value)).value ?? null, asJson: 1 };
    default:
      return plain(value);
  }
}

function plain(value: ExactValue): ReadBack {
  return { value, asJson: 0 };
}

const maxDepth = 5;

/** A value for a schema: examples and defaults first, else something that fits. */
export function sampleValue(reader: SchemaReader, schema: unknown, depth = 0): ExactValue {
  const field = readField(reader, schema, undefined);
  const { view } = field;
  boundWords(view);
  const given = [view.example, ...(Array.isArray(view.examples) ? view.examples : []), view.default];
  const own = given.find(
    (each) => each !== undefined && readField(reader, view, each as ExactValue).kind === field.kind,
  );
  if (own !== undefined && field.kind !== 'object' && field.kind !== 'json') return own as ExactValue;
  switch (field.kind) {
    case 'object': {
      const isDeep = depth >= maxDepth;
      const members = field.members.filter(({ required }) => required || (!isDeep && depth < 2));
      return Object.fromEntries(
        members.map(({ name, schema: inner }) => [name, sampleValue(reader, inner, depth + 1)]),
      );
    }
    case 'array': {
      const least = typeof view.minItems === 'number' ? view.minItems : 1;
      const count = depth >= maxDepth ? Math.min(least, 1) : Math.min(Math.max(least, 1), 3);
      return Array.from({ length: count }, (_, at) => sampleValue(reader, field.itemSchema(at), depth + 1));
    }
    case 'choice':
      return sampleValue(reader, field.variants[0]?.schema, depth + 1);
    case 'enum':
      return field.options[0]?.value ?? null;
    case 'constant':
      return field.value;
    case 'number':
      return sampleNumber(view);
    case 'boolean':
      return true;
    case 'file':
      return 'ZWNobw==';
    case 'text':
      return sampleText(view);
    default:
      return isJsonObject(view.properties) ? {} : 'any';
  }
}

function sampleNumber({ minimum, exclusiveMinimum, maximum }: SchemaView): number {
  if (typeof minimum === 'number') return minimum;
  if (typeof exclusiveMinimum === 'number') return exclusiveMinimum + 1;
  return typeof maximum === 'number' ? Math.min(maximum, 7) : 7;
}

/** Ids such as `^AC[0-9a-fA-F]{32}$`. */
const idPattern = /^\^(\w+)\[0-9a-fA-F\]\{(\d{1,3})\}\$$/;

const formats: Readonly<Record<string, string>> = {
  date: '2026-11-16',
  'date-time': '2026-11-16T10:00:00Z',
  time: '10:00:00Z',
  email: 'person@example.com',
  uri: 'https://example.com/a',
  url: 'https://example.com/a',
  uuid: '6f1c2e7a-2b1d-4c58-9d0a-3f6e8b1a2c4d',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
};

function sampleText({ format, minLength, maxLength, pattern }: SchemaView): string {
  const [, prefix, digits] = typeof pattern === 'string' ? (idPattern.exec(pattern) ?? []) : [];
  if (prefix !== undefined) return `${prefix}${'0'.repeat(Number(digits))}`;
  const known = typeof format === 'string' ? formats[format] : undefined;
  if (known !== undefined) return known;
  const least = typeof minLength === 'number' ? Math.min(minLength, 2000) : 0;
  const text = 'berth'.padEnd(least, 'x');
  return typeof maxLength === 'number' ? text.slice(0, Math.max(maxLength, least)) : text;
}
