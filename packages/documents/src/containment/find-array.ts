/** Finds an array: items that must exist get an index, and every index before the last gets a value. */
import { canonicalJson } from '../schema/canonical-json.js';
import { sizesOf } from './find-string.js';
import type { SchemaLogic } from './schema-logic.js';
import type { Branch, Found, FoundValue, Literal, Search } from './search.js';
import { better, combine } from './search.js';

interface Facts {
  search: Search;
  items: readonly { logic: Extract<SchemaLogic, { kind: 'items' }>; sends: boolean }[];
  counted: readonly { part: SchemaLogic; min: number; max: number; sends: boolean }[];
  sizes: { min: number; max: number };
  isUnique: boolean;
  isRepeated: boolean;
  excluded: ReadonlySet<string>;
  /** First index from which all have the same rules. */
  alike: number;
}

/** Something that an array must have at one index, or the same value at two. */
interface Demand {
  literals: readonly Literal[];
  from: number;
  to: number;
  /** Demands of one group are at different indexes. */
  group?: number;
}

const limits = { length: 60, attempts: 200 };

/** Finds an array. */
export function findArray(search: Search, branch: Branch): Found {
  const facts = collect(search, branch);
  const { sizes, counted } = facts;
  if (sizes.min > sizes.max || (facts.isUnique && facts.isRepeated)) return 'none';
  if (counted.some(({ min, max }) => min > max || min > sizes.max)) return 'none';
  if (isOvercrowded(facts)) return 'none';
  if (sizes.min > limits.length || counted.some(({ min }) => min > limits.length)) return 'unknown';
  const demands: Demand[] = [
    ...branch.items.map(({ from, to, literals }) => ({ literals, from, to })),
    ...counted.flatMap(({ part, min, sends }, group) =>
      Array.from({ length: min }, () => ({
        literals: [{ logic: part, sign: true, sends }],
        from: 0,
        to: Number.POSITIVE_INFINITY,
        group,
      })),
    ),
  ];
  const state = { left: limits.attempts };
  const attempt = facts.isRepeated ? repeatOne : place;
  return attempt(facts, demands, new Map(), state);
}

/** True when one schema requires more matching items than another one, which also matches them, allows. */
function isOvercrowded({ search, counted }: Facts): boolean {
  return counted.some((few) =>
    counted.some(
      (many) =>
        many !== few &&
        many.min > few.max &&
        search.find([
          { logic: many.part, sign: true, sends: many.sends },
          { logic: few.part, sign: false, sends: few.sends },
        ]) === 'none',
    ),
  );
}

function collect(search: Search, branch: Branch): Facts {
  const items: { logic: Extract<SchemaLogic, { kind: 'items' }>; sends: boolean }[] = [];
  const counted: { part: SchemaLogic; min: number; max: number; sends: boolean }[] = [];
  const excluded = new Set<string>();
  let [isUnique, isRepeated] = [false, false];
  for (const { logic, sign, sends } of branch.atoms) {
    if (logic.kind === 'items') items.push({ logic, sends });
    else if (logic.kind === 'contains') {
      const known = counted.find(({ part }) => search.same(part, logic.part));
      if (known === undefined) counted.push({ part: logic.part, min: logic.min, max: logic.max, sends });
      else Object.assign(known, { min: Math.max(known.min, logic.min), max: Math.min(known.max, logic.max) });
    } else if (logic.kind === 'unique' && sign) isUnique = true;
    else if (logic.kind === 'unique') isRepeated = true;
    else if (logic.kind === 'values' && !sign) for (const key of logic.values.keys()) excluded.add(key);
  }
  const alike = Math.max(0, ...items.map(({ logic }) => logic.prefix.length));
  return { search, items, counted, sizes: sizesOf(branch, 'array'), isUnique, isRepeated, excluded, alike };
}

function literalsAt({ items }: Facts, at: number): Literal[] {
  return items.flatMap(({ logic, sends }) => {
    const part = logic.prefix[at] ?? logic.rest;
    return part === undefined ? [] : [{ logic: part, sign: true, sends }];
  });
}

/** Demands by index. */
type Placed = ReadonlyMap<number, readonly Demand[]>;

type State = { left: number };

