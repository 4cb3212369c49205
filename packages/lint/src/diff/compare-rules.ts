/** Differences of the rules of one place: its type, its values, its limits, and rules that are schemas. */
import { canonicalJson } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import {
  accepting,
  add,
  addDecided,
  type Comparing,
  decide,
  effectOf,
  type FlatPair,
  senderOf,
  sentence,
  show,
} from './comparing.js';
import type { FlatSchema } from './flatten-schema.js';

/** Compares the rules. */
export function compareRules(comparing: Comparing, pair: FlatPair): void {
  compareTypes(comparing, pair);
  compareValues(comparing, pair);
  for (const group of groups) compareGroup(comparing, pair, group);
  compareOpenness(comparing, pair);
}

function compareTypes(comparing: Comparing, pair: FlatPair): void {
  const [was, is] = [pair.one.types, pair.other.types];
  if (was.join() === is.join()) return;
  const accepted = accepting(comparing, was, is);
  const decision = decide(comparing, pair, accepted.length === 0 ? {} : { type: [...accepted] });
  const message = `${sentence(pair.name)} was ${was.join(' or ') || 'anything'} and is ${is.join(' or ') || 'anything'}.`;
  addDecided(comparing, pair, decision, { message });
}

/** The values of an enum or a constant. */
function listed({ keywords }: FlatSchema): JsonValue[] | undefined {
  const values = Object.hasOwn(keywords, 'const') ? [keywords.const ?? null] : keywords.enum;
  return Array.isArray(values) ? values : undefined;
}

/** Some of the values as text. */
function showSome(values: readonly JsonValue[]): string {
  const shown = values.slice(0, 5).map(show).join(', ');
  return values.length > 5 ? `${shown} and ${values.length - 5} more` : shown;
}

const mostValues = 50;

function compareValues(comparing: Comparing, pair: FlatPair): void {
  const { direction } = comparing;
  const [all, allNow] = [listed(pair.one), listed(pair.other)];
  // Whether null is allowed is compared through the types.
  const [was, is] = [all, allNow].map((values) => values?.filter((value) => value !== null));
  if (was === undefined && is === undefined) return;
  const accepted = accepting(comparing, was, is);
  const allowed: JsonObject = accepted === undefined ? {} : { enum: [...accepted, null] };
  if (was === undefined || is === undefined) {
    const name = sentence(pair.name);
    const values = showSome(allNow ?? all ?? []);
    const message =
      is === undefined ? `${name} is no longer restricted to ${values}.` : `${name} is now restricted to ${values}.`;
    addDecided(comparing, pair, decide(comparing, pair, allowed), { message });
    return;
  }
  const [old, now] = [new Set(was.map(canonicalJson)), new Set(is.map(canonicalJson))];
  const change = (value: JsonValue, isRemoved: boolean) => {
    const rule = isRemoved ? { rule: 'enum-value-removed' as const } : {};
    const message = `The value ${show(value)} of ${pair.name} was ${isRemoved ? 'removed' : 'added'}.`;
    const only: JsonObject = { allOf: [senderOf(comparing, pair), { const: value }] };
    const decision = comparing.engine.compare(only, allowed);
    addDecided(comparing, pair, decision, { message, ...rule });
  };
  const removed = was.filter((value) => !now.has(canonicalJson(value)));
  const added = is.filter((value) => !old.has(canonicalJson(value)));
  for (const value of removed.slice(0, mostValues)) change(value, true);
  for (const value of added.slice(0, mostValues)) change(value, false);
  const more = Math.max(0, removed.length - mostValues) + Math.max(0, added.length - mostValues);
  if (more === 0) return;
  const decision = decide(comparing, pair, allowed);
  add(comparing, pair, {
    effect: effectOf(decision),
    message: `${more} more values of ${pair.name} were ${direction === 'input' ? 'removed or added' : 'added or removed'}.`,
  });
}

/** Keywords that make one rule together. */
const groups: readonly (readonly string[])[] = [
  ['minimum', 'exclusiveMinimum'],
  ['maximum', 'exclusiveMaximum'],
  ['multipleOf'],
  ['minLength'],
  ['maxLength'],
  ['pattern'],
  ['format'],
  ['contentEncoding'],
  ['contentMediaType'],
  ['contentSchema'],
  ['minItems'],
  ['maxItems'],
  ['uniqueItems'],
  ['contains', 'minContains', 'maxContains'],
  ['minProperties'],
  ['maxProperties'],
  ['propertyNames'],
  ['dependentRequired'],
  ['dependentSchemas'],
  ['if', 'then', 'else'],
  ['not'],
  ['unevaluatedItems'],
  ['items'],
  ['prefixItems'],
];

