/** The search itself: takes combinations apart, tries alternatives, and remembers what was found for a set of rules. */
import type { JsonValue } from '@dragoman/model';
import type { PatternBudget } from '../schema/linear-pattern.js';
import { clash, clashesWith, createConstantReader } from './constants.js';
import { findArray } from './find-array.js';
import { findNumber } from './find-number.js';
import { findObject } from './find-object.js';
import { findText } from './find-string.js';
import { parsePattern } from './parse-pattern.js';
import type { Language } from './regular-language.js';
import { createSameLogic } from './same-logic.js';
import type { SchemaLogic, SchemaShape } from './schema-logic.js';
import { typeOfAtom, typeOfValue, valueTypes } from './schema-logic.js';
import type { Branch, Found, FoundValue, ItemNeed, Literal, MemberNeed, Search } from './search.js';
import { createHolds, firstFound, satisfies } from './search.js';
import { isUnchecked } from './text-formats.js';

const maxDepth = 40;
const maxChoices = 5_000;

/** Creates a search with a number of steps. */
export function createSearch(options: {
  steps: { left: number };
  patterns: PatternBudget;
  declaredOnly: boolean;
  forgivesContradictions: boolean;
  nextId: () => number;
  /** Whether the validator confirms a value of the outermost rules. */
  confirm: (value: JsonValue) => boolean;
}): Search {
  const { steps, patterns, declaredOnly, forgivesContradictions } = options;
  const known = new Map<string, Found>();
  /** Sets of rules that are being looked at, with their depth. */
  const open = new Map<string, number>();
  /** The outermost set that a result relies on. */
  let lowest = Number.POSITIVE_INFINITY;
  const make = (shape: SchemaShape): SchemaLogic => ({ ...shape, id: options.nextId() });
  const find = (literals: readonly Literal[]): Found => {
    options.steps.left -= 1;
    if (options.steps.left < 0 || open.size >= maxDepth) return 'unknown';
    const key = keyOf(literals);
    const before = known.get(key);
    if (before !== undefined) return before;
    const at = open.get(key);
    if (at !== undefined) {
      // The smallest value never contains a value for the same rules, so this way is not needed.
      lowest = Math.min(lowest, at);
      return 'none';
    }
    const depth = open.size;
    open.set(key, depth);
    const outer = lowest;
    lowest = Number.POSITIVE_INFINITY;
    const found = findValue(search, literals);
    open.delete(key);
    const reliesOn = lowest;
    if (found !== 'unknown' && (found !== 'none' || reliesOn >= depth)) known.set(key, found);
    lowest = Math.min(outer, reliesOn >= depth ? Number.POSITIVE_INFINITY : reliesOn);
    return found;
  };
  const search: Search = {
    steps,
    patterns,
    same: createSameLogic(steps),
    declaredOnly,
    forgivesContradictions,
    isAssuming: false,
    make,
    languageOf: createLanguages(),
    constants: createConstantReader(),
    confirm: (value) => open.size === 1 && options.confirm(value),
    find,
    holds: createHolds(patterns),
  };
  return search;
}

function createLanguages(): Search['languageOf'] {
  const known = new Map<string, Language | undefined>();
  return (source) => {
    if (!known.has(source)) known.set(source, parsePattern(source));
    return known.get(source);
  };
}

function keyOf(literals: readonly Literal[]): string {
  return [...new Set(literals.map(({ logic, sign, sends }) => `${sign ? '' : '-'}${logic.id}${sends ? 's' : ''}`))]
    .sort()
    .join();
}

/** One of several ways to follow a rule. */
interface Option {
  literals: readonly Literal[];
  member?: MemberNeed;
  item?: ItemNeed;
}

/** Alternatives; those of a rule to follow are tried first, because they decide most rules to break. */
interface Choice {
  options: Option[];
  isFollowed: boolean;
}

interface Expansion {
  search: Search;
  branch: Branch;
  /** Every literal so far, to notice contradictions. */
  seen: readonly Literal[];
  choices: Choice[];
}

