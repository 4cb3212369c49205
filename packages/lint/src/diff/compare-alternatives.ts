/** Differences of alternatives (`oneOf`, `anyOf`): which ones were added or removed, and how the others changed. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Api } from '../api/api.js';
import { accepting, add, addDecided, type Comparing, decide, type FlatPair, partName, sentence } from './comparing.js';
import { flattenSchema, type Part } from './flatten-schema.js';

/** An alternative with the name that it has in messages. */
interface Named extends Part {
  label: string;
  /** True when the label is a name that the document gives to it. */
  isNamed: boolean;
}

/** Compares the alternatives. */
export function compareAlternatives(comparing: Comparing, pair: FlatPair): void {
  const { before, after } = comparing;
  if (pair.one.alternatives.length === 0 && pair.other.alternatives.length === 0) return;
  const [was, is] = [name(comparing, before, partsOf(pair.one)), name(comparing, after, partsOf(pair.other))];
  const matched = match(comparing, was, is);
  for (const [one, other] of matched) {
    comparing.visit({ before: one, after: other, name: partName(pair.name, `<${other.label}>`) });
  }
  if (pair.isSame) return;
  const accepted = accepting(comparing, was, is);
  const rules: JsonObject = accepted.length === 0 ? {} : { anyOf: accepted.map(({ value }) => value) };
  if (was.length === 0 || is.length === 0) {
    const message = `${sentence(pair.name)} ${is.length === 0 ? 'no longer has' : 'now has'} alternatives: ${labels(is.length === 0 ? was : is)}.`;
    addDecided(comparing, pair, decide(comparing, pair, rules), { message });
    return;
  }
  const kept = new Set(matched.flat());
  const report = (part: Named, word: string) => {
    const isSent = (word === 'added') === (comparing.direction === 'output');
    const message = `The alternative ${part.label} of ${pair.name} was ${word}.`;
    // A kind with a name of its own is part of the contract, even if its values look like those of another kind.
    const decision = isSent ? comparing.engine.compare(part.value, rules) : ({ verdict: 'contained' } as const);
    if (isSent && part.isNamed && decision.verdict === 'contained')
      add(comparing, pair, { effect: 'breaking', message, fixed: true });
    else addDecided(comparing, pair, decision, { message });
  };
  for (const part of was) if (!kept.has(part)) report(part, 'removed');
  for (const part of is) if (!kept.has(part)) report(part, 'added');
}

/** The alternatives; a list of one is one next to a list of several. */
function partsOf({ alternatives, single }: FlatPair['one']): readonly Part[] {
  return alternatives.length === 0 && single !== undefined ? [single] : alternatives;
}

/** True for an alternative without a name. */
function isNumber(label: string): boolean {
  return /^\d+$/.test(label);
}

function labels(parts: readonly Named[]): string {
  return parts
    .slice(0, 5)
    .map(({ label }) => label)
    .join(', ');
}

function name({ direction }: Comparing, api: Api, parts: readonly Part[]): Named[] {
  return parts.map((part, at) => {
    const label = labelOf(api, part, direction);
    const { types } = flattenSchema(api, part, direction);
    return {
      ...part,
      label: label ?? (types.length === 1 ? types[0] : undefined) ?? String(at + 1),
      isNamed: label !== undefined,
    };
  });
}

/** The name of the schema, its title, or the value of the member that identifies it. */
function labelOf(api: Api, part: Part, direction: Comparing['direction']): string | undefined {
  const { value } = part;
  if (isJsonObject(value) && typeof value.$ref === 'string') return value.$ref.split('/').at(-1)?.slice(0, 60);
  if (isJsonObject(value) && typeof value.title === 'string') return value.title.slice(0, 60);
  const { properties, required } = flattenSchema(api, part, direction);
  for (const [member, inner] of properties) {
    const constant = required.has(member) ? constantOf(api, inner) : undefined;
    if (constant !== undefined) return `${member} ${constant}`;
  }
  return undefined;
}

function constantOf(api: Api, part: Part): string | undefined {
  const schema = api.follow(part)?.value ?? {};
  const values: JsonValue = Object.hasOwn(schema, 'const') ? [schema.const ?? null] : (schema.enum ?? []);
  return Array.isArray(values) && values.length === 1 ? JSON.stringify(values[0]).slice(0, 60) : undefined;
}

/**
 * Pairs alternatives with the same name, then equal ones, then those of the same type that share members, and at last
 * those at the same index if there are as many.
 */
function match(
  { engine, direction, before, after }: Comparing,
  was: readonly Named[],
  is: readonly Named[],
): [Named, Named][] {
  const pairs: [Named, Named][] = [];
  const [old, now] = [new Set(was), new Set(is)];
  const pairUp = (fits: (one: Named, other: Named) => boolean) => {
    for (const one of old) {
      const other = [...now].find((each) => fits(one, each));
      if (other === undefined) continue;
      pairs.push([one, other]);
      old.delete(one);
      now.delete(other);
    }
  };
  const isSame = (one: Named, other: Named) =>
    direction === 'input' ? engine.isSame(one.value, other.value) : engine.isSame(other.value, one.value);
  const members = (api: Api, part: Part) => [...flattenSchema(api, part, direction).properties.keys()];
  const isAlike = (one: Named, other: Named) => one.label === other.label && !isNumber(one.label);
  pairUp((one, other) => one.isNamed && other.isNamed && isAlike(one, other));
  if (was.length * is.length <= 2_500) {
    pairUp(isSame);
    pairUp((one, other) => isAlike(one, other) && sharesMembers(members(before, one), members(after, other)));
  }
  pairUp(isAlike);
  if (old.size === now.size && was.length === is.length)
    pairUp((one, other) => was.indexOf(one) === is.indexOf(other) && isNumber(one.label));
  return pairs;
}

/** True for objects that have more members in common than apart. */
function sharesMembers(was: readonly string[], is: readonly string[]): boolean {
  const common = was.filter((name) => is.includes(name)).length;
  return common * 2 > Math.max(was.length, is.length);
}
