/** A value that matches a schema: an example from the document first, else one generated from the keywords. */
import { compileSchema } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject, schemaProperties } from '@dragoman/model';
import type { Api } from '../api/api.js';
import { samplePattern } from './sample-pattern.js';

type Follow = Api['follow'];

const maxDepth = 12;

/** Generates a value; undefined when the schema requires something that cannot be generated. */
export function sampleValue(given: JsonValue | undefined, follow: Follow, depth = 0): JsonValue | undefined {
  const schema = given === undefined ? undefined : follow({ value: given, pointer: '' })?.value;
  if (schema === undefined || depth > maxDepth) return undefined;
  const [shown] = givenValues(schema);
  if (shown !== undefined) return shown;
  const type = typeOf(schema);
  if (type === 'object') return sampleObject(schema, follow, depth);
  if (type === 'array') return sampleArray(schema, follow, depth);
  if (type === 'integer' || type === 'number') return sampleNumber(schema, type);
  if (type === 'string') return sampleString(schema);
  if (type === 'boolean') return false;
  return sampleChoice(schema, follow, depth);
}

function givenValues(schema: JsonObject): JsonValue[] {
  const lists = [schema.examples, schema.enum].flatMap((each) => (Array.isArray(each) ? [each[0]] : []));
  return [schema.example, schema.const, schema.default, ...lists].filter(
    (each): each is JsonValue => each !== undefined && each !== null,
  );
}

function typeOf(schema: JsonObject): string | undefined {
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  const [type] = types.filter((each) => typeof each === 'string' && each !== 'null');
  if (type !== undefined) return String(type);
  if (isJsonObject(schema.properties) || Array.isArray(schema.allOf)) return 'object';
  return schema.items === undefined ? undefined : 'array';
}

/** Only required members, and as many others as the schema demands: fewer values mean fewer errors. */
function sampleObject(schema: JsonObject, follow: Follow, depth: number): JsonValue | undefined {
  const made: JsonObject = {};
  for (const part of Array.isArray(schema.allOf) ? schema.allOf : []) {
    const value = sampleValue(part, follow, depth + 1);
    if (isJsonObject(value)) Object.assign(made, value);
  }
  const properties = schemaProperties(schema);
  for (const name of Array.isArray(schema.required) ? schema.required : []) {
    if (typeof name !== 'string' || Object.hasOwn(made, name)) continue;
    const value = sampleValue(
      Object.hasOwn(properties, name) ? properties[name] : { type: 'string' },
      follow,
      depth + 1,
    );
    if (value === undefined) return undefined;
    made[name] = value;
  }
  const choice = sampleChoice(schema, follow, depth);
  return withEnough(isJsonObject(choice) ? { ...made, ...choice } : made, schema, follow, depth);
}

/** With optional members up to `minProperties`; undefined when there are too few. */
function withEnough(made: JsonObject, schema: JsonObject, follow: Follow, depth: number): JsonObject | undefined {
  const least = typeof schema.minProperties === 'number' ? schema.minProperties : 0;
  const all = { ...made };
  for (const [name, property] of Object.entries(schemaProperties(schema))) {
    if (Object.keys(all).length >= least) break;
    if (Object.hasOwn(all, name) || follow({ value: property, pointer: '' })?.value.readOnly === true) continue;
    const value = sampleValue(property, follow, depth + 1);
    if (value !== undefined) all[name] = value;
  }
  return Object.keys(all).length < least ? undefined : all;
}

function sampleArray(schema: JsonObject, follow: Follow, depth: number): JsonValue | undefined {
  const least = typeof schema.minItems === 'number' ? schema.minItems : 0;
  if (least === 0) return [];
  const one = sampleValue(schema.items ?? { type: 'string' }, follow, depth + 1);
  return one === undefined || least > 20 ? undefined : Array.from({ length: least }, () => structuredClone(one));
}

function sampleNumber(schema: JsonObject, type: string): number {
  const bound = (name: string) => (typeof schema[name] === 'number' ? schema[name] : undefined);
  const above = bound('exclusiveMinimum');
  const least = bound('minimum') ?? (above === undefined ? undefined : above + 1);
  const most = bound('maximum') ?? bound('exclusiveMaximum');
  const start = least ?? (most === undefined ? 1 : Math.min(1, most - 1));
  const step = bound('multipleOf');
  const number = step === undefined || step <= 0 ? start : Number((Math.ceil(start / step) * step).toPrecision(15));
  return type === 'integer' ? Math.ceil(number) : number;
}

const formats: Readonly<Record<string, string>> = {
  'date-time': '2026-01-02T03:04:05Z',
  date: '2026-01-02',
  time: '03:04:05Z',
  duration: 'PT1H',
  email: 'probe@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com/probe',
  url: 'https://example.com/probe',
  'uri-reference': '/probe',
  uuid: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  byte: 'cHJvYmU=',
};

function sampleString(schema: JsonObject): string | undefined {
  if (typeof schema.pattern === 'string') {
    const made = samplePattern(schema.pattern);
    return made !== undefined && fits(made, schema) ? made : undefined;
  }
  const format = typeof schema.format === 'string' ? formats[schema.format] : undefined;
  if (format !== undefined) return format;
  const least = typeof schema.minLength === 'number' ? Math.min(schema.minLength, 1_000) : 0;
  const most = typeof schema.maxLength === 'number' ? schema.maxLength : 1_000;
  return 'probe'.padEnd(least, 'e').slice(0, Math.max(0, most));
}

/** The pattern is untrusted, so it runs in an engine without backtracking hangs. */
function fits(text: string, { pattern, minLength = 0, maxLength = 1_000 }: JsonObject): boolean {
  return compileSchema({ type: 'string', pattern: pattern ?? '', minLength, maxLength }).validate(text).length === 0;
}

function sampleChoice(schema: JsonObject, follow: Follow, depth: number): JsonValue | undefined {
  for (const list of [schema.oneOf, schema.anyOf]) {
    for (const part of Array.isArray(list) ? list.slice(0, 8) : []) {
      const value = sampleValue(part, follow, depth + 1);
      if (value !== undefined) return value;
    }
  }
  return undefined;
}
