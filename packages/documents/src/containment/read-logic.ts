/** Reads JSON Schema 2020-12, its older forms, and the additions of OpenAPI 3.0 as logic. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { canonicalJson } from '../schema/canonical-json.js';
import { collectEvaluated, type Evaluated, type EvaluatedCase, type Guard, listEvaluatedCases } from './evaluated.js';
import { createNameFinder, findTarget } from './find-target.js';
import type { SchemaLogic, SchemaShape, ValueType } from './schema-logic.js';
import { formatBounds } from './text-formats.js';

/** Whether values travel to the service or from it; members of the other direction are left out. */
export type SchemaUse = 'request' | 'response';

/** A document with schemas. */
export interface LogicSource {
  root: JsonValue;
  /** Absent for schemas that no member leaves out by direction. */
  use?: SchemaUse;
  /** True when the values come from this side; members of the other direction are then not sent, and otherwise ignored. */
  sends: boolean;
  /** True when a sender with `properties` or `items` but without a type sends objects or arrays only. */
  impliesTypes?: boolean;
  /** True for OpenAPI, in which `nullable` adds null. */
  nullable?: boolean;
  /** True where keywords next to a reference are ignored. */
  ignoresSiblings?: boolean;
}

/** The rules of a schema that count: next to a reference, some documents have none. */
export function rulesOf({ ignoresSiblings }: Pick<LogicSource, 'ignoresSiblings'>, schema: JsonObject): JsonObject {
  const { $ref } = schema;
  return ignoresSiblings === true && typeof $ref === 'string' ? { $ref } : schema;
}

/** Reads the schemas of one document; parts that are met again have the same logic. */
export interface LogicReader {
  read(schema: JsonValue): SchemaLogic;
}

interface Reading {
  source: LogicSource;
  make: (shape: SchemaShape) => SchemaLogic;
  known: Map<JsonValue, Map<string, SchemaLogic>>;
  linked: Map<string, SchemaLogic>;
  /** The schemas of the document that a reference by anchor or identifier may mean. */
  named: (reference: string) => readonly JsonObject[];
  always: SchemaLogic;
  never: SchemaLogic;
}

/** Creates the reader; numbers of parts come from `next`, so that those of two readers differ. */
export function createLogicReader(source: LogicSource, next: () => number): LogicReader {
  const make = (shape: SchemaShape): SchemaLogic => ({ ...shape, id: next() });
  const reading: Reading = {
    source,
    make,
    known: new Map(),
    linked: new Map(),
    named: createNameFinder(source.root),
    always: make({ kind: 'always', value: true }),
    never: make({ kind: 'always', value: false }),
  };
  return { read: (schema) => readSchema(reading, schema, outermost) };
}

/** What a combination says about its parts. */
interface Scope {
  /** Members that are not sent in this direction. */
  hidden: ReadonlySet<string>;
  /** True inside a condition. */
  isConditional: boolean;
}

/** The scope of a member or an item, which is another value. */
const outermost: Scope = { hidden: new Set(), isConditional: false };

function keyOf({ hidden, isConditional }: Scope): string {
  return `${isConditional} ${[...hidden].sort().join('\n')}`;
}

function readSchema(reading: Reading, schema: JsonValue, scope: Scope): SchemaLogic {
  if (!isJsonObject(schema)) return schema === false ? reading.never : reading.always;
  const key = keyOf(scope);
  const known = reading.known.get(schema) ?? new Map<string, SchemaLogic>();
  const before = known.get(key);
  if (before !== undefined) return before;
  reading.known.set(schema, known);
  const made = readObject(reading, schema, scope);
  known.set(key, made);
  return made;
}

