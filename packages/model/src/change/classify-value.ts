/**
 * Classifies the differences of one tool parameter in two versions: inputs may not be narrowed, outputs may not be
 * widened. Schemas are compared by containment (`@dragoman/documents`), with the same class for the same change.
 */
import type { JsonValue } from '../json.js';
import type { Direction, Verdict } from './verdict.js';

/** State of a value in a version. */
export type Presence = 'absent' | 'optional' | 'required';

/** A value was added, removed, or became required or optional; a required output is always present. */
export function classifyPresenceChange(direction: Direction, before: Presence, after: Presence): Verdict | undefined {
  if (before === after) return undefined;
  if (after === 'absent') return { effect: 'breaking' };
  if (direction === 'input') return verdict(after === 'required');
  return verdict(before === 'required');
}

/** Types by name, empty when any type matches; an integer is a number. */
export function classifyTypeChange(
  direction: Direction,
  before: readonly string[],
  after: readonly string[],
): Verdict | undefined {
  if (before.join() === after.join()) return undefined;
  const fits = direction === 'input' ? isWithin(before, after) : isWithin(after, before);
  return verdict(!fits);
}

/** True when every value of some types also matches the others. */
function isWithin(inner: readonly string[], outer: readonly string[]): boolean {
  if (inner.length === 0) return false;
  if (outer.length === 0) return true;
  return inner.every((type) => outer.includes(type) || (type === 'integer' && outer.includes('number')));
}

/** A difference of two value lists: one value added or removed, or the list itself. */
export interface ValueDifference extends Verdict {
  kind: 'listed' | 'unlisted' | 'removed' | 'added';
  /** The value that was added or removed. */
  value?: JsonValue;
}

/**
 * Compares value lists; undefined without a list. A removed value always violates PROF-CONS-08, because clients may
 * have stored it; it breaks those that send it.
 */
export function classifyValueChanges(
  direction: Direction,
  before: readonly JsonValue[] | undefined,
  after: readonly JsonValue[] | undefined,
): ValueDifference[] {
  const sent = direction === 'input';
  if (before === undefined) return after === undefined ? [] : [{ kind: 'listed', ...verdict(sent) }];
  if (after === undefined) return [{ kind: 'unlisted', ...verdict(!sent) }];
  const [old, now] = [new Set(before), new Set(after)];
  const removed = before.filter((value) => !now.has(value));
  const added = after.filter((value) => !old.has(value));
  return [
    ...removed.map((value) => ({ kind: 'removed', value, ...verdict(sent), rule: 'enum-value-removed' }) as const),
    ...added.map((value) => ({ kind: 'added', value, ...verdict(!sent) }) as const),
  ];
}

/** A limit in two versions; undefined where there is none. */
export interface LimitPair {
  /** Maximum, minimum, or a text format. */
  side: 'upper' | 'lower' | 'form';
  before: JsonValue | undefined;
  after: JsonValue | undefined;
}

/** Whether a limit got stricter, which breaks senders, or looser, which breaks receivers. */
export function classifyLimitChange(
  direction: Direction,
  limit: LimitPair,
): (Verdict & { tighter: boolean }) | undefined {
  if (limit.before === limit.after) return undefined;
  const tighter = isTighter(limit);
  return { tighter, ...verdict(direction === 'input' ? tighter : !tighter) };
}

function isTighter({ side, before, after }: LimitPair): boolean {
  if (before === undefined || after === undefined || side === 'form') return after !== undefined;
  return side === 'upper' ? Number(after) < Number(before) : Number(after) > Number(before);
}

function verdict(breaks: boolean): Verdict {
  return { effect: breaks ? 'breaking' : 'compatible' };
}