function findValue(search: Search, literals: readonly Literal[]): Found {
  const isFree = !search.declaredOnly || !literals.some(({ sign, sends }) => sign && sends);
  const branch: Branch = {
    atoms: [],
    members: [],
    items: [],
    types: new Set(valueTypes),
    isOpen: isFree,
    isDoubtful: false,
  };
  const start: Expansion = { search, branch, seen: [], choices: [] };
  const expanded = expand(start, literals);
  return expanded === undefined ? 'none' : descend(expanded, literals);
}

/** Adds literals until only atoms and choices are left; undefined for a contradiction. */
function expand(from: Expansion, literals: readonly Literal[]): Expansion | undefined {
  const { search, branch } = from;
  const next: Expansion = {
    search,
    branch: { ...branch, atoms: [...branch.atoms], types: new Set(branch.types) },
    seen: from.seen,
    choices: [...from.choices],
  };
  const seen = [...from.seen];
  // Rules to follow come first: they decide rules to break without a search.
  const queue = [...literals].sort((one, other) => Number(one.sign) - Number(other.sign));
  for (let literal = queue.pop(); literal !== undefined; literal = queue.pop()) {
    const { logic, sign } = literal;
    search.steps.left -= 1;
    if (search.steps.left < 0) next.branch.isDoubtful = true;
    if (seen.some((each) => each.logic === logic && each.sign === sign)) continue;
    if (seen.some((each) => each.sign !== sign && search.same(each.logic, logic))) return undefined;
    if (clashesWith(search.constants, seen, logic)) {
      if (sign) return undefined;
      continue;
    }
    seen.push(literal);
    if (!addLiteral(next, literal, queue)) return undefined;
    if (next.branch.types.size === 0) return undefined;
  }
  next.seen = seen;
  return next;
}

/** Takes one literal apart; false for a contradiction. */
function addLiteral(expansion: Expansion, literal: Literal, queue: Literal[]): boolean {
  const { logic, sign, sends } = literal;
  const { branch, choices } = expansion;
  const of = (part: SchemaLogic, positive: boolean): Literal => ({ logic: part, sign: positive, sends });
  switch (logic.kind) {
    case 'always':
      if (sign && logic.value && sends) branch.isOpen = true;
      return logic.value === sign;
    case 'link':
      queue.push(of(logic.target(), sign));
      return true;
    case 'not':
      queue.push(of(logic.part, !sign));
      return true;
    case 'all':
    case 'any':
      if ((logic.kind === 'all') === sign) queue.push(...logic.parts.map((part) => of(part, sign)));
      else choices.push({ options: logic.parts.map((part) => ({ literals: [of(part, sign)] })), isFollowed: sign });
      return true;
    case 'one':
      choices.push({
        options: (sign ? exactlyOne : notExactlyOne)(expansion.search, logic.parts, of),
        isFollowed: sign,
      });
      return true;
    default:
      return addAtom(expansion, literal);
  }
}

type Make = (part: SchemaLogic, sign: boolean) => Literal;

/** Alternatives that exclude each other by a constant need no mention. */
function isApart({ constants }: Search, one: SchemaLogic, other: SchemaLogic): boolean {
  return clash(constants.of(one), constants.of(other));
}

function exactlyOne(search: Search, parts: readonly SchemaLogic[], of: Make): Option[] {
  return parts.map((part, at) => {
    const others = parts.filter((each, index) => index !== at && !isApart(search, part, each));
    return { literals: [of(part, true), ...others.map((each) => of(each, false))] };
  });
}

function notExactlyOne(search: Search, parts: readonly SchemaLogic[], of: Make): Option[] {
  const pairs = parts.flatMap((one, at) =>
    parts
      .slice(at + 1)
      .filter((other) => !isApart(search, one, other))
      .map((other): Option => ({ literals: [of(one, true), of(other, true)] })),
  );
  return [{ literals: parts.map((part) => of(part, false)) }, ...pairs];
}