function readObject(reading: Reading, given: JsonObject, outer: Scope): SchemaLogic {
  const schema = rulesOf(reading.source, given);
  const hidden = new Set([...outer.hidden, ...hiddenNames(reading.source, schema)]);
  const scope = { hidden, isConditional: outer.isConditional };
  const parts: SchemaLogic[] = [];
  const level: Level = {
    reading,
    schema,
    hidden,
    scope,
    add: (shape) => parts.push(reading.make(shape)),
    push: (...more) => parts.push(...more),
  };
  readValues(level);
  readNumbers(level);
  readTexts(level);
  readMembers(level);
  readDependencies(level);
  readItems(level);
  readCombinations(level);
  readReferences(level);
  readUnevaluated(level, [...parts]);
  const [only] = parts;
  const made =
    parts.length === 1 && only !== undefined
      ? only
      : parts.length === 0
        ? reading.always
        : reading.make({ kind: 'all', parts });
  return withNull(level, made);
}

/** `nullable` of OpenAPI 3.0 adds null, also where a list of values lacks it. */
function withNull({ reading, schema }: Level, made: SchemaLogic): SchemaLogic {
  if (schema.nullable !== true || reading.source.nullable !== true) return made;
  const isNull = reading.make({ kind: 'types', types: new Set<ValueType>(['null']) });
  return reading.make({ kind: 'any', parts: [made, isNull] });
}

interface Level {
  reading: Reading;
  schema: JsonObject;
  hidden: ReadonlySet<string>;
  scope: Scope;
  add(shape: SchemaShape): void;
  push(...parts: SchemaLogic[]): void;
}

/** Names of members that travel only in the other direction, here and in everything combined by `allOf`. */
export function hiddenNames(
  source: Pick<LogicSource, 'root' | 'use' | 'ignoresSiblings'>,
  schema: JsonObject,
): ReadonlySet<string> {
  const { root, use } = source;
  const names = new Set<string>();
  if (use === undefined) return names;
  const mark = use === 'request' ? 'readOnly' : 'writeOnly';
  const isMarked = (value: JsonValue) =>
    isJsonObject(value) && (rulesOf(source, value)[mark] === true || followed(root, value)?.[mark] === true);
  const queue: JsonValue[] = [schema];
  const seen = new Set<JsonValue>();
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (!isJsonObject(next) || seen.has(next) || seen.size > maxCombined) continue;
    seen.add(next);
    const part = rulesOf(source, next);
    const own = isJsonObject(part.properties) ? Object.entries(part.properties) : [];
    for (const [name, value] of own) if (isMarked(value)) names.add(name);
    if (Array.isArray(part.allOf)) queue.push(...part.allOf);
    const linked = followed(root, part);
    if (linked !== undefined) queue.push(linked);
  }
  return names;
}

/** Schemas that one schema combines at most, as far as their members are looked at. */
const maxCombined = 200;

function followed(root: JsonValue, schema: JsonObject): JsonObject | undefined {
  const target = typeof schema.$ref === 'string' ? findTarget(root, schema.$ref) : undefined;
  return isJsonObject(target) ? target : undefined;
}

function readValues({ reading, schema, add, push }: Level): void {
  const { type } = schema;
  const list = typeof type === 'string' ? [type] : Array.isArray(type) ? type : undefined;
  const implied = reading.source.sends && reading.source.impliesTypes === true ? impliedType(schema) : undefined;
  if (list !== undefined) add({ kind: 'types', types: new Set(list as (ValueType | 'integer')[]) });
  else if (implied !== undefined) add({ kind: 'types', types: new Set([implied]) });
  const enumerate = (values: readonly JsonValue[]) =>
    add({ kind: 'values', values: new Map(values.map((value) => [canonicalJson(value), value])) });
  if (Array.isArray(schema.enum)) {
    if (schema.enum.length === 0) push(reading.never);
    else enumerate(schema.enum);
  }
  if (Object.hasOwn(schema, 'const')) enumerate([schema.const ?? null]);
}

function impliedType(schema: JsonObject): ValueType | undefined {
  if (isJsonObject(schema.properties)) return 'object';
  return isJsonObject(schema.items) ? 'array' : undefined;
}

