/**
 * Looks for a value that follows some rules and breaks others. A rule that combines others is taken apart, alternatives
 * are tried one by one, and what is left concerns one type. Finding nothing is a proof unless a limit was reached.
 */
import type { JsonValue } from '@dragoman/model';
import type { PatternBudget } from '../schema/linear-pattern.js';
import type { ConstantReader } from './constants.js';
import type { Answer, Evaluation } from './holds.js';
import { holds } from './holds.js';
import type { Language } from './regular-language.js';
import type { SameLogic } from './same-logic.js';
import type { SchemaLogic, SchemaShape, ValueType } from './schema-logic.js';

/** A rule that a value must follow, or break. */
export interface Literal {
  logic: SchemaLogic;
  sign: boolean;
  /** True for rules of the side that the values come from. */
  sends: boolean;
}

/**
 * A value, with `assumed` when it relies on the meaning of a format that is not understood, and `doubtful` when a rule
 * was left out; `none`: there is no such value; `unknown`: not decided.
 */
export type Found = FoundValue | 'none' | 'unknown';

/** A found value. */
export interface FoundValue {
  value: JsonValue;
  assumed?: boolean;
  doubtful?: boolean;
}

/** The state of one search. */
export interface Search {
  steps: { left: number };
  patterns: PatternBudget;
  same: SameLogic;
  /** True once a rule was met that the validator ignores. */
  isAssuming: boolean;
  /** True when a sender sends only the members that it declares. */
  declaredOnly: boolean;
  /** True for responses: a member whose older rules exclude every value counts as a new member. */
  forgivesContradictions: boolean;
  make(shape: SchemaShape): SchemaLogic;
  constants: ConstantReader;
  /** The language of a pattern, read once. */
  languageOf(source: string): Language | undefined;
  /** Asks the validator about a doubtful value for the outermost rules; false for values inside. */
  confirm(value: JsonValue): boolean;
  find(literals: readonly Literal[]): Found;
  holds(logic: SchemaLogic, value: JsonValue): Answer;
}

/** A member that must exist: its name follows a rule, its value follows the literals. */
export interface MemberNeed {
  names:
    | { kind: 'name'; name: string; isConditional: boolean }
    | { kind: 'pattern'; source: string }
    | { kind: 'rest'; names: ReadonlySet<string>; patterns: readonly string[] }
    | { kind: 'against'; part: SchemaLogic };
  literals: readonly Literal[];
}

/** An item that must exist at an index, or after one. */
export interface ItemNeed {
  from: number;
  to: number;
  literals: readonly Literal[];
}

/** Rules about one value without alternatives. */
export interface Branch {
  atoms: Literal[];
  members: MemberNeed[];
  items: ItemNeed[];
  types: Set<ValueType>;
  /** True when the sending side allows every value here. */
  isOpen: boolean;
  isDoubtful: boolean;
}

/** Evaluates literals on a value. */
export function satisfies(search: Search, literals: readonly Literal[], value: JsonValue): Answer {
  let unsure = false;
  for (const { logic, sign } of literals) {
    const found = search.holds(logic, value);
    if (found === !sign) return false;
    if (found === undefined) unsure = true;
  }
  return unsure ? undefined : true;
}

/** Creates the evaluation of a search, with its own limit per value. */
export function createHolds(patterns: PatternBudget): Search['holds'] {
  return (logic, value) => {
    const evaluation: Evaluation = { patterns, steps: { left: 20_000 } };
    return holds(logic, value, evaluation);
  };
}

/** The better of two results for a disjunction: a certain value, a doubtful one, not known, none. */
export function better(one: Found, other: Found): Found {
  return rank(one) <= rank(other) ? one : other;
}

function rank(found: Found): number {
  if (found === 'none') return 4;
  if (found === 'unknown') return 3;
  return found.doubtful === true ? 2 : found.assumed === true ? 1 : 0;
}

/** The best result of some attempts; a certain value ends them. */
export function firstFound<T>(attempts: Iterable<T>, attempt: (each: T) => Found): Found {
  let best: Found = 'none';
  for (const each of attempts) {
    best = better(best, attempt(each));
    if (rank(best) === 0) return best;
  }
  return best;
}

/** Puts values of parts together; `make` gets them in order. */
export function combine(parts: readonly FoundValue[], value: JsonValue): FoundValue {
  return {
    value,
    ...(parts.some(({ assumed }) => assumed === true) ? { assumed: true } : {}),
    ...(parts.some(({ doubtful }) => doubtful === true) ? { doubtful: true } : {}),
  };
}