function addAtom({ branch, choices, search }: Expansion, literal: Literal): boolean {
  const { logic, sign, sends } = literal;
  const about = typeOfAtom(logic);
  if (logic.kind === 'word' && isUnchecked(logic.word)) search.isAssuming = true;
  if (!sign && about !== undefined) keepOnly(branch, (type) => type === about);
  switch (logic.kind) {
    case 'types':
      if (sign) keepOnly(branch, (type) => logic.types.has(type) || (type === 'number' && logic.types.has('integer')));
      else keepOnly(branch, (type) => !logic.types.has(type));
      branch.atoms.push(literal);
      return true;
    case 'values':
      if (sign) {
        const types = new Set([...logic.values.values()].map(typeOfValue));
        keepOnly(branch, (type) => types.has(type));
      }
      branch.atoms.push(literal);
      return true;
    case 'opaque':
      branch.isDoubtful = true;
      if (!sign && logic.about?.kind === 'members')
        choices.push(broken([...brokenMembers(logic.about, sends), { literals: [] }]));
      if (!sign && logic.about?.kind === 'items')
        choices.push(broken([...brokenItems(logic.about, sends), { literals: [] }]));
      return true;
    case 'members':
      if (!sign) choices.push(broken(brokenMembers(logic, sends)));
      else branch.atoms.push(literal);
      return true;
    case 'names':
      if (sign) branch.atoms.push(literal);
      else branch.members = [...branch.members, { names: { kind: 'against', part: logic.part }, literals: [] }];
      return true;
    case 'items':
      if (!sign) choices.push(broken(brokenItems(logic, sends)));
      else branch.atoms.push(literal);
      return true;
    case 'contains':
      if (sign) branch.atoms.push(literal);
      else choices.push(broken(brokenContains(search, logic, sends)));
      return true;
    default:
      branch.atoms.push(literal);
      return true;
  }
}

function broken(options: Option[]): Choice {
  return { options, isFollowed: false };
}

function keepOnly({ types }: Branch, keeps: (type: (typeof valueTypes)[number]) => boolean): void {
  for (const type of types) if (!keeps(type)) types.delete(type);
}

/** The ways in which an object breaks the rules for its members. */
function brokenMembers(
  { names, patterns, rest, isConditional }: Extract<SchemaLogic, { kind: 'members' }>,
  sends: boolean,
): Option[] {
  const need = (wanted: MemberNeed['names'], part: SchemaLogic): Option => ({
    literals: [],
    member: { names: wanted, literals: [{ logic: part, sign: false, sends }] },
  });
  const others = { kind: 'rest', names: new Set(names.keys()), patterns: [...patterns.keys()] } as const;
  return [
    ...[...names].map(([name, part]) => need({ kind: 'name', name, isConditional }, part)),
    ...[...patterns].map(([source, part]) => need({ kind: 'pattern', source }, part)),
    ...(rest === undefined ? [] : [need(others, rest)]),
  ];
}

function brokenItems({ prefix, rest }: Extract<SchemaLogic, { kind: 'items' }>, sends: boolean): Option[] {
  const need = (from: number, to: number, part: SchemaLogic): Option => ({
    literals: [],
    item: { from, to, literals: [{ logic: part, sign: false, sends }] },
  });
  return [
    ...prefix.map((part, at) => need(at, at, part)),
    ...(rest === undefined ? [] : [need(prefix.length, Number.POSITIVE_INFINITY, rest)]),
  ];
}

/** Too few matching items, or too many. */
function brokenContains(
  search: Search,
  { part, min, max }: Extract<SchemaLogic, { kind: 'contains' }>,
  sends: boolean,
): Option[] {
  const counted = (least: number, most: number): Option => ({
    literals: [{ logic: search.make({ kind: 'contains', part, min: least, max: most }), sign: true, sends: false }],
  });
  const few = min > 0 ? [counted(0, min - 1)] : [];
  const many = max === Number.POSITIVE_INFINITY ? [] : [counted(max + 1, Number.POSITIVE_INFINITY)];
  return [...few, ...many].map((option) => ({
    ...option,
    literals: option.literals.map((each) => ({ ...each, sends })),
  }));
}

