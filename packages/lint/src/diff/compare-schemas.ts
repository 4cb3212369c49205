/**
 * Differences of two schemas. Every difference is named where it is; whether it breaks callers is decided by
 * containment: what was accepted in requests stays accepted, what can be received in responses was receivable before.
 */
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { SchemaNode } from '../api/api.js';
import { compareAlternatives } from './compare-alternatives.js';
import { compareMembers } from './compare-members.js';
import { compareRules } from './compare-rules.js';
import type { Comparing, FlatPair, PlacePair, SchemaChange, SchemaContext } from './comparing.js';
import { accepting, add, addDecided, isEmpty, partName, senderOf, sentence, show } from './comparing.js';
import { flattenSchema, type Part, partOf } from './flatten-schema.js';

/** Maximum number of differences reported per schema. */
const mostChanges = 500;

/** Maximum number of values reported per list of known values. */
const mostValues = 50;

/** Lists the differences; `name` is how messages call the whole. */
export function compareSchemas(
  pair: { before: SchemaNode; after: SchemaNode; name: string },
  context: SchemaContext,
): SchemaChange[] {
  const { before, after, name } = pair;
  const comparing: Comparing = {
    ...context,
    seen: new Set(),
    found: [],
    isMarked: false,
    visit: (inner) => comparePlaces(comparing, inner),
  };
  const places: PlacePair = { before: rootOf(before), after: rootOf(after), name };
  comparePlaces(comparing, places);
  if (!isEqual(comparing, places)) settle(comparing, places);
  return comparing.found;
}

function rootOf({ schema, pointer }: SchemaNode): Part {
  return { value: schema, pointer };
}

/** Compares one place, then the places inside. */
function comparePlaces(comparing: Comparing, pair: PlacePair): void {
  const { seen, found, before, after, direction } = comparing;
  const key = `${pair.before.pointer}\n${pair.after.pointer}`;
  if (seen.has(key) || found.length >= mostChanges) return;
  seen.add(key);
  const flat: FlatPair = {
    ...pair,
    one: flattenSchema(before, pair.before, direction),
    other: flattenSchema(after, pair.after, direction),
    isSame: isEqual(comparing, pair),
  };
  if (flat.one.isNever !== flat.other.isNever) {
    compareNever(comparing, flat);
    return;
  }
  if (isRewritten(comparing, flat)) {
    const message = `${sentence(pair.name)} is described in another way and has the same values.`;
    add(comparing, pair, { effect: 'compatible', message });
    compareTexts(comparing, flat);
    return;
  }
  if (!flat.isSame) compareRules(comparing, flat);
  compareTexts(comparing, flat);
  compareMembers(comparing, flat);
  compareItems(comparing, flat);
  compareAlternatives(comparing, flat);
}

/** A place that loses all its values, or gets its first ones. */
function compareNever(comparing: Comparing, pair: FlatPair): void {
  const { one, other } = pair;
  const types = (other.isNever ? one : other).types.join(' or ') || 'anything';
  const message = other.isNever
    ? `${sentence(pair.name)} was ${types} and now allows no value.`
    : `${sentence(pair.name)} allowed no value and is ${types}.`;
  if (comparing.direction === 'output' && other.isNever) {
    // Callers rely on what they read, as with a member that is removed.
    add(comparing, pair, { effect: 'breaking', message, fixed: true });
    return;
  }
  const accepted = accepting(comparing, pair.before.value, pair.after.value);
  addDecided(comparing, pair, comparing.engine.compare(senderOf(comparing, pair), accepted), { message });
}

function isEqual({ engine, direction }: Comparing, { before, after }: PlacePair): boolean {
  return direction === 'input' ? engine.isSame(before.value, after.value) : engine.isSame(after.value, before.value);
}

/**
 * True when alternatives replace a list of values or types, or the reverse, and the values are the same. What would be
 * reported of the single keywords is not true then: a restriction that moved into an alternative was not removed.
 */
function isRewritten(comparing: Comparing, pair: FlatPair): boolean {
  const { engine, exchanged } = comparing;
  const { one, other, isSame } = pair;
  if (isSame || (one.alternatives.length === 0) === (other.alternatives.length === 0)) return false;
  // Objects have names for what changed; comparing them once more takes steps that other places need.
  if (![...one.alternatives, ...other.alternatives].every(isPlain) || isEmpty(comparing, pair)) return false;
  const [sender, acceptor] = [senderOf(comparing, pair), accepting(comparing, pair.before.value, pair.after.value)];
  return (
    engine.compare(sender, acceptor).verdict === 'contained' &&
    exchanged.compare(acceptor, sender).verdict === 'contained'
  );
}

const structural = ['$ref', 'properties', 'items', 'prefixItems', 'additionalProperties', 'allOf', 'anyOf', 'oneOf'];

/** True for an alternative of single values: a type, a constant, a range. */
function isPlain({ value }: Part): boolean {
  return isJsonObject(value) && structural.every((keyword) => value[keyword] === undefined);
}

function compareTexts(comparing: Comparing, pair: FlatPair): void {
  const { one, other, name } = pair;
  if (one.keywords.description !== other.keywords.description) {
    add(comparing, pair, { effect: 'description', message: `The description of ${name} changed.` });
  }
  const [was, is] = [one.keywords.default, other.keywords.default];
  if (JSON.stringify(was) !== JSON.stringify(is)) {
    const message = `The default of ${name} was ${show(was)} and is ${show(is)}.`;
    add(comparing, pair, { effect: 'meaning', message, fixed: true });
  }
  const [isOld, isNow] = [one.keywords.deprecated === true, other.keywords.deprecated === true];
  if (isOld !== isNow) {
    const message = `${sentence(name)} is ${isNow ? 'now' : 'no longer'} deprecated.`;
    add(comparing, pair, { effect: 'compatible', message });
  }
  compareDiscriminators(comparing, pair);
  compareExtensible(comparing, pair);
}

