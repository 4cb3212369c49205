/** Finds an object: the members that must exist get names and values, the required ones follow, then as many as are needed. */
import type { JsonValue } from '@dragoman/model';
import { canonicalJson } from '../schema/canonical-json.js';
import { sizesOf } from './find-string.js';
import { matches, partsFor } from './holds.js';
import type { SchemaLogic } from './schema-logic.js';
import type { Branch, Found, FoundValue, Literal, MemberNeed, Search } from './search.js';
import { combine, firstFound } from './search.js';

type Members = Extract<SchemaLogic, { kind: 'members' }>;

/** What the atoms say about objects. */
interface Facts {
  search: Search;
  members: readonly { logic: Members; sends: boolean }[];
  required: ReadonlySet<string>;
  absent: ReadonlySet<string>;
  nameRules: readonly Literal[];
  sizes: { min: number; max: number };
  excluded: ReadonlySet<string>;
  /** Names that the rules mention. */
  mentioned: ReadonlySet<string>;
  /** Names that only the accepting side declares, which are not sent. */
  foreign: ReadonlySet<string>;
  sentPatterns: readonly string[];
  patterns: readonly string[];
}

/** Members that have their names, with the rules that they must follow besides those of the object. */
type Assigned = ReadonlyMap<string, readonly Literal[]>;

const maxPatterns = 4;
const maxNeeded = 200;

/** Finds an object. */
export function findObject(search: Search, branch: Branch): Found {
  const facts = collect(search, branch);
  search.steps.left -= facts.mentioned.size / 50;
  if (facts.sizes.min > facts.sizes.max || facts.required.size > facts.sizes.max) return 'none';
  for (const name of facts.required) if (facts.absent.has(name)) return 'none';
  return assign(facts, branch.members, new Map());
}

function collect(search: Search, branch: Branch): Facts {
  const members: { logic: Members; sends: boolean }[] = [];
  const required = new Set<string>();
  const absent = new Set<string>();
  const nameRules: Literal[] = [];
  const excluded = new Set<string>();
  const declared = new Set<string>();
  for (const literal of branch.atoms) {
    const { logic, sign, sends } = literal;
    if (logic.kind === 'members') members.push({ logic, sends });
    else if (logic.kind === 'required') {
      (sign ? required : absent).add(logic.name);
      if (sign && sends) declared.add(logic.name);
    } else if (logic.kind === 'names' && sign) nameRules.push({ ...literal, logic: logic.part });
    else if (logic.kind === 'values' && !sign) for (const key of logic.values.keys()) excluded.add(key);
  }
  const sent = members.filter(({ sends }) => sends).map(({ logic }) => logic);
  for (const { names } of sent) for (const name of names.keys()) declared.add(name);
  const needed = branch.members.flatMap(({ names }) => (names.kind === 'name' ? [names] : []));
  const isFree = branch.isOpen || sent.some(({ rest }) => rest !== undefined);
  const added = [
    ...members.flatMap(({ logic }) => (logic.isConditional ? [] : [...logic.names.keys()])),
    ...needed.flatMap(({ name, isConditional }) => (isConditional ? [] : [name])),
  ];
  const foreign = new Set(isFree ? [] : added.filter((name) => !declared.has(name)));
  return {
    search,
    members,
    required,
    absent,
    nameRules,
    sizes: sizesOf(branch, 'object'),
    excluded,
    mentioned: new Set([
      ...members.flatMap(({ logic }) => [...logic.names.keys()]),
      ...required,
      ...absent,
      ...needed.map(({ name }) => name),
    ]),
    foreign,
    sentPatterns: sent.flatMap(({ patterns }) => [...patterns.keys()]),
    patterns: [
      ...new Set([
        ...members.flatMap(({ logic }) => [...logic.patterns.keys()]),
        ...branch.members.flatMap(({ names }) =>
          names.kind === 'pattern' ? [names.source] : names.kind === 'rest' ? names.patterns : [],
        ),
      ]),
    ],
  };
}

/** Gives the first member that must exist a name, then the others. */
function assign(facts: Facts, needs: readonly MemberNeed[], assigned: Assigned): Found {
  const [need, ...rest] = needs;
  if (need === undefined) return complete(facts, assigned);
  const { names, isComplete } = namesFor(facts, need, assigned);
  const found = firstFound(names, (name) => {
    const literals = [...(assigned.get(name) ?? []), ...need.literals];
    // A value that cannot exist needs no other members.
    if (findMember(facts, name, literals) === 'none') return 'none';
    return assign(facts, rest, new Map([...assigned, [name, literals]]));
  });
  return found === 'none' && !isComplete ? 'unknown' : found;
}

function namesFor(facts: Facts, need: MemberNeed, assigned: Assigned): { names: string[]; isComplete: boolean } {
  const { search, mentioned } = facts;
  const { names } = need;
  if (names.kind === 'name')
    return { names: isAllowed(facts, names.name) === false ? [] : [names.name], isComplete: true };
  let isComplete = true;
  const fits = (name: string): boolean => {
    const answer = fitsNeed(search, names, name);
    if (answer === undefined) isComplete = false;
    return answer === true;
  };
  const known = [...new Set([...mentioned, ...assigned.keys()])].filter(
    (name) => isAllowed(facts, name) !== false && fits(name),
  );
  const fresh = freshNames(facts, names);
  return { names: [...known, ...fresh.names], isComplete: isComplete && fresh.isComplete };
}

function fitsNeed(search: Search, rule: MemberNeed['names'], name: string): boolean | undefined {
  if (rule.kind === 'name') return rule.name === name;
  if (rule.kind === 'pattern') return matches(rule.source, name, search.patterns);
  if (rule.kind === 'against') {
    const found = search.holds(rule.part, name);
    return found === undefined ? undefined : !found;
  }
  if (rule.names.has(name)) return false;
  const met = rule.patterns.map((source) => matches(source, name, search.patterns));
  if (met.includes(true)) return false;
  return met.includes(undefined) ? undefined : true;
}