/** Values that are listed are tried one by one; otherwise the shortest choice is made, or the types are tried. */
function descend(expansion: Expansion, goal: readonly Literal[]): Found {
  const { search, branch, choices } = expansion;
  search.steps.left -= 1;
  if (search.steps.left < 0) return 'unknown';
  const listed = branch.atoms.find(({ logic, sign }) => sign && logic.kind === 'values')?.logic;
  if (listed?.kind === 'values') {
    return firstFound(listed.values.values(), (value) => {
      const answer = satisfies(search, goal, value);
      return answer === false ? 'none' : answer === true ? listedValue(search, value) : tryListed(search, goal, value);
    });
  }
  const [choice, ...rest] = [...choices].sort(
    (one, other) => Number(other.isFollowed) - Number(one.isFollowed) || one.options.length - other.options.length,
  );
  if (choice === undefined) return findByType(search, branch);
  if (choice.options.length > maxChoices) return 'unknown';
  return firstFound(choice.options, ({ literals, member, item }) => {
    if (member !== undefined && isImpossible(search, branch, member)) return 'none';
    const extended: Branch = {
      ...branch,
      types: new Set(branch.types),
      members: member === undefined ? branch.members : [...branch.members, member],
      items: item === undefined ? branch.items : [...branch.items, item],
    };
    if (member !== undefined) keepOnly(extended, (type) => type === 'object');
    if (item !== undefined) keepOnly(extended, (type) => type === 'array');
    if (extended.types.size === 0) return 'none';
    const next = expand({ ...expansion, branch: extended, choices: rest }, literals);
    const found = next === undefined ? 'none' : descend(next, goal);
    return found !== 'none' && member !== undefined && isForgiven(search, member) ? 'none' : found;
  });
}

/**
 * Rules of a received member that contradict each other allowed no value, so nobody relied on them: the member counts
 * as new. A member that is excluded by `false` is excluded on purpose.
 */
function isForgiven(search: Search, { names, literals }: MemberNeed): boolean {
  if (!search.forgivesContradictions || names.kind !== 'name' || names.isConditional) return false;
  const [rule] = literals;
  if (rule === undefined || rule.sends || rule.logic.kind === 'always') return false;
  return search.find([{ ...rule, sign: true }]) === 'none';
}

/** A named member whose rules on both sides exclude each other, found before the whole object is looked at. */
function isImpossible(search: Search, { atoms }: Branch, { names, literals }: MemberNeed): boolean {
  if (names.kind !== 'name') return false;
  const own = atoms.flatMap(({ logic, sign, sends }): Literal[] => {
    const part = sign && logic.kind === 'members' ? logic.names.get(names.name) : undefined;
    return part === undefined ? [] : [{ logic: part, sign: true, sends }];
  });
  return own.length > 0 && search.find([...literals, ...own]) === 'none';
}

function listedValue({ isAssuming }: Search, value: JsonValue): FoundValue {
  return isAssuming ? { value, assumed: true } : { value };
}

/** A listed value about which a rule is not understood: a word is assumed to mean a restriction, the rest is doubtful. */
function tryListed(search: Search, goal: readonly Literal[], value: JsonValue): Found {
  const unsure = goal.filter(({ logic }) => search.holds(logic, value) === undefined);
  return unsure.every(({ logic, sign }) => logic.kind === 'word' && sign)
    ? { value, assumed: true }
    : { value, doubtful: true };
}

function findByType(search: Search, branch: Branch): Found {
  const found = firstFound(
    valueTypes.filter((type) => branch.types.has(type)),
    (type): Found => {
      switch (type) {
        case 'string':
          return findText(search, branch);
        case 'number':
          return findNumber(branch);
        case 'object':
          return findObject(search, branch);
        case 'array':
          return findArray(search, branch);
        default:
          return firstFound(type === 'null' ? [null] : [true, false], (value) =>
            satisfies(search, branch.atoms, value) === false ? 'none' : { value },
          );
      }
    },
  );
  if (typeof found !== 'object' || !(branch.isDoubtful || found.doubtful === true)) return found;
  return search.confirm(found.value) ? { value: found.value } : { ...found, doubtful: true };
}
