/**
 * Projects an input schema to what a model API accepts: no references, no recursion, a plain object at the root, only
 * supported keywords. A rule that the result cannot express becomes a sentence in a description; the result rejects
 * nothing that the schema accepts, except that a member of one alternative has its schema in all of them.
 */
import type { JsonObject, JsonValue } from '../json.js';
import { isJsonObject } from '../json.js';
import { schemaProperties, schemaTypes } from '../type-text.js';
import { addSentences, describeRule } from './describe-rule.js';
import { flattenUnions, unionKeywords } from './flatten-union.js';
import { isKeyword, isWellFormed, subschemasOf } from './keyword-forms.js';
import { settleSchema } from './merge-schemas.js';
import type { SchemaLimits } from './rules.js';

/** A rule that is only in a description now. */
export interface Loosening {
  /** The input at the top level; absent when the rule concerns several. */
  input?: string;
  text: string;
}

/** A schema that a model API accepts. */
export interface ProjectedSchema {
  schema: JsonObject;
  /** Rules of the whole input, for the description of the tool. */
  sentences: string[];
  /** All rules that are only in words. */
  loosened: Loosening[];
  /** True when the schema differs in more than its references. */
  changed: boolean;
}

interface Projecting {
  root: JsonObject;
  limits: SchemaLimits;
  deepest: number;
  loosened: Loosening[];
  changed: boolean;
}

interface Place {
  depth: number;
  references: readonly string[];
  input?: string;
}

/** Levels of nesting that are tried, until the schema is small enough. */
const depths = [10, 6, 4, 3];

/** Maximum length of a schema with several levels, in characters of JSON. */
const largest = 64_000;

/** Projects the schema of an object. */
export function projectSchema(root: JsonObject, limits: SchemaLimits): ProjectedSchema {
  for (const deepest of depths) {
    const projected = projectRoot({ root, limits, deepest, loosened: [], changed: false });
    if (deepest === depths.at(-1) || JSON.stringify(projected.schema).length <= largest) return projected;
  }
  throw new Error('no depth to project a schema to');
}

/** Keywords that no model API accepts at the root. */
const notAtRoot = ['enum', 'const', 'not', 'if', 'then', 'else', ...unionKeywords];

function projectRoot(projecting: Projecting): ProjectedSchema {
  const { root, limits } = projecting;
  const { schema: settled, references, left } = settleSchema(root, root, []);
  const flat = flattenUnions(root, settled, references);
  const written = writeNode({ ...flat.schema, type: 'object' }, { depth: 0, references }, projecting);
  const kept: [string, JsonValue][] = [];
  const sentences = [...flat.sentences, ...saidOf(left), ...written.said];
  for (const [keyword, value] of Object.entries(written.node)) {
    if (limits.rootKeywords?.includes(keyword) ?? !notAtRoot.includes(keyword)) kept.push([keyword, value]);
    else sentences.push(...saidOf([[keyword, value]], rootWords));
  }
  const schema: JsonObject = { type: 'object', properties: {}, ...Object.fromEntries(kept) };
  const all = [...new Set(sentences)];
  const isFlat = unionKeywords.some((keyword) => settled[keyword] !== undefined);
  return {
    schema,
    sentences: all,
    loosened: [...all.map((text) => ({ text })), ...projecting.loosened],
    changed: projecting.changed || isFlat || all.length > 0 || projecting.loosened.length > 0,
  };
}

/** Rules of the whole input whose words differ from those of a part. */
const rootWords: Readonly<Record<string, (value: JsonValue) => string | undefined>> = {
  additionalProperties: (value) => (value === false ? 'No other inputs.' : undefined),
  default: () => undefined,
};

function saidOf(rules: readonly [string, JsonValue][], words: typeof rootWords = {}): string[] {
  return rules.flatMap(([keyword, value]) => {
    const said = Object.hasOwn(words, keyword) ? words[keyword]?.(value) : describeRule(keyword, value);
    return said === undefined ? [] : [said];
  });
}

