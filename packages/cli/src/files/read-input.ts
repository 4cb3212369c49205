/**
 * Builds the input of a call from the command line: a file or standard input, single members, or both. Typed
 * text is converted according to the schema of the operation.
 */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject, schemaProperties, schemaTypes, typeText } from '@dragoman/model';
import { UsageError } from '../command/usage-error.js';
import type { Runtime } from '../terminal/runtime.js';
import { readOrRefuse, readValue } from './read-documents.js';

/** Reads the values of `--input`; without any, the input is an empty object. */
export async function readInput(runtime: Runtime, texts: readonly string[], schema: unknown): Promise<JsonValue> {
  const files = texts.filter(isWhole);
  const members = texts.filter((text) => !isWhole(text));
  if (files.length > 1)
    throw new UsageError('--input takes one file, "-" or one JSON object; add single members as name=value');
  const [file] = files;
  const whole = file === undefined ? {} : await readWhole(runtime, file);
  if (members.length === 0) return whole;
  if (!isJsonObject(whole))
    throw new UsageError('name=value needs an object as the input, but the file contains another type');
  const input: JsonObject = { ...whole };
  for (const text of members) setMember(input, text, schema);
  return input;
}

/** A file, standard input or a JSON object; no member has a name that begins with a brace. */
function isWhole(text: string): boolean {
  return text === '-' || text.startsWith('@') || text.startsWith('{');
}

async function readWhole(runtime: Runtime, file: string): Promise<JsonValue> {
  if (file.startsWith('{')) return parseJson('--input', file);
  const path = file === '-' ? file : file.slice(1);
  if (path === '') throw new UsageError('--input @ needs a file name, such as @input.json');
  return (await readOrRefuse(path, () => readValue(runtime, path))) as JsonValue;
}

/** `name=text` is typed by the schema; `name:=json` is literal JSON; `a.b=text` sets a member of an object. */
function setMember(input: JsonObject, text: string, schema: unknown): void {
  const [, name, raw, value] = /^([^=]+?)(:?)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined) {
    throw new UsageError(`--input takes name=value, name:=json, a JSON object, @file or "-", not "${text}"`);
  }
  const { owner, key, property } = placeOf(input, name, schema);
  const typed = raw === ':' ? parseJson(name, value) : toType(name, value, property);
  const present = Object.hasOwn(owner, key) ? owner[key] : undefined;
  const extended = Array.isArray(present) && Array.isArray(typed) ? [...present, ...typed] : typed;
  // A name such as `__proto__` must become an ordinary member.
  Object.defineProperty(owner, key, { value: extended, enumerable: true, writable: true, configurable: true });
}

interface MemberPlace {
  owner: JsonObject;
  key: string;
  property: unknown;
}

function placeOf(input: JsonObject, name: string, schema: unknown): MemberPlace {
  const properties = schemaProperties(schema);
  const dot = name.indexOf('.');
  const head = name.slice(0, dot);
  const nested = Object.hasOwn(properties, head) ? properties[head] : undefined;
  if (dot <= 0 || Object.hasOwn(properties, name) || !schemaTypes(nested).includes('object')) {
    return { owner: input, key: name, property: Object.hasOwn(properties, name) ? properties[name] : undefined };
  }
  const present = Object.hasOwn(input, head) ? input[head] : undefined;
  const inner = isJsonObject(present) ? { ...present } : {};
  input[head] = inner;
  return placeOf(inner, name.slice(dot + 1), nested);
}

function toType(name: string, text: string, schema: unknown): JsonValue {
  const value = typeText(text, schema);
  if (value === undefined)
    throw new UsageError(`${name} must be of type ${schemaTypes(schema).join(' or ')}, not "${text}"`);
  return value;
}

function parseJson(name: string, text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch (error) {
    throw new UsageError(`${name} is not JSON: ${(error as Error).message}`);
  }
}