/** Two equal items: one value follows the rules of both indexes. */
function repeatOne(facts: Facts, demands: readonly Demand[], _: Placed, state: State): Found {
  const last = facts.alike + 1;
  let best: Found = 'none';
  for (let one = 0; one < last; one += 1) {
    for (let other = one + 1; other <= last; other += 1) {
      if (other >= facts.sizes.max) continue;
      const found = facts.search.find([...literalsAt(facts, one), ...literalsAt(facts, other)]);
      if (typeof found !== 'object') {
        best = better(best, found);
        continue;
      }
      const value = facts.search.make({ kind: 'values', values: new Map([[canonicalJson(found.value), found.value]]) });
      const fixed = [one, other].map(
        (at): Demand => ({ literals: [{ logic: value, sign: true, sends: false }], from: at, to: at }),
      );
      const whole = place({ ...facts, isRepeated: false }, [...fixed, ...demands], new Map(), state);
      best = better(best, whole === 'none' ? 'unknown' : whole);
      if (typeof best === 'object' && best.doubtful !== true) return best;
    }
  }
  return best;
}

/** Gives the first demand an index, then the others. */
function place(facts: Facts, demands: readonly Demand[], placed: Placed, state: State): Found {
  state.left -= 1;
  if (state.left < 0) return 'unknown';
  const [demand, ...rest] = demands;
  if (demand === undefined) return complete(facts, placed);
  const last = Math.min(
    demand.to,
    Math.max(demand.from, facts.alike, ...[...placed.keys()].map((at) => at + 1)),
    facts.sizes.max - 1,
  );
  let best: Found = 'none';
  for (let at = demand.from; at <= last; at += 1) {
    const there = placed.get(at) ?? [];
    if (demand.group !== undefined && there.some(({ group }) => group === demand.group)) continue;
    const together = [...there, demand];
    if (facts.search.find([...literalsAt(facts, at), ...together.flatMap(({ literals }) => literals)]) === 'none')
      continue;
    best = better(best, place(facts, rest, new Map([...placed, [at, together]]), state));
    if (typeof best === 'object' && best.doubtful !== true) return best;
  }
  return best;
}

function complete(facts: Facts, placed: Placed): Found {
  const { search, sizes, isUnique, counted, excluded } = facts;
  const length = Math.max(sizes.min, 0, ...[...placed.keys()].map((at) => at + 1));
  if (length > sizes.max) return 'none';
  const values: FoundValue[] = [];
  // A value that is found first may be needed later, so a failure after a restriction is not a proof.
  let isProof = true;
  for (let at = 0; at < length; at += 1) {
    const there = placed.get(at) ?? [];
    const literals = [...literalsAt(facts, at), ...there.flatMap((demand) => demand.literals)];
    const [others, certain] = othersAt(facts, placed, at);
    const different = isUnique && values.length > 0 ? [notThese(search, values)] : [];
    if (!certain || different.length > 0) isProof = false;
    const found = search.find([...literals, ...others, ...different]);
    if (found === 'none') return isProof || search.find(literals) === 'none' ? 'none' : 'unknown';
    if (found === 'unknown') return 'unknown';
    values.push(found);
  }
  const value = values.map((each) => each.value);
  if (excluded.has(canonicalJson(value))) return 'unknown';
  const isCounted = counted.every(
    ({ part, max }) => value.filter((item) => search.holds(part, item) !== false).length <= max,
  );
  return isCounted ? combine(values, value) : 'unknown';
}

/** Items without a demand do not match what may occur only some times. */
function othersAt({ counted }: Facts, placed: Placed, at: number): [literals: Literal[], certain: boolean] {
  const groups = new Set((placed.get(at) ?? []).map(({ group }) => group));
  const others = counted.filter(({ max }, group) => max !== Number.POSITIVE_INFINITY && !groups.has(group));
  return [
    others.map(({ part, sends }) => ({ logic: part, sign: false, sends })),
    others.every(({ min, max }) => min === max),
  ];
}

function notThese(search: Search, values: readonly FoundValue[]): Literal {
  const known = new Map(values.map(({ value }) => [canonicalJson(value), value]));
  return { logic: search.make({ kind: 'values', values: known }), sign: false, sends: false };
}
