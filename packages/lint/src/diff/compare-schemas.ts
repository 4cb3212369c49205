/** Differences of two schemas: narrowing a request breaks callers, and so does widening a response. */
import type { Direction, JsonValue, LimitPair, Presence, ValueDifference } from '@dragoman/model';
import { classifyLimitChange, classifyPresenceChange, classifyTypeChange, classifyValueChanges } from '@dragoman/model';
import type { Api, SchemaNode } from '../api/api.js';
import type { ApiChange } from './change.js';
import { type ComposedSchema, composeSchema } from './compose-schema.js';

/** A schema difference; the comparison of operations adds the rest. */
export type SchemaChange = Pick<ApiChange, 'effect' | 'message' | 'pointer' | 'side' | 'rule'>;

interface Comparison {
  before: Api;
  after: Api;
  direction: Direction;
  seen: Set<string>;
  found: SchemaChange[];
}

/** Maximum number of differences reported per schema. */
const mostChanges = 500;

/** Lists the differences. */
export function compareSchemas(
  pair: { before: SchemaNode | undefined; after: SchemaNode | undefined; name: string },
  apis: { before: Api; after: Api; direction: Direction },
): SchemaChange[] {
  const { before, after, name } = pair;
  const comparison: Comparison = { ...apis, seen: new Set(), found: [] };
  if (before !== undefined && after !== undefined) compareNodes(comparison, { before, after, name });
  return comparison.found;
}

interface Pair {
  before: SchemaNode;
  after: SchemaNode;
  name: string;
}

/** A pair with its schemas' composed facts. */
interface ComposedPair extends Pair {
  one: ComposedSchema;
  other: ComposedSchema;
}

function compareNodes(comparison: Comparison, { before, after, name }: Pair): void {
  const pair: ComposedPair = {
    before,
    after,
    name,
    one: composeSchema(comparison.before, before.schema),
    other: composeSchema(comparison.after, after.schema),
  };
  const { seen, found } = comparison;
  const key = `${pair.before.pointer}\n${pair.after.pointer}`;
  if (seen.has(key) || found.length >= mostChanges) return;
  seen.add(key);
  compareTypes(comparison, pair);
  compareEnums(comparison, pair);
  compareBounds(comparison, pair);
  compareWords(comparison, pair);
  compareProperties(comparison, pair);
  compareItems(comparison, pair);
}

function add(
  comparison: Comparison,
  { after, before }: Pair,
  change: Omit<SchemaChange, 'pointer' | 'side'>,
  old = false,
) {
  comparison.found.push({ ...change, pointer: old ? before.at : after.at, side: old ? 'old' : 'new' });
}

function compareTypes(comparison: Comparison, pair: ComposedPair): void {
  const [one, other] = [pair.one.types, pair.other.types];
  const verdict = classifyTypeChange(comparison.direction, one, other);
  if (verdict === undefined) return;
  const message = `${pair.name} was ${one.join(' or ') || 'anything'} and is ${other.join(' or ') || 'anything'}.`;
  add(comparison, pair, { ...verdict, message });
}

function compareEnums(comparison: Comparison, pair: ComposedPair): void {
  const [one, other] = [listed(pair.one.keywords.enum), listed(pair.other.keywords.enum)];
  for (const { kind, value, ...verdict } of classifyValueChanges(comparison.direction, one, other)) {
    add(comparison, pair, { ...verdict, message: reportValue(pair.name, kind, String(value)) });
  }
}

/** The values of an enum; nullability is compared through the types. */
function listed(values: JsonValue | undefined): JsonValue[] | undefined {
  return Array.isArray(values) ? values.filter((value) => value !== null) : undefined;
}

function reportValue(name: string, kind: ValueDifference['kind'], value: string): string {
  if (kind === 'listed') return `${name} is now restricted to enum values.`;
  if (kind === 'unlisted') return `${name} is no longer restricted to enum values.`;
  return kind === 'removed' ? `The value ${value} of ${name} was removed.` : `The value ${value} of ${name} was added.`;
}