function readNumbers({ schema, add }: Level): void {
  for (const side of ['min', 'max'] as const) {
    const [plain, strict] =
      side === 'min' ? (['minimum', 'exclusiveMinimum'] as const) : (['maximum', 'exclusiveMaximum'] as const);
    const [limit, exclusive] = [schema[plain], schema[strict]];
    if (typeof limit === 'number') add({ kind: 'bound', side, limit, exclusive: exclusive === true });
    if (typeof exclusive === 'number') add({ kind: 'bound', side, limit: exclusive, exclusive: true });
  }
  if (typeof schema.multipleOf === 'number' && schema.multipleOf > 0) add({ kind: 'multiple', of: schema.multipleOf });
  const range = typeof schema.format === 'string' ? formatBounds(schema.format) : undefined;
  if (range === undefined) return;
  add({ kind: 'bound', side: 'min', limit: range[0], exclusive: false });
  add({ kind: 'bound', side: 'max', limit: range[1], exclusive: false });
}

const sizes = [
  ['string', 'minLength', 'maxLength'],
  ['array', 'minItems', 'maxItems'],
  ['object', 'minProperties', 'maxProperties'],
] as const;

/** Formats of numbers that are no restriction, or one by their bounds. */
const numberFormats = new Set(['int32', 'int64', 'float', 'double', 'integer', 'number']);

/** Formats of OpenAPI 3.0 that 3.1 writes as a rule about the content. */
const contentOf: ReadonlyMap<string, string> = new Map([
  ['byte', 'contentEncoding "base64"'],
  ['binary', 'contentMediaType "application/octet-stream"'],
]);

function readTexts({ schema, add }: Level): void {
  for (const [of, least, most] of sizes) {
    const [min, max] = [schema[least], schema[most]];
    if (typeof min === 'number' && min > 0) add({ kind: 'size', of, side: 'min', limit: min });
    if (typeof max === 'number') add({ kind: 'size', of, side: 'max', limit: max });
  }
  if (typeof schema.pattern === 'string') add({ kind: 'pattern', source: schema.pattern });
  const { format } = schema;
  if (typeof format === 'string' && !numberFormats.has(format))
    add({ kind: 'word', word: contentOf.get(format) ?? `format ${format}` });
  for (const keyword of ['contentEncoding', 'contentMediaType', 'contentSchema']) {
    const value = schema[keyword];
    if (value !== undefined) add({ kind: 'word', word: `${keyword} ${canonicalJson(value)}` });
  }
}

function readMembers(level: Level): void {
  const { reading, schema, hidden, add } = level;
  const read = (value: JsonValue) => readSchema(reading, value, outermost);
  const named = isJsonObject(schema.properties) ? Object.entries(schema.properties) : [];
  const matched = isJsonObject(schema.patternProperties) ? Object.entries(schema.patternProperties) : [];
  const rest = restOf(level);
  const unsent = reading.source.sends ? reading.never : reading.always;
  if (named.length > 0 || matched.length > 0 || rest !== undefined) {
    add({
      kind: 'members',
      names: new Map(named.map(([name, value]) => [name, hidden.has(name) ? unsent : read(value)])),
      patterns: new Map(matched.map(([pattern, value]) => [pattern, read(value)])),
      rest: rest === undefined ? undefined : read(rest),
      isConditional: level.scope.isConditional,
    });
  }
  const required = Array.isArray(schema.required) ? schema.required : [];
  for (const name of required) if (typeof name === 'string' && !hidden.has(name)) add({ kind: 'required', name });
  if (schema.propertyNames !== undefined) add({ kind: 'names', part: read(schema.propertyNames) });
}

const dynamic = ['$ref', '$dynamicRef', 'allOf', 'anyOf', 'oneOf', 'if', 'dependentSchemas', 'contains'];

/** True when `unevaluated…` means the same as the plain keyword. */
function isAlone({ schema }: Level): boolean {
  return !dynamic.some((keyword) => schema[keyword] !== undefined);
}

