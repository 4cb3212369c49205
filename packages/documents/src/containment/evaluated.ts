/** What a schema has evaluated of a value, so that `unevaluatedProperties` and `unevaluatedItems` concern the rest. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { findTarget } from './find-target.js';

/** Members and items that a schema evaluates. */
export interface Evaluated {
  names: ReadonlySet<string>;
  patterns: ReadonlySet<string>;
  /** True when every member, or every item, is evaluated. */
  allMembers: boolean;
  allItems: boolean;
  /** Number of items at the beginning. */
  prefix: number;
  /** False when it depends on the value: an alternative, a condition. */
  isExact: boolean;
}

interface Collected {
  names: Set<string>;
  patterns: Set<string>;
  allMembers: boolean;
  allItems: boolean;
  prefix: number;
  isExact: boolean;
  seen: Set<JsonValue>;
}

const maxSchemas = 200;
const conditional = [
  'anyOf',
  'oneOf',
  'if',
  'then',
  'else',
  'dependentSchemas',
  '$dynamicRef',
  '$recursiveRef',
  'contains',
];

/** Collects what a level and the schemas that it combines evaluate. */
export function collectEvaluated(root: JsonValue, schema: JsonObject): Evaluated {
  const found: Collected = {
    names: new Set(),
    patterns: new Set(),
    allMembers: false,
    allItems: false,
    prefix: 0,
    isExact: true,
    seen: new Set(),
  };
  collect(root, schema, found, 0);
  return found;
}

function collect(root: JsonValue, schema: JsonValue, found: Collected, depth: number): void {
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
  if (schema.additionalProperties !== undefined || (isInner && schema.unevaluatedProperties !== undefined))
    found.allMembers = true;
  if ((items !== undefined && !Array.isArray(items)) || (isInner && schema.unevaluatedItems !== undefined))
    found.allItems = true;
  const tuple = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : [];
  found.prefix = Math.max(found.prefix, tuple.length);
  for (const part of Array.isArray(schema.allOf) ? schema.allOf : []) collect(root, part, found, depth + 1);
  if (typeof schema.$ref === 'string') {
    const target = findTarget(root, schema.$ref);
    if (target === undefined) found.isExact = false;
    else collect(root, target, found, depth + 1);
  }
  for (const keyword of conditional) {
    const value = schema[keyword];
    if (value === undefined) continue;
    found.isExact = false;
    const parts = Array.isArray(value)
      ? value
      : keyword === 'dependentSchemas' && isJsonObject(value)
        ? Object.values(value)
        : [value];
    for (const part of parts) collect(root, part, found, depth + 1);
  }
}