function pick({ keywords }: FlatSchema, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.flatMap((name) => (keywords[name] === undefined ? [] : [[name, keywords[name]]])));
}

function compareGroup(comparing: Comparing, pair: FlatPair, group: readonly string[]): void {
  const [was, is] = [pick(pair.one, group), pick(pair.other, group)];
  if (canonicalJson(was) === canonicalJson(is) || isVisited(group, was, is)) return;
  const { engine, direction } = comparing;
  if (direction === 'input' ? engine.isSame(was, is) : engine.isSame(is, was)) return;
  const [old, now] = [withFirstItems(was, pair.one), withFirstItems(is, pair.other)];
  const decision = decide(comparing, pair, accepting(comparing, old, now), accepting(comparing, now, old));
  addDecided(comparing, pair, decision, { message: reportRule(pair.name, was, is) });
}

/** `items` is about the items after those of `prefixItems`. */
function withFirstItems(rules: JsonObject, { keywords: { prefixItems } }: FlatSchema): JsonObject {
  return rules.items === undefined || !Array.isArray(prefixItems)
    ? rules
    : { ...rules, prefixItems: prefixItems.map(() => true) };
}

/** True for items, which are places of their own when both versions describe as many of them. */
function isVisited([keyword = '']: readonly string[], was: JsonObject, is: JsonObject): boolean {
  const [old, now] = [was[keyword], is[keyword]];
  if (keyword === 'items') return isJsonObject(old) && isJsonObject(now);
  return keyword === 'prefixItems' && Array.isArray(old) && Array.isArray(now) && old.length === now.length;
}

function reportRule(name: string, was: JsonObject, is: JsonObject): string {
  const [old, now] = [Object.keys(was), Object.keys(is)];
  const keyword = (now[0] ?? old[0]) as string;
  const isPlain = [...Object.values(was), ...Object.values(is)].every((value) => typeof value !== 'object');
  const text = (rules: JsonObject) =>
    isPlain
      ? Object.entries(rules)
          .map(([word, value]) => `${word} ${show(value)}`)
          .join(', ')
      : `the rule ${Object.keys(rules).join('/')}`;
  if (old.length === 0) return `${sentence(name)} now has ${text(is)}.`;
  if (now.length === 0) return `${sentence(name)} no longer has ${text(was)}.`;
  if (!isPlain) return `${keyword} of ${name} changed.`;
  if (old.join() === now.join() && now.length === 1)
    return `${keyword} of ${name} was ${show(was[keyword])} and is ${show(is[keyword])}.`;
  return `${sentence(name)} had ${text(was)} and has ${text(is)}.`;
}

/** Rules for members without a name in the schema. */
function compareOpenness(comparing: Comparing, pair: FlatPair): void {
  const [was, is] = [restRules(pair.one), restRules(pair.other)];
  if (canonicalJson(was.rest) === canonicalJson(is.rest)) return;
  const decision = decide(comparing, pair, accepting(comparing, was.rules, is.rules));
  const name = sentence(pair.name);
  if (isJsonObject(was.rest) && isJsonObject(is.rest)) return;
  const message =
    is.rest === false
      ? `${name} now rejects unknown properties.`
      : was.rest === false
        ? `${name} now accepts unknown properties.`
        : `The rules of unknown properties of ${pair.name} changed.`;
  addDecided(comparing, pair, decision, { message });
}

/** The rules for unknown members, with the known ones open. */
export function restRules({ keywords, properties }: FlatSchema): { rest: JsonValue; rules: JsonObject } {
  const rest = keywords.additionalProperties ?? keywords.unevaluatedProperties ?? true;
  const patterns = isJsonObject(keywords.patternProperties) ? Object.keys(keywords.patternProperties) : [];
  const open = (names: Iterable<string>) => Object.fromEntries([...names].map((each) => [each, true]));
  return {
    rest,
    rules: { properties: open(properties.keys()), patternProperties: open(patterns), additionalProperties: rest },
  };
}
