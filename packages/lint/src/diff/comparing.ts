/** What the comparisons of one place share: the two sides, decisions of the engine, and how changes are reported. */
import type { Containment, SchemaComparison } from '@dragoman/documents';
import { canonicalJson, shorten } from '@dragoman/documents';
import type { Direction, JsonObject, JsonValue } from '@dragoman/model';
import type { Api } from '../api/api.js';
import type { ApiChange, ChangeEffect } from './change.js';
import type { FlatSchema, Part } from './flatten-schema.js';

/** A schema difference; the comparison of operations adds the rest. */
export type SchemaChange = Pick<ApiChange, 'effect' | 'message' | 'pointer' | 'side' | 'rule' | 'counterexample'> & {
  /** True when the effect does not follow from containment, so that containment cannot change it. */
  fixed?: boolean;
};

/** Two versions of an API with the engine of one direction. */
export interface SchemaContext {
  before: Api;
  after: Api;
  direction: Direction;
  engine: SchemaComparison;
  /** The engine of the direction with the two versions exchanged. */
  exchanged: SchemaComparison;
  /** Decisions about parts of rules, by sender and rule. */
  decisions: Map<string, Containment>;
}

/** The state of comparing one pair of schemas. */
export interface Comparing extends SchemaContext {
  seen: Set<string>;
  found: SchemaChange[];
  /** True once a member became read-only or write-only: the verdict on the whole is then about that mark too. */
  isMarked: boolean;
  /** Compares a place inside. */
  visit(pair: PlacePair): void;
}

/** One place in both versions. */
export interface PlacePair {
  before: Part;
  after: Part;
  name: string;
}

/** A place with its facts; `isSame` when only texts can differ. */
export interface FlatPair extends PlacePair {
  one: FlatSchema;
  other: FlatSchema;
  isSame: boolean;
}

/** The schema that values come from. */
export function senderOf({ direction }: Comparing, { before, after }: PlacePair): JsonValue {
  return direction === 'input' ? before.value : after.value;
}

/** Of two facts, the one of the side that has to accept values. */
export function accepting<T>({ direction }: Comparing, before: T, after: T): T {
  return direction === 'input' ? after : before;
}

/**
 * Whether what is sent at a place follows a part of the accepting side's rules. A schema that allows no value at all
 * would follow every rule; `own`, the same part of the sender's rules, is compared then, because the words are all there is.
 */
export function decide(comparing: Comparing, pair: PlacePair, accepted: JsonObject, own?: JsonObject): Containment {
  if (Object.keys(accepted).length === 0) return { verdict: 'contained' };
  const decision = remember(comparing, pair, accepted);
  if (decision.verdict !== 'contained' || own === undefined || !isEmpty(comparing, pair)) return decision;
  return { verdict: comparing.engine.compare(own, accepted).verdict };
}

/** True when the schema that values come from allows none. */
export function isEmpty(comparing: Comparing, pair: PlacePair): boolean {
  return remember(comparing, pair, { not: {} }).verdict === 'contained';
}

/** Operations share most of their schemas, so decisions are kept. */
function remember(comparing: Comparing, pair: PlacePair, accepted: JsonObject): Containment {
  const { engine, decisions, direction } = comparing;
  const key = `${direction} ${(direction === 'input' ? pair.before : pair.after).pointer} ${canonicalJson(accepted)}`;
  const decision = decisions.get(key) ?? engine.compare(senderOf(comparing, pair), accepted);
  decisions.set(key, decision);
  return decision;
}

/** The effect of a decision. */
export function effectOf({ verdict }: Containment): ChangeEffect {
  if (verdict === 'contained') return 'compatible';
  return verdict === 'broken' ? 'breaking' : 'undecided';
}

/** Adds a change with the effect and the counterexample of a decision. */
export function addDecided(
  comparing: Comparing,
  pair: PlacePair,
  decision: Containment,
  change: Pick<SchemaChange, 'message' | 'rule'>,
): void {
  add(comparing, pair, { ...decided(confirm(comparing, pair, decision)), ...change });
}

/** Rules can depend on others at their place. If these exclude or accept the counterexample, the verdict on the whole place counts. */
function confirm(comparing: Comparing, pair: PlacePair, decision: Containment): Containment {
  if (decision.counterexample === undefined) return decision;
  const [sender, acceptor] = [senderOf(comparing, pair), accepting(comparing, pair.before.value, pair.after.value)];
  const isTrue = comparing.engine.isBrokenBy(decision.counterexample.value, sender, acceptor) !== false;
  return isTrue ? decision : comparing.engine.compare(sender, acceptor);
}

/** The effect and the counterexample of a decision. */
function decided(decision: Containment): Pick<SchemaChange, 'effect' | 'counterexample'> {
  const { counterexample } = decision;
  return {
    effect: effectOf(decision),
    ...(counterexample === undefined ? {} : { counterexample: counterexample.value }),
  };
}

/** Adds a change at the newer place, or at the older one. */
export function add(
  { found }: Comparing,
  { after, before }: PlacePair,
  change: Omit<SchemaChange, 'pointer' | 'side'>,
  old = false,
): void {
  found.push({ ...change, pointer: old ? before.pointer : after.pointer, side: old ? 'old' : 'new' });
}

/** A value in a message. */
export function show(value: JsonValue | undefined): string {
  return value === undefined ? 'none' : shorten(JSON.stringify(value), 60);
}

/** The sentence with a capital letter; names of properties stay as they are. */
export function sentence(text: string): string {
  return text.startsWith('the ') ? `T${text.slice(1)}` : text;
}

/** The name of a member of a place; the whole has no name there. */
export function nested(name: string, member: string): string {
  return name.startsWith('the ') ? member : `${name}.${member}`;
}

/** The name of the items or of an alternative of a place. */
export function partName(name: string, part: string): string {
  return name.startsWith('the ') ? `${name} ${part}` : `${name}${part}`;
}
