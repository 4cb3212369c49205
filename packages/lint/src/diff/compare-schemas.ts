/** Differences of two schemas: what is sent may be narrowed by nobody, what is received may be widened by nobody. */
import type { Api, SchemaNode } from '../api/api.js';
import type { ApiChange } from './change.js';
import { type ComposedSchema, composeSchema } from './compose-schema.js';

/** Whether callers send the value or receive it. */
export type Direction = 'input' | 'output';

/** What a difference of schemas says; the comparison of operations adds the rest. */
export type SchemaChange = Pick<ApiChange, 'effect' | 'message' | 'pointer' | 'side' | 'rule'>;

interface Comparison {
  before: Api;
  after: Api;
  direction: Direction;
  seen: Set<string>;
  found: SchemaChange[];
}

/** Most differences of one schema that are told. */
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

/** A pair with what its schemas say through their parts. */
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
  if (one.join() === other.join()) return;
  const wider =
    one.every((type) => other.includes(type) || (type === 'integer' && other.includes('number'))) || other.length === 0;
  const narrower =
    one.length === 0 || other.every((type) => one.includes(type) || (type === 'integer' && one.includes('number')));
  const fits = comparison.direction === 'input' ? wider && one.length > 0 : narrower && other.length > 0;
  const message = `${pair.name} was ${one.join(' or ') || 'anything'} and is ${other.join(' or ') || 'anything'}.`;
  add(comparison, pair, { effect: fits ? 'compatible' : 'breaking', message });
}

function compareEnums(comparison: Comparison, pair: ComposedPair): void {
  const [one, other] = [pair.one.keywords.enum, pair.other.keywords.enum];
  const input = comparison.direction === 'input';
  if (!Array.isArray(one) && !Array.isArray(other)) return;
  if (!Array.isArray(one)) {
    add(comparison, pair, {
      effect: input ? 'breaking' : 'compatible',
      message: `${pair.name} takes listed values only.`,
    });
    return;
  }
  if (!Array.isArray(other)) {
    add(comparison, pair, {
      effect: input ? 'compatible' : 'breaking',
      message: `${pair.name} is no longer a set of listed values.`,
    });
    return;
  }
  // Whether null fits is told by the types.
  for (const value of one.filter((each) => each !== null && !other.includes(each))) {
    const message = `The value ${String(value)} of ${pair.name} is gone.`;
    add(comparison, pair, { effect: 'breaking', message, rule: 'enum-value-removed' });
  }
  for (const value of other.filter((each) => each !== null && !one.includes(each))) {
    add(comparison, pair, { effect: 'compatible', message: `${pair.name} knows the value ${String(value)} too.` });
  }
}

const upper = ['maxLength', 'maximum', 'maxItems', 'maxProperties', 'exclusiveMaximum'];
const lower = ['minLength', 'minimum', 'minItems', 'minProperties', 'exclusiveMinimum'];

function compareBounds(comparison: Comparison, pair: ComposedPair): void {
  const { name } = pair;
  const [older, newer] = [pair.one.keywords, pair.other.keywords];
  const judge = (keyword: string, tighter: boolean) => {
    const breaks =
      comparison.direction === 'input' ? tighter : !tighter && keyword !== 'pattern' && keyword !== 'format';
    const effect = breaks && (comparison.direction === 'input' || upper.includes(keyword)) ? 'breaking' : 'compatible';
    add(comparison, pair, { effect, message: `${keyword} of ${name} is ${tighter ? 'tighter' : 'looser'}.` });
  };
  for (const keyword of [...upper, ...lower]) {
    const [one, other] = [older[keyword], newer[keyword]];
    if (one === other || (typeof one !== 'number' && typeof other !== 'number')) continue;
    const rises = typeof one === 'number' && typeof other === 'number' ? other > one : typeof other === 'number';
    const isSet = typeof one !== 'number';
    const isGone = typeof other !== 'number';
    judge(keyword, isSet || (!isGone && (lower.includes(keyword) ? rises : !rises)));
  }
  for (const keyword of ['pattern', 'format']) {
    const [one, other] = [older[keyword], newer[keyword]];
    if (one !== other) judge(keyword, other !== undefined);
  }
}

function compareWords(comparison: Comparison, pair: ComposedPair): void {
  const { before, after, name } = pair;
  if (before.description !== after.description) {
    add(comparison, pair, { effect: 'description', message: `The description of ${name} has changed.` });
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
  const { before, after, direction } = comparison;
  const [one, other] = [before.properties(pair.before), after.properties(pair.after)];
  const required = { before: pair.one.required, after: pair.other.required };
  const path = (name: string) => (pair.name === '' ? name : `${pair.name}.${name}`);
  for (const [name, node] of one) {
    const now = other.get(name);
    if (now === undefined) {
      const at = { before: node, after: node, name };
      add(comparison, at, { effect: 'breaking', message: `${path(name)} is gone.` }, true);
      continue;
    }
    const [was, is] = [required.before.has(name), required.after.has(name)];
    if (was !== is) {
      const breaks = direction === 'input' ? is : was;
      const message = `${path(name)} is ${is ? 'required now' : 'optional now'}.`;
      add(comparison, { before: node, after: now, name }, { effect: breaks ? 'breaking' : 'compatible', message });
    }
    compareNodes(comparison, { before: node, after: now, name: path(name) });
  }
  for (const [name, node] of other) {
    if (one.has(name)) continue;
    const demanded = direction === 'input' && required.after.has(name);
    const message = `${path(name)} is new${demanded ? ' and required' : ''}.`;
    add(comparison, { before: node, after: node, name }, { effect: demanded ? 'breaking' : 'compatible', message });
  }
  compareOpenness(comparison, pair);
}

function compareOpenness(comparison: Comparison, pair: Pair): void {
  const closed = ({ schema }: SchemaNode) =>
    schema.additionalProperties === false || schema.unevaluatedProperties === false;
  const [one, other] = [closed(pair.before), closed(pair.after)];
  if (one === other || comparison.direction === 'output') return;
  const message = `${pair.name || 'The input'} ${other ? 'refuses unknown properties now' : 'takes unknown properties now'}.`;
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
