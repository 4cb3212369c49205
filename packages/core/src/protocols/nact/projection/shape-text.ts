/** The shape of a JSON value in one line, so that a description can show what the JSON text of an input looks like. */
import { resolveSchema } from '@dragoman/documents';
import type { JsonObject, JsonSchema, JsonValue } from '@dragoman/model';
import { isJsonObject, schemaProperties } from '@dragoman/model';
import { formatWords, ruleWords } from './rule-words.js';

const deepest = 5;
const maxValues = 20;
const handled = [
  ...['type', 'properties', 'required', 'additionalProperties', 'unevaluatedProperties', 'items'],
  ...['enum', 'const', 'anyOf', 'oneOf', 'allOf', 'discriminator', 'xml', 'externalDocs'],
];

interface Writing {
  root: JsonSchema;
  text: string;
  longest: number;
}

/** For example `{"name": string, "tags"?: [string, …]}`; at most `longest` characters, an ellipsis where it was cut. */
export function shapeText(root: JsonSchema, schema: JsonValue, longest: number): string {
  const writing: Writing = { root, text: '', longest };
  write(writing, schema, 0);
  const characters = Array.from(writing.text);
  return characters.length <= longest ? writing.text : `${characters.slice(0, longest - 1).join('')}…`;
}

function add(writing: Writing, text: string): void {
  if (writing.text.length <= 2 * writing.longest) writing.text += text;
}

function write(writing: Writing, schema: JsonValue, depth: number): void {
  if (writing.text.length > 2 * writing.longest) return;
  const resolved = resolveSchema(writing.root, schema);
  if (resolved === undefined || depth > deepest) {
    add(writing, depth > deepest ? '…' : 'any value');
    return;
  }
  const parts = alternatives(resolved);
  if (parts !== undefined) writeParts(writing, resolved, parts, depth);
  else writeTypes(writing, resolved, depth);
  const rules = [formatWords(resolved) ?? [], ruleWords(resolved, handled)].flat();
  if (rules.length > 0) add(writing, ` (${rules.join(', ')})`);
}

interface Alternatives {
  parts: readonly JsonValue[];
  sign: ' | ' | ' & ';
}

function alternatives({ enum: listed, anyOf, oneOf, allOf, ...schema }: JsonObject): Alternatives | undefined {
  if (Object.hasOwn(schema, 'const') || Array.isArray(listed)) return undefined;
  const either = [anyOf, oneOf].find(Array.isArray);
  if (either !== undefined) return { parts: either, sign: ' | ' };
  return Array.isArray(allOf) ? { parts: allOf, sign: ' & ' } : undefined;
}

function writeParts(writing: Writing, schema: JsonObject, { parts, sign }: Alternatives, depth: number): void {
  if (isJsonObject(schema.properties)) {
    writeObject(writing, schema, depth);
    add(writing, ' & ');
  }
  for (const [at, part] of parts.slice(0, maxValues).entries()) {
    if (at > 0) add(writing, sign);
    write(writing, part, depth + 1);
  }
  if (parts.length > maxValues) add(writing, `${sign}…`);
}

function writeTypes(writing: Writing, schema: JsonObject, depth: number): void {
  const listed = Object.hasOwn(schema, 'const') ? [schema.const ?? null] : schema.enum;
  if (Array.isArray(listed)) {
    const shown = listed.slice(0, maxValues).map((value) => JSON.stringify(value));
    add(writing, [...shown, ...(listed.length > maxValues ? ['…'] : [])].join(' | '));
    return;
  }
  const { type } = schema;
  const types = (Array.isArray(type) ? type : [type]).filter((each) => typeof each === 'string');
  if (types.length === 0) types.push(isJsonObject(schema.properties) ? 'object' : 'any value');
  for (const [at, each] of types.entries()) {
    if (at > 0) add(writing, ' | ');
    if (each === 'object') writeObject(writing, schema, depth);
    else if (each === 'array') writeArray(writing, schema, depth);
    else add(writing, each);
  }
}

function writeArray(writing: Writing, { items }: JsonObject, depth: number): void {
  add(writing, '[');
  if (items === undefined || Array.isArray(items)) add(writing, 'any value');
  else write(writing, items, depth + 1);
  add(writing, ', …]');
}

function writeObject(writing: Writing, schema: JsonObject, depth: number): void {
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const members = Object.entries(schemaProperties(schema));
  // Required members first, because a long shape is cut.
  const needed = members.filter(([member]) => required.has(member));
  const rest = members.filter(([member]) => !required.has(member));
  add(writing, '{');
  for (const [at, [member, part]] of [...needed, ...rest].entries()) {
    add(writing, `${at > 0 ? ', ' : ''}${JSON.stringify(member)}${at < needed.length ? '' : '?'}: `);
    write(writing, part, depth + 1);
  }
  const { additionalProperties: more } = schema;
  if (isJsonObject(more) || more === true || (members.length === 0 && more !== false)) {
    add(writing, `${members.length > 0 ? ', ' : ''}any name: `);
    write(writing, more ?? true, depth + 1);
  }
  add(writing, '}');
}