/** The rule for members without a rule of their own. */
function restOf(level: Level): JsonValue | undefined {
  const { additionalProperties, unevaluatedProperties } = level.schema;
  return additionalProperties ?? (isAlone(level) ? unevaluatedProperties : undefined);
}

/** Rules for what other rules have not evaluated, one for each case in which alternatives and conditions hold. */
function readUnevaluated(level: Level, parts: readonly SchemaLogic[]): void {
  const { reading, schema, push, scope } = level;
  const { unevaluatedProperties: members, unevaluatedItems: items } = schema;
  if (isAlone(level) || (members === undefined && items === undefined)) return;
  const read = (value: JsonValue) => readSchema(reading, value, outermost);
  const open = (keys: Iterable<string>) => new Map([...keys].map((key) => [key, reading.always]));
  const ruleFor = (keyword: UnevaluatedKeyword, rest: JsonValue, of: Evaluated): SchemaLogic => {
    if (keyword === 'unevaluatedItems') {
      const prefix = Array.from({ length: of.prefix }, () => reading.always);
      if (of.allItems) return reading.always;
      const parts = [...of.contains, rest].map(read);
      const [only] = parts;
      const others = parts.length === 1 && only !== undefined ? only : reading.make({ kind: 'any', parts });
      return reading.make({ kind: 'items', prefix, rest: others });
    }
    const shape = { names: open(of.names), patterns: open(of.patterns), isConditional: scope.isConditional };
    return of.allMembers ? reading.always : reading.make({ kind: 'members', ...shape, rest: read(rest) });
  };
  const cases = listEvaluatedCases(reading.source.root, schema);
  const add = (keyword: UnevaluatedKeyword, rest: JsonValue | undefined) => {
    if (rest === undefined) return;
    if (cases !== undefined) push(caseLogic(level, cases, (of) => ruleFor(keyword, rest, of)));
    else {
      const about = ruleFor(keyword, rest, collectEvaluated(reading.source.root, schema));
      if (about !== reading.always) push(reading.make({ kind: 'opaque', text: keyword, parts, about }));
    }
  };
  add('unevaluatedProperties', members);
  add('unevaluatedItems', items);
}

type UnevaluatedKeyword = 'unevaluatedProperties' | 'unevaluatedItems';

/** One of the cases applies, with its own rule. */
function caseLogic(
  { reading, scope }: Level,
  cases: readonly EvaluatedCase[],
  ruleOf: (of: EvaluatedCase) => SchemaLogic,
): SchemaLogic {
  const { make } = reading;
  const testOf = ({ part, kind, member }: Guard): SchemaLogic => {
    if (kind !== 'member')
      return readSchema(reading, part, kind === 'test' ? { ...scope, isConditional: true } : scope);
    const isObject = make({ kind: 'types', types: new Set<ValueType>(['object']) });
    return make({ kind: 'all', parts: [isObject, make({ kind: 'required', name: member })] });
  };
  const alternatives = cases.map((each) => {
    const tests = each.guards.map(({ guard, holds }) =>
      holds ? testOf(guard) : make({ kind: 'not', part: testOf(guard) }),
    );
    const rule = ruleOf(each);
    return tests.length === 0 ? rule : make({ kind: 'all', parts: [...tests, rule] });
  });
  const [only] = alternatives;
  return alternatives.length === 1 && only !== undefined ? only : make({ kind: 'any', parts: alternatives });
}

function readDependencies({ reading, schema, hidden, push }: Level): void {
  const isObject = reading.make({ kind: 'types', types: new Set<ValueType>(['object']) });
  const depend = (name: string, part: SchemaLogic) => {
    if (hidden.has(name)) return;
    const lacks = reading.make({ kind: 'not', part: reading.make({ kind: 'required', name }) });
    push(reading.make({ kind: 'any', parts: [reading.make({ kind: 'not', part: isObject }), lacks, part] }));
  };
  const requireAll = (names: readonly JsonValue[]) =>
    reading.make({
      kind: 'all',
      parts: names.flatMap((name) =>
        typeof name === 'string' && !hidden.has(name) ? [reading.make({ kind: 'required', name })] : [],
      ),
    });
  for (const keyword of ['dependentRequired', 'dependentSchemas', 'dependencies']) {
    const map = schema[keyword];
    if (!isJsonObject(map)) continue;
    for (const [name, value] of Object.entries(map)) {
      depend(
        name,
        Array.isArray(value) ? requireAll(value) : readSchema(reading, value, { hidden, isConditional: true }),
      );
    }
  }
}