/** Whether an object may have a member of this name; one that only the accepting side declares is not sent. */
function isAllowed(facts: Facts, name: string): boolean | undefined {
  const { search, absent, foreign, sentPatterns, nameRules } = facts;
  if (absent.has(name)) return false;
  if (foreign.has(name) && !sentPatterns.some((source) => matches(source, name, search.patterns) === true))
    return false;
  const answers = nameRules.map(({ logic }) => search.holds(logic, name));
  if (answers.includes(false)) return false;
  return answers.includes(undefined) ? undefined : true;
}

/** One unmentioned name for each set of patterns that a name can match. */
function freshNames(
  facts: Facts,
  rule: MemberNeed['names'],
  taken: readonly string[] = [],
): { names: string[]; isComplete: boolean } {
  const { search, patterns, mentioned, nameRules } = facts;
  if (patterns.length > maxPatterns) return { names: [], isComplete: false };
  const names: string[] = [];
  let isComplete = true;
  for (let mask = 0; mask < 2 ** patterns.length; mask += 1) {
    const met = patterns.filter((_, at) => Math.floor(mask / 2 ** at) % 2 === 1);
    if (rule.kind === 'pattern' && !met.includes(rule.source)) continue;
    if (rule.kind === 'rest' && rule.patterns.some((source) => met.includes(source))) continue;
    const others = rule.kind === 'rest' ? rule.names : [];
    const known = new Map([...mentioned, ...others, ...taken].map((name) => [canonicalJson(name), name as JsonValue]));
    const found = search.find([
      ...nameRules,
      ...(rule.kind === 'against' ? [{ logic: rule.part, sign: false, sends: false }] : []),
      ...patterns.map((source) => ({ logic: patternOf(search, source), sign: met.includes(source), sends: false })),
      { logic: search.make({ kind: 'types', types: new Set(['string'] as const) }), sign: true, sends: false },
      { logic: search.make({ kind: 'values', values: known }), sign: false, sends: false },
      // The empty text is a name, but a poor example.
      { logic: search.make({ kind: 'size', of: 'string', side: 'min', limit: 1 }), sign: true, sends: false },
    ]);
    if (typeof found === 'object' && typeof found.value === 'string' && found.doubtful !== true)
      names.push(found.value);
    else if (found !== 'none' || mayBeEmpty(facts, rule, met)) isComplete = false;
  }
  return { names, isComplete };
}

/** Whether the empty text, which is not looked for, could be such a name. */
function mayBeEmpty({ search, nameRules }: Facts, rule: MemberNeed['names'], met: readonly string[]): boolean {
  if (rule.kind === 'against' && search.holds(rule.part, '') === true) return false;
  if (nameRules.some(({ logic }) => search.holds(logic, '') === false)) return false;
  return met.every((source) => matches(source, '', search.patterns) !== false);
}

function patternOf(search: Search, source: string): SchemaLogic {
  return search.make({ kind: 'pattern', source });
}

/** A value for a member, by the rules of the object and its own. */
function findMember({ search, members }: Facts, name: string, literals: readonly Literal[]): Found {
  let isSure = true;
  const own = members.flatMap(({ logic, sends }) => {
    const { parts, sure } = partsFor(logic, name, search.patterns);
    if (!sure) isSure = false;
    return parts.map((part): Literal => ({ logic: part, sign: true, sends }));
  });
  const found = search.find([...literals, ...own]);
  return isSure || typeof found !== 'object' ? found : { ...found, doubtful: true };
}

/** Adds the required members, and others until there are enough. */
function complete(facts: Facts, assigned: Assigned): Found {
  const { required, sizes } = facts;
  const values = new Map<string, FoundValue>();
  let isUnknown = false;
  const names = new Set([...assigned.keys(), ...required]);
  if (names.size > sizes.max) return 'none';
  for (const name of names) {
    const isThere = isAllowed(facts, name);
    if (isThere === false) return 'none';
    const found = findMember(facts, name, assigned.get(name) ?? []);
    if (found === 'none') return 'none';
    if (found === 'unknown' || isThere === undefined) isUnknown = true;
    else values.set(name, found);
  }
  if (isUnknown) return 'unknown';
  return fill(facts, values);
}

function fill(facts: Facts, values: Map<string, FoundValue>): Found {
  const { sizes, excluded } = facts;
  const build = () => Object.fromEntries([...values].map(([name, { value }]) => [name, value]));
  const isDone = () => values.size >= sizes.min && !excluded.has(canonicalJson(build()));
  if (sizes.min > maxNeeded) return 'unknown';
  let isProof = excluded.size === 0;
  /** Adds optional members; false when none of them was added. */
  const add = (names: readonly string[]): boolean => {
    const before = values.size;
    for (const name of names) {
      if (isDone() || values.has(name) || values.size >= sizes.max) continue;
      const allowed = isAllowed(facts, name);
      const found = allowed === false ? 'none' : findMember(facts, name, []);
      if (typeof found === 'object' && allowed === true) values.set(name, found);
      else if (found !== 'none') isProof = false;
    }
    return values.size > before;
  };
  add([...facts.mentioned].filter((name) => !facts.absent.has(name)));
  for (let isGrowing = true; isGrowing && !isDone(); ) {
    const fresh = freshNames(facts, { kind: 'rest', names: new Set(), patterns: [] }, [...values.keys()]);
    if (!fresh.isComplete) isProof = false;
    isGrowing = add(fresh.names);
  }
  if (isDone()) return combine([...values.values()], build());
  return isProof ? 'none' : 'unknown';
}
