/** What a schema has evaluated of a value, so that `unevaluatedProperties` and `unevaluatedItems` concern the rest. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { findTarget } from './find-target.js';

/** Members and items that a schema evaluates. */
export interface Evaluated {
  names: ReadonlySet<string>;
  patterns: ReadonlySet<string>;
  /** True when every member, or every item, is evaluated whatever the value is. */
  allMembers: boolean;
  allItems: boolean;
  /** Number of items at the beginning. */
  prefix: number;
  /** False when it depends on the value: an alternative, a condition, a reference that is not followed. */
  isExact: boolean;
  /** Schemas of `contains`: items that match one of them are evaluated wherever they are. */
  contains: readonly JsonValue[];
}

/** A part that only applies to some values: an alternative, the test of a condition, or what a member requires. */
export interface Guard {
  part: JsonObject;
  kind: 'alternative' | 'test' | 'member';
  /** The member, for `dependentSchemas`. */
  member: string;
}

/** What is evaluated if some guards hold and the others do not. */
export interface EvaluatedCase extends Evaluated {
  guards: readonly { guard: Guard; holds: boolean }[];
}

interface Collected {
  names: Set<string>;
  patterns: Set<string>;
  allMembers: boolean;
  allItems: boolean;
  prefix: number;
  isExact: boolean;
  contains: JsonValue[];
  seen: Set<JsonValue>;
  /** Parts that were chosen to hold or not to hold; absent to collect what any value may have evaluated. */
  choices: ReadonlyMap<JsonValue, boolean> | undefined;
}

const maxSchemas = 200;

/** Cases of one level; each multiplies the search. Alternatives of which only one holds exclude each other early. */
const maxCases = 4;
const maxExclusiveCases = 16;

/** Lists the cases, in each of which it is certain what is evaluated; undefined when there are too many or it stays open. */
export function listEvaluatedCases(root: JsonValue, schema: JsonObject): readonly EvaluatedCase[] | undefined {
  let choices: readonly ReadonlyMap<Guard, boolean>[] = [new Map()];
  const groups = guardGroups(root, schema, new Set());
  const limit = groups.length === 1 && groups[0]?.isOne === true ? maxExclusiveCases : maxCases;
  for (const group of groups) {
    choices = choices.flatMap((chosen) => optionsOf(group).map((more) => new Map([...chosen, ...more])));
    if (choices.length > limit) return undefined;
  }
  const cases = choices.map((chosen): EvaluatedCase => {
    const held = new Map([...chosen].map(([{ part }, holds]) => [part, holds]));
    const guards = [...chosen].map(([guard, holds]) => ({ guard, holds }));
    return { ...collectEvaluated(root, schema, held), guards };
  });
  return cases.every(({ isExact }) => isExact) ? cases : undefined;
}

/** Guards that are chosen together; of `one`, at most one holds. */
interface GuardGroup {
  guards: readonly Guard[];
  isOne: boolean;
}

function optionsOf({ guards, isOne }: GuardGroup): (readonly [Guard, boolean])[][] {
  if (isOne) return [undefined, ...guards].map((only) => guards.map((guard) => [guard, guard === only] as const));
  return guards.reduce<(readonly [Guard, boolean])[][]>(
    (all, guard) =>
      all.length > maxCases
        ? all
        : all.flatMap((some) => [true, false].map((holds) => [...some, [guard, holds] as const])),
    [[]],
  );
}

/** The guards of a level and of the schemas that it combines, if they evaluate anything. */
function guardGroups(root: JsonValue, schema: JsonValue, seen: Set<JsonValue>): GuardGroup[] {
  if (!isJsonObject(schema) || seen.has(schema) || seen.size > maxSchemas) return [];
  seen.add(schema);
  const inside = partsAlways(root, schema);
  const groups: GuardGroup[] = [];
  const addGuards = (keyword: string, parts: readonly (readonly [JsonValue, Guard['kind'], string])[]) => {
    const guards = parts.flatMap(([part, kind, member]) =>
      isJsonObject(part) && (kind === 'test' || evaluates(root, part)) ? [{ part, kind, member }] : [],
    );
    if (guards.length > 0) groups.push({ guards, isOne: keyword === 'oneOf' });
    inside.push(...guards.map(({ part }) => part));
  };
  for (const keyword of ['anyOf', 'oneOf']) {
    const list = schema[keyword];
    if (Array.isArray(list))
      addGuards(
        keyword,
        list.map((part) => [part, 'alternative', ''] as const),
      );
  }
  const branches = [schema.if, schema.then, schema.else].filter((part) => part !== undefined);
  if (schema.if !== undefined && branches.some((part) => evaluates(root, part))) {
    addGuards('if', [[schema.if, 'test', '']]);
    inside.push(...branches);
  }
  const dependent = isJsonObject(schema.dependentSchemas) ? Object.entries(schema.dependentSchemas) : [];
  addGuards(
    'dependentSchemas',
    dependent.map(([name, part]) => [part, 'member', name] as const),
  );
  return [...groups, ...inside.flatMap((part) => guardGroups(root, part, seen))];
}

