/**
 * Checks tool definitions by the documented rules of each model API, as the API itself would. Written from the rules in
 * docs/reference/model-apis.md and independent of the projection, so that neither hides a mistake of the other.
 */
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ModelApi } from './rules.js';

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const objectAt = (value: unknown, name: string): Json => {
  const member = isObject(value) ? value[name] : undefined;
  return isObject(member) ? member : {};
};

/** One schema inside another, and where it is. */
interface Part {
  schema: unknown;
  path: string;
  /** Levels of objects and arrays around it. */
  level: number;
}

/** Every subschema by JSON Schema 2020-12, the root first. */
function* partsOf(schema: unknown, path = '', level = 0): Generator<Part> {
  yield { schema, path, level };
  if (!isObject(schema)) return;
  for (const keyword of ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']) {
    for (const [name, part] of Object.entries(objectAt(schema, keyword))) {
      yield* partsOf(part, `${path}/${keyword}/${name}`, level + 1);
    }
  }
  const single = ['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames'];
  for (const keyword of [...single, 'unevaluatedProperties', 'unevaluatedItems']) {
    if (isObject(schema[keyword])) yield* partsOf(schema[keyword], `${path}/${keyword}`, level + 1);
  }
  for (const keyword of ['anyOf', 'oneOf', 'allOf', 'prefixItems']) {
    const list = schema[keyword];
    for (const [at, part] of (Array.isArray(list) ? list : []).entries()) {
      yield* partsOf(part, `${path}/${keyword}/${at}`, level);
    }
  }
}

const typesOf = (schema: Json): unknown[] => (Array.isArray(schema.type) ? schema.type : [schema.type]);
const namePattern = /^[a-zA-Z0-9_-]{1,64}$/;
const keyPattern = /^[a-zA-Z0-9_.-]{1,64}$/;

function* checkName(name: unknown): Generator<string> {
  if (typeof name !== 'string' || !namePattern.test(name)) yield `name ${String(name)}`;
}

function* checkRoot(schema: Json, forbidden: readonly string[]): Generator<string> {
  if (schema.type !== 'object') yield `root type ${JSON.stringify(schema.type)}`;
  for (const keyword of forbidden) if (Object.hasOwn(schema, keyword)) yield `root ${keyword}`;
}

function* checkKeys(schema: Json, pattern: RegExp): Generator<string> {
  for (const key of Object.keys(objectAt(schema, 'properties'))) if (!pattern.test(key)) yield `key ${key}`;
}

/** Every reference resolves, and none leads back to a schema that contains it. */
function* checkReferences(schema: Json): Generator<string> {
  for (const { schema: part, path } of partsOf(schema)) {
    if (!isObject(part) || !Object.hasOwn(part, '$ref')) continue;
    const target = resolve(schema, part.$ref);
    if (target === undefined) yield `${path}: no ${String(part.$ref)}`;
    else if (reaches(schema, target, target, new Set())) yield `${path}: recursion`;
  }
}

function resolve(schema: Json, reference: unknown): unknown {
  if (typeof reference !== 'string' || !reference.startsWith('#')) return undefined;
  const tokens = reference.slice(1).split('/').slice(1);
  return tokens
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((part, name) => (isObject(part) && Object.hasOwn(part, name) ? part[name] : undefined), schema);
}

function reaches(schema: Json, from: unknown, target: unknown, seen: Set<unknown>): boolean {
  for (const { schema: part } of partsOf(from)) {
    if (!isObject(part) || !Object.hasOwn(part, '$ref')) continue;
    const next = resolve(schema, part.$ref);
    if (next === target) return true;
    if (seen.has(next)) continue;
    seen.add(next);
    if (reaches(schema, next, target, seen)) return true;
  }
  return false;
}

const ajv = new Ajv2020({ strict: false, validateFormats: false });

function* checkDraft(schema: Json): Generator<string> {
  if (ajv.validateSchema(schema) !== true) yield `not draft 2020-12: ${ajv.errorsText()}`;
}

function* checkOpenAi(tool: Json): Generator<string> {
  yield* checkName(tool.name);
  if (typeof tool.description !== 'string' || tool.description.length > 1024) yield 'description';
  const schema = objectAt(tool, 'parameters');
  yield* checkRoot(schema, ['oneOf', 'anyOf', 'allOf', 'enum', 'const', 'not']);
  yield* checkReferences(schema);
  for (const { schema: part, path } of partsOf(schema)) {
    if (isObject(part) && typesOf(part).includes('array') && part.items === undefined) yield `${path}: no items`;
  }
  if (tool.strict === true) yield* checkStrict(schema);
}

function* checkStrict(schema: Json): Generator<string> {
  let [members, values, characters] = [0, 0, 0];
  for (const { schema: part, path, level } of partsOf(schema)) {
    if (!isObject(part)) continue;
    if (level > 10) yield `${path}: more than 10 levels`;
    for (const keyword of ['allOf', 'not', 'dependentRequired', 'dependentSchemas', 'if', 'then', 'else'])
      if (Object.hasOwn(part, keyword)) yield `${path}: ${keyword}`;
    const names = Object.keys(objectAt(part, 'properties'));
    if (typesOf(part).includes('object')) {
      const required = Array.isArray(part.required) ? part.required : [];
      if (part.additionalProperties !== false) yield `${path}: open object`;
      for (const name of names) if (!required.includes(name)) yield `${path}: optional ${name}`;
    }
    const listed = (Array.isArray(part.enum) ? part.enum : []).map(String);
    const length = listed.join('').length;
    if (listed.length > 250 && length > 15_000) yield `${path}: long enum`;
    members += names.length;
    values += listed.length;
    characters += names.join('').length + length;
  }
  if (members > 5000) yield `${members} members`;
  if (values > 1000) yield `${values} enum values`;
  if (characters > 120_000) yield `${characters} characters`;
}