const upper = ['maxLength', 'maximum', 'maxItems', 'maxProperties', 'exclusiveMaximum'];
const lower = ['minLength', 'minimum', 'minItems', 'minProperties', 'exclusiveMinimum'];
const sides: readonly (readonly [LimitPair['side'], readonly string[]])[] = [
  ['upper', upper],
  ['lower', lower],
  ['form', ['pattern', 'format']],
];

function compareBounds(comparison: Comparison, pair: ComposedPair): void {
  for (const [side, keywords] of sides) {
    const limit = (value: JsonValue | undefined) => (side === 'form' || typeof value === 'number' ? value : undefined);
    for (const keyword of keywords) {
      const [before, after] = [limit(pair.one.keywords[keyword]), limit(pair.other.keywords[keyword])];
      const judged = classifyLimitChange(comparison.direction, { side, before, after });
      if (judged === undefined) continue;
      const { tighter, ...verdict } = judged;
      add(comparison, pair, {
        ...verdict,
        message: `${keyword} of ${pair.name} is ${tighter ? 'tighter' : 'looser'}.`,
      });
    }
  }
}

function compareWords(comparison: Comparison, pair: ComposedPair): void {
  const { before, after, name } = pair;
  if (before.description !== after.description) {
    add(comparison, pair, { effect: 'description', message: `The description of ${name} changed.` });
  }
  const [one, other] = [pair.one.keywords.default, pair.other.keywords.default];
  if (JSON.stringify(one) !== JSON.stringify(other)) {
    add(comparison, pair, {
      effect: 'meaning',
      message: `The default of ${name} was ${JSON.stringify(one) ?? 'none'} and is ${JSON.stringify(other) ?? 'none'}.`,
    });
  }
}

function compareProperties(comparison: Comparison, pair: ComposedPair): void {
  const [one, other] = [comparison.before.properties(pair.before), comparison.after.properties(pair.after)];
  const path = (name: string) => (pair.name === '' ? name : `${pair.name}.${name}`);
  const stands = (isThere: boolean, required: ReadonlySet<string>, name: string) =>
    !isThere ? 'absent' : required.has(name) ? 'required' : 'optional';
  for (const name of new Set([...one.keys(), ...other.keys()])) {
    const [was, is] = [one.get(name), other.get(name)];
    const before = stands(was !== undefined, pair.one.required, name);
    const after = stands(is !== undefined, pair.other.required, name);
    const verdict = classifyPresenceChange(comparison.direction, before, after);
    const [older, newer] = [was ?? is, is ?? was];
    if (older === undefined || newer === undefined) continue;
    const at = { before: older, after: newer, name: path(name) };
    if (verdict !== undefined) {
      const demanded = comparison.direction === 'input' && after === 'required';
      const message = reportPresence(at.name, { before, after, demanded });
      add(comparison, at, { ...verdict, message }, is === undefined);
    }
    if (was !== undefined && is !== undefined) compareNodes(comparison, at);
  }
  compareOpenness(comparison, pair);
}

function reportPresence(name: string, found: { before: Presence; after: Presence; demanded: boolean }): string {
  if (found.after === 'absent') return `${name} was removed.`;
  if (found.before === 'absent') return `${name} was added${found.demanded ? ' and is required' : ''}.`;
  return `${name} is now ${found.after}.`;
}

function compareOpenness(comparison: Comparison, pair: Pair): void {
  const closed = ({ schema }: SchemaNode) =>
    schema.additionalProperties === false || schema.unevaluatedProperties === false;
  const [one, other] = [closed(pair.before), closed(pair.after)];
  if (one === other || comparison.direction === 'output') return;
  const message = `${pair.name || 'The input'} now ${other ? 'rejects unknown properties' : 'accepts unknown properties'}.`;
  add(comparison, pair, { effect: other ? 'breaking' : 'compatible', message });
}

function compareItems(comparison: Comparison, pair: Pair): void {
  const find = (api: Api, node: SchemaNode) =>
    api.walk(node).find(({ role, owner }) => role === 'item' && owner?.pointer === node.pointer);
  const [one, other] = [find(comparison.before, pair.before), find(comparison.after, pair.after)];
  if (one !== undefined && other !== undefined) {
    compareNodes(comparison, { before: one, after: other, name: `${pair.name}[]` });
  }
}