function readItems(level: Level): void {
  const { reading, schema, add } = level;
  const read = (value: JsonValue) => readSchema(reading, value, outermost);
  const tuple = Array.isArray(schema.prefixItems)
    ? schema.prefixItems
    : Array.isArray(schema.items)
      ? schema.items
      : [];
  const plain = Array.isArray(schema.items) ? schema.additionalItems : schema.items;
  const rest = plain ?? (isAlone(level) ? schema.unevaluatedItems : undefined);
  if (tuple.length > 0 || rest !== undefined) {
    add({ kind: 'items', prefix: tuple.map(read), rest: rest === undefined ? undefined : read(rest) });
  }
  if (schema.contains !== undefined) {
    const { minContains: min, maxContains: max } = schema;
    add({
      kind: 'contains',
      part: read(schema.contains),
      min: typeof min === 'number' ? min : 1,
      max: typeof max === 'number' ? max : Number.POSITIVE_INFINITY,
    });
  }
  if (schema.uniqueItems === true) add({ kind: 'unique' });
}

function readCombinations({ reading, schema, scope, push }: Level): void {
  const read = (value: JsonValue) => readSchema(reading, value, scope);
  const readRule = (value: JsonValue) => readSchema(reading, value, { ...scope, isConditional: true });
  for (const [keyword, kind] of [
    ['allOf', 'all'],
    ['anyOf', 'any'],
    ['oneOf', 'one'],
  ] as const) {
    const list = schema[keyword];
    if (!Array.isArray(list) || list.length === 0) continue;
    // A part of `allOf` with texts only is no rule.
    const parts = list.map(read).filter((part) => kind !== 'all' || part !== reading.always);
    if (parts.length === 0) continue;
    const [only] = parts;
    push(parts.length === 1 && only !== undefined ? only : reading.make({ kind, parts }));
  }
  if (schema.not !== undefined) push(reading.make({ kind: 'not', part: readRule(schema.not) }));
  if (schema.if === undefined) return;
  const condition = readRule(schema.if);
  const branch = (test: SchemaLogic, then: JsonValue | undefined) =>
    then === undefined ? test : reading.make({ kind: 'all', parts: [test, readRule(then)] });
  const otherwise = reading.make({ kind: 'not', part: condition });
  if (schema.then === undefined && schema.else === undefined) return;
  push(reading.make({ kind: 'any', parts: [branch(condition, schema.then), branch(otherwise, schema.else)] }));
}

function readReferences({ reading, schema, scope, push }: Level): void {
  for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef']) {
    const reference = schema[keyword];
    if (typeof reference !== 'string') continue;
    const target = findTarget(reading.source.root, reference);
    // Another document, an anchor or a dynamic reference: equal texts and equal targets mean equal rules, nothing more
    // is known.
    if (target === undefined || keyword !== '$ref' || Object.hasOwn(isJsonObject(target) ? target : {}, '$id')) {
      const meant = target === undefined ? reading.named(reference) : [target];
      const text = [`${keyword} ${reference}`, ...meant.map(canonicalJson)].join(' ');
      push(reading.make({ kind: 'opaque', text, parts: [], about: undefined }));
      continue;
    }
    const key = `${reference} ${keyOf(scope)}`;
    const link =
      reading.linked.get(key) ?? reading.make({ kind: 'link', target: () => readSchema(reading, target, scope) });
    reading.linked.set(key, link);
    push(link);
  }
}