function* checkAnthropic(tool: Json): Generator<string> {
  yield* checkName(tool.name);
  if (typeof tool.description !== 'string') yield 'description';
  const schema = objectAt(tool, 'input_schema');
  yield* checkRoot(schema, ['oneOf', 'allOf', 'anyOf']);
  yield* checkKeys(schema, keyPattern);
  yield* checkReferences(schema);
  yield* checkDraft(schema);
}

const geminiKeywords = new Set([
  ...['$id', '$defs', '$ref', '$anchor', 'type', 'format', 'title', 'description', 'enum', 'items', 'prefixItems'],
  ...['minItems', 'maxItems', 'minimum', 'maximum', 'anyOf', 'oneOf', 'properties', 'additionalProperties', 'required'],
]);

function* checkGemini(tool: Json): Generator<string> {
  yield* checkName(tool.name);
  if (!/^[A-Za-z_]/.test(String(tool.name))) yield `name ${String(tool.name)}`;
  if (typeof tool.description !== 'string' || tool.description === '') yield 'description';
  if (tool.parametersJsonSchema === undefined) return;
  const schema = objectAt(tool, 'parametersJsonSchema');
  yield* checkRoot(schema, ['anyOf', 'oneOf', 'enum']);
  if (Object.keys(objectAt(schema, 'properties')).length === 0) yield 'no parameters';
  yield* checkKeys(schema, /^[A-Za-z_][A-Za-z0-9_]{0,63}$/);
  yield* checkReferences(schema);
  let items = 0;
  for (const { schema: part, path } of partsOf(schema)) {
    if (!isObject(part)) yield `${path}: no schema`;
    else {
      yield* checkGeminiPart(part, path);
      items += Number(part.maxItems ?? 0);
    }
  }
  if (items > 950) yield `maxItems ${items}`;
}

function* checkGeminiPart(part: Json, path: string): Generator<string> {
  for (const keyword of Object.keys(part)) if (!geminiKeywords.has(keyword)) yield `${path}: ${keyword}`;
  const types = typesOf(part).filter((type) => type !== 'null');
  if (part.type === undefined && part.anyOf === undefined && part.oneOf === undefined) yield `${path}: no type`;
  if (part.anyOf !== undefined && Object.keys(part).some((keyword) => keyword !== 'anyOf' && keyword !== 'description'))
    yield `${path}: keywords next to anyOf`;
  if (types.length > 1) yield `${path}: several types`;
  const [type] = types;
  const names = Object.keys(objectAt(part, 'properties'));
  if (type !== 'object' && (part.properties !== undefined || part.required !== undefined))
    yield `${path}: members of ${String(type)}`;
  for (const name of Array.isArray(part.required) ? part.required : [])
    if (!names.includes(String(name))) yield `${path}: requires unknown ${String(name)}`;
  if (type === 'array' && !isObject(part.items)) yield `${path}: no items`;
  if (type === 'string' && part.format !== undefined && !['enum', 'date-time'].includes(String(part.format)))
    yield `${path}: format ${String(part.format)}`;
  const listed = Array.isArray(part.enum) ? part.enum : [];
  if (listed.some((value) => typeof value !== 'string' && typeof value !== 'number')) yield `${path}: enum`;
}

function* checkBedrock(item: Json): Generator<string> {
  const tool = objectAt(item, 'toolSpec');
  yield* checkName(tool.name);
  if (typeof tool.description !== 'string' || tool.description.length === 0) yield 'description';
  const schema = objectAt(objectAt(tool, 'inputSchema'), 'json');
  yield* checkRoot(
    schema,
    Object.keys(schema).filter((keyword) => !['type', 'properties', 'required'].includes(keyword)),
  );
  yield* checkKeys(schema, keyPattern);
  yield* checkReferences(schema);
  yield* checkDraft(schema);
}

const checks: Readonly<Record<ModelApi, (definition: Json) => Generator<string>>> = {
  'openai-chat': (definition) => checkOpenAi(objectAt(definition, 'function')),
  'openai-responses': checkOpenAi,
  anthropic: checkAnthropic,
  google: checkGemini,
  bedrock: checkBedrock,
};

/** The schema of the inputs in a definition. */
export function schemaIn(definition: unknown): unknown {
  const { parametersJsonSchema, input_schema, parameters } = isObject(definition) ? definition : {};
  const nested =
    objectAt(definition, 'function').parameters ?? objectAt(objectAt(definition, 'toolSpec'), 'inputSchema').json;
  return parametersJsonSchema ?? input_schema ?? parameters ?? nested ?? { type: 'object' };
}

/** What the API would reject in a definition; empty when it is accepted. */
export function checkDefinition(api: ModelApi, definition: unknown): string[] {
  return isObject(definition) ? [...checks[api](definition)] : ['no object'];
}