function projectNode(node: JsonValue, place: Place, projecting: Projecting): JsonObject {
  const { root, limits, deepest } = projecting;
  if (!isJsonObject(node)) {
    return node === false ? describe({ type: 'null' }, ['Do not give a value.'], place, projecting) : anyValue(limits);
  }
  const { schema, references, left, cycle } = settleSchema(root, node, place.references);
  const inner = { ...place, references };
  if (cycle !== undefined) return cut(schema, `Has the structure of \`${cycle}\` again.`, inner, projecting);
  if (place.depth >= deepest && hasParts(schema)) return cut(schema, 'Its parts are not listed.', inner, projecting);
  const { node: written, said } = writeNode(schema, inner, projecting);
  return describe(written, [...saidOf(left), ...said], place, projecting);
}

function hasParts(schema: JsonObject): boolean {
  return Object.keys(schema).some((keyword) => subschemasOf(keyword) !== undefined && isJsonObject(schema[keyword]));
}

/** A value whose parts are left out. */
function cut(schema: JsonObject, reason: string, place: Place, projecting: Projecting): JsonObject {
  const { title, description } = schema;
  const [type] = schemaTypes(schema).filter((each) => each !== 'null');
  const items = type === 'array' ? { items: anyValue(projecting.limits) } : {};
  const plain = {
    type: type ?? (schema.items === undefined ? 'object' : 'array'),
    ...(typeof title === 'string' ? { title } : {}),
    ...(typeof description === 'string' ? { description } : {}),
    ...items,
  };
  return describe(plain, [reason], place, projecting);
}

/** Adds sentences to a description, and records them. */
function describe(node: JsonObject, said: readonly string[], place: Place, projecting: Projecting): JsonObject {
  if (said.length === 0) return node;
  const { input } = place;
  projecting.loosened.push(...said.map((text) => ({ ...(input === undefined ? {} : { input }), text })));
  return withText(node, said);
}

function withText(node: JsonObject, said: readonly string[]): JsonObject {
  const text = typeof node.description === 'string' ? node.description : '';
  return { ...node, description: addSentences(text, said) };
}

interface WrittenNode {
  node: JsonObject;
  said: string[];
}

/** Writes a schema without references; rules that it cannot express are returned as sentences. */
function writeNode(schema: JsonObject, place: Place, projecting: Projecting): WrittenNode {
  const { limits, root } = projecting;
  const isObject = schemaTypes(schema).includes('object') || schema.properties !== undefined;
  const flat = limits.typed && isObject ? flattenUnions(root, schema, place.references) : { schema, sentences: [] };
  const said = [...flat.sentences];
  const kept: [string, JsonValue][] = [];
  for (const [keyword, value] of Object.entries(adapt(flat.schema, limits))) {
    if (!isKeyword(keyword)) continue;
    if (!isWellFormed(keyword, value)) projecting.changed = true;
    else if (isAccepted(keyword, value, flat.schema, limits)) {
      kept.push([keyword, projectParts(keyword, value, place, projecting)]);
    } else said.push(...saidOf([[keyword, value]]));
  }
  const node = complete(Object.fromEntries(kept), projecting);
  return limits.typed ? writeTyped(node, said, limits) : { node, said };
}

/** Spells keywords as a limited dialect does. */
function adapt(schema: JsonObject, { keywords }: SchemaLimits): JsonObject {
  if (keywords === undefined) return schema;
  const { oneOf, const: constant, ...rest } = schema;
  return {
    ...rest,
    ...(oneOf === undefined ? {} : { [rest.anyOf === undefined ? 'anyOf' : 'oneOf']: oneOf }),
    ...(constant === undefined ? {} : { [rest.enum === undefined ? 'enum' : 'const']: [constant] }),
  };
}

function isAccepted(keyword: string, value: JsonValue, schema: JsonObject, limits: SchemaLimits): boolean {
  if (limits.keywords !== undefined && !limits.keywords.includes(keyword)) return false;
  const [type = ''] = schemaTypes(schema).filter((each) => each !== 'null');
  if (keyword === 'format' && limits.formats !== undefined) {
    return Object.hasOwn(limits.formats, type) && (limits.formats[type]?.includes(String(value)) ?? false);
  }
  if (keyword === 'enum' && limits.enumTypes !== undefined && Array.isArray(value)) {
    return value.every((each) => limits.enumTypes?.includes(typeof each));
  }
  return true;
}