function evaluates(root: JsonValue, part: JsonValue): boolean {
  if (!isJsonObject(part)) return false;
  const { names, patterns, allMembers, allItems, prefix, isExact, contains } = collectEvaluated(root, {
    allOf: [part],
  });
  return names.size + patterns.size + prefix > 0 || allMembers || allItems || contains.length > 0 || !isExact;
}

/** The parts that apply to every value. */
function partsAlways(root: JsonValue, schema: JsonObject): JsonValue[] {
  const target = typeof schema.$ref === 'string' ? findTarget(root, schema.$ref) : undefined;
  return [...(Array.isArray(schema.allOf) ? schema.allOf : []), ...(target === undefined ? [] : [target])];
}

/** Collects what a level and the schemas that it combines evaluate. */
export function collectEvaluated(
  root: JsonValue,
  schema: JsonObject,
  choices?: ReadonlyMap<JsonValue, boolean>,
): Evaluated {
  const found: Collected = {
    names: new Set(),
    patterns: new Set(),
    allMembers: false,
    allItems: false,
    prefix: 0,
    isExact: true,
    contains: [],
    seen: new Set(),
    choices,
  };
  collect(root, schema, found, { depth: 0, isCertain: true });
  return found;
}

/** Where a schema is: how deep, and whether it applies to every value. */
interface Position {
  depth: number;
  isCertain: boolean;
}

function collect(root: JsonValue, schema: JsonValue, found: Collected, { depth, isCertain }: Position): void {
  if (!isJsonObject(schema) || found.seen.has(schema)) return;
  found.seen.add(schema);
  if (found.seen.size > maxSchemas) {
    found.isExact = false;
    return;
  }
  const { properties, patternProperties, prefixItems, items } = schema;
  for (const name of isJsonObject(properties) ? Object.keys(properties) : []) found.names.add(name);
  for (const name of isJsonObject(patternProperties) ? Object.keys(patternProperties) : []) found.patterns.add(name);
  const isInner = depth > 0;
  const inner = { depth: depth + 1, isCertain };
  if (
    isCertain &&
    (schema.additionalProperties !== undefined || (isInner && schema.unevaluatedProperties !== undefined))
  )
    found.allMembers = true;
  const isList = (items !== undefined && !Array.isArray(items)) || (isInner && schema.unevaluatedItems !== undefined);
  if (isCertain && isList) found.allItems = true;
  const tuple = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : [];
  found.prefix = Math.max(found.prefix, tuple.length);
  if (schema.contains !== undefined) found.contains.push(schema.contains);
  if (typeof schema.$ref === 'string' && findTarget(root, schema.$ref) === undefined) found.isExact = false;
  if (schema.$dynamicRef !== undefined || schema.$recursiveRef !== undefined) found.isExact = false;
  for (const part of partsAlways(root, schema)) collect(root, part, found, inner);
  const { choices } = found;
  const guarded = guardedParts(schema);
  if (choices === undefined) {
    if (guarded.length > 0) found.isExact = false;
    for (const { part } of guarded) collect(root, part, found, { ...inner, isCertain: false });
    return;
  }
  for (const { part, guard, when } of guarded) {
    const holds = typeof guard === 'boolean' ? guard : choices.get(guard);
    if (holds === when) collect(root, part, found, inner);
  }
}

/** The parts of alternatives and conditions, with the guard that decides whether they apply. */
function guardedParts(schema: JsonObject): { part: JsonValue; guard: JsonValue; when: boolean }[] {
  const alternatives = ['anyOf', 'oneOf'].flatMap((keyword) => {
    const list = schema[keyword];
    return Array.isArray(list) ? list : [];
  });
  const dependent = isJsonObject(schema.dependentSchemas) ? Object.values(schema.dependentSchemas) : [];
  const own = [...alternatives, ...dependent].map((part) => ({ part, guard: part, when: true }));
  if (schema.if === undefined) return own;
  const test = schema.if;
  return [
    ...own,
    { part: test, guard: test, when: true },
    { part: schema.then ?? true, guard: test, when: true },
    { part: schema.else ?? true, guard: test, when: false },
  ];
}