/** A value that selected a schema of a request and selects none now is rejected (OpenAPI, Discriminator Object). */
function compareDiscriminators(comparing: Comparing, pair: FlatPair): void {
  const [was, is] = [pair.one.keywords.discriminator, pair.other.keywords.discriminator];
  if (JSON.stringify(was) === JSON.stringify(is)) return;
  const lost = comparing.direction === 'input' ? unmappedValues(was, is, pair.other.alternatives) : [];
  for (const value of lost.slice(0, mostValues)) {
    const message = `The value ${show(value)} no longer selects an alternative of ${pair.name}.`;
    add(comparing, pair, { effect: 'breaking', message, fixed: true });
  }
  if (lost.length > 0) return;
  add(comparing, pair, { effect: 'meaning', message: `The discriminator of ${pair.name} changed.`, fixed: true });
}

/** Values that only the older discriminator of the same property maps; schemas are also selected by their names. */
function unmappedValues(
  was: JsonValue | undefined,
  is: JsonValue | undefined,
  alternatives: readonly Part[],
): string[] {
  if (!isJsonObject(was) || !isJsonObject(is) || was.propertyName !== is.propertyName) return [];
  const mapped = (isJsonObject(is.mapping) ? is.mapping : {}) as object;
  const isNamed = (name: string) =>
    alternatives.some(({ value }) => isJsonObject(value) && String(value.$ref).split('/').at(-1) === name);
  return Object.keys(isJsonObject(was.mapping) ? was.mapping : {}).filter(
    (value) => !Object.hasOwn(mapped, value) && !isNamed(value),
  );
}

/** `x-extensible-enum`: the values that are known today. New ones may come, but those that callers send must stay. */
function compareExtensible(comparing: Comparing, pair: FlatPair): void {
  const listOf = ({ keywords }: FlatPair['one']) => {
    const list = keywords['x-extensible-enum'];
    return Array.isArray(list) ? list : undefined;
  };
  const [was, is] = [listOf(pair.one), listOf(pair.other)];
  if (was === undefined || is === undefined) return;
  const lacks = (list: readonly JsonValue[]) => (value: JsonValue) => !list.includes(value);
  for (const value of was.filter(lacks(is)).slice(0, mostValues)) {
    const effect = comparing.direction === 'input' ? 'breaking' : 'compatible';
    const message = `The value ${show(value)} of ${pair.name} was removed.`;
    add(comparing, pair, { effect, message, rule: 'enum-value-removed', fixed: true });
  }
  for (const value of is.filter(lacks(was)).slice(0, mostValues)) {
    add(comparing, pair, { effect: 'compatible', message: `The value ${show(value)} of ${pair.name} was added.` });
  }
}

function compareItems(comparing: Comparing, pair: FlatPair): void {
  const { one, other, name } = pair;
  const [was, is] = [one.keywords.items, other.keywords.items];
  if (isJsonObject(was) && isJsonObject(is)) {
    comparePlaces(comparing, {
      before: partOf(one, 'items', { value: was }),
      after: partOf(other, 'items', { value: is }),
      name: partName(name, '[]'),
    });
  }
  const [old, now] = [one.keywords.prefixItems, other.keywords.prefixItems];
  if (!Array.isArray(old) || !Array.isArray(now)) return;
  for (const [at, value] of old.entries()) {
    const next = now[at];
    if (next === undefined) break;
    comparePlaces(comparing, {
      before: partOf(one, 'prefixItems', { value, name: String(at) }),
      after: partOf(other, 'prefixItems', { value: next, name: String(at) }),
      name: partName(name, `[${at}]`),
    });
  }
}

/** Lets the verdict on the whole correct the verdicts on its parts: rules may have moved, or exclude each other. */
function settle(comparing: Comparing, pair: PlacePair): void {
  const { engine, found, direction } = comparing;
  const isExplained = comparing.isMarked || found.some(({ effect, fixed }) => effect === 'breaking' && fixed !== true);
  const accepted = accepting(comparing, pair.before.value, pair.after.value);
  const decision = engine.compare(senderOf(comparing, pair), accepted, isExplained);
  if (decision.verdict === 'contained') {
    if (isEmpty(comparing, pair)) return;
    for (const change of found) {
      if (change.fixed === true || (change.effect !== 'breaking' && change.effect !== 'undecided')) continue;
      change.effect = 'compatible';
      delete change.counterexample;
    }
    return;
  }
  if (isExplained) return;
  const start = sentence(pair.name);
  const broken =
    direction === 'input'
      ? `${start} no longer accepts every value that it accepted before.`
      : `${start} may have values that it could not have before.`;
  const open = `It cannot be decided whether ${pair.name} ${direction === 'input' ? 'still accepts every value that it accepted before' : 'may have values that it could not have before'}.`;
  if (decision.verdict === 'broken') addDecided(comparing, pair, decision, { message: broken });
  else if (!found.some(({ effect }) => effect === 'undecided'))
    add(comparing, pair, { effect: 'undecided', message: open });
}