function projectParts(keyword: string, value: JsonValue, place: Place, projecting: Projecting): JsonValue {
  const form = subschemasOf(keyword);
  if (form === undefined || typeof value === 'boolean') return value;
  const inner = { ...place, depth: place.depth + 1 };
  if (form === 'one') return projectNode(value, inner, projecting);
  // Alternatives are the same value, so they are no deeper than it.
  if (Array.isArray(value))
    return value.map((part) => projectNode(part, { ...inner, depth: place.depth + 0.5 }, projecting));
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([name, part]) => {
    const input = place.depth === 0 && keyword === 'properties' ? name : place.input;
    return [name, projectNode(part, { ...inner, ...(input === undefined ? {} : { input }) }, projecting)];
  });
  return Object.fromEntries(members);
}

/** Adds what every model API needs: items of arrays. */
function complete(node: JsonObject, projecting: Projecting): JsonObject {
  if (!schemaTypes(node).includes('array') || node.items !== undefined) return node;
  projecting.changed = true;
  return { ...node, items: anyValue(projecting.limits) };
}

/** A schema of any value. */
function anyValue({ typed }: SchemaLimits): JsonObject {
  if (!typed) return {};
  const plain = ['string', 'number', 'boolean', 'object', 'null'].map((type) => ({ type }));
  const listOf = (items: JsonObject) => ({ type: 'array', items });
  return { anyOf: [...plain, listOf({ anyOf: [...plain, listOf({ anyOf: plain })] })] };
}

/** A schema that names its type, and has only the keywords of that type. */
function writeTyped(node: JsonObject, said: string[], limits: SchemaLimits): WrittenNode {
  if (Array.isArray(node.anyOf)) return writeAlternatives(node, node.anyOf.filter(isJsonObject), said);
  const types = schemaTypes(node).filter((type) => type !== 'null');
  if (types.length > 1) {
    const forms = types.map((type) => ({ type, ...(type === 'array' ? { items: anyValue(limits) } : {}) }));
    return { node: { ...textsOf(node), anyOf: forms }, said };
  }
  const type = types[0] ?? (node.type === undefined ? inferType(node) : 'null');
  if (type === undefined) return { node: { ...textsOf(node), ...anyValue(limits) }, said };
  if (type !== 'object') {
    const { properties: _, required: __, additionalProperties: ___, ...rest } = node;
    return { node: { ...rest, type: node.type ?? type }, said };
  }
  const known = schemaProperties(node);
  const required = Array.isArray(node.required) ? node.required.map(String) : [];
  const undeclared = required.filter((name) => !Object.hasOwn(known, name));
  const { required: _, ...rest } = node;
  const declared = required.filter((name) => Object.hasOwn(known, name));
  return {
    node: { ...rest, type: node.type ?? type, ...(declared.length === 0 ? {} : { required: declared }) },
    said: [...said, ...saidOf(undeclared.length === 0 ? [] : [['required', undeclared]])],
  };
}

function inferType(node: JsonObject): string | undefined {
  if (node.properties !== undefined || node.additionalProperties !== undefined) return 'object';
  if (node.items !== undefined) return 'array';
  return node.enum === undefined ? undefined : 'string';
}

function textsOf({ title, description }: JsonObject): JsonObject {
  return { ...(title === undefined ? {} : { title }), ...(description === undefined ? {} : { description }) };
}

/** Alternatives without other keywords next to them: each has a type, and the first has the description. */
function writeAlternatives(node: JsonObject, forms: readonly JsonObject[], said: string[]): WrittenNode {
  const isNull = ({ type }: JsonObject) => type === 'null';
  const values = forms.filter((form) => !isNull(form));
  const own = textsOf(node);
  if (values.length === 1) {
    const [only = {}] = values;
    const [type] = schemaTypes(only);
    const isNullable = values.length < forms.length && schemaTypes(only).length === 1 && type !== undefined;
    return { node: { ...only, ...own, ...(isNullable ? { type: [type, 'null'] } : {}) }, said };
  }
  const { type } = node;
  const typed = values.map((form) =>
    form.type === undefined && form.anyOf === undefined && type !== undefined ? { ...form, type } : form,
  );
  const [first = {}, ...rest] = typed.length === 0 ? [{ type: 'null' }] : typed;
  const text = [node.description, first.description].filter((each) => typeof each === 'string');
  const described = text.length === 0 ? first : { ...first, description: text.join(' ') };
  return { node: { anyOf: [described, ...rest] }, said };
}
