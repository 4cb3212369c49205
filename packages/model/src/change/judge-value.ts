/**
 * Judges the differences of one value in two versions, whether a schema of an API or a parameter of a tool describes it:
 * what is sent may not be narrowed, what is received may not be widened. The lock of tools and the comparison of APIs
 * both ask here, so that a change has one class wherever it is met.
 */
import type { JsonValue } from '../json.js';
import type { Direction, Verdict } from './verdict.js';

/** How a value stands in a version. */
export type Presence = 'absent' | 'optional' | 'required';

/** A value comes, goes, or is demanded otherwise; a received one that is required is always there. */
export function judgePresence(direction: Direction, before: Presence, after: Presence): Verdict | undefined {
  if (before === after) return undefined;
  if (after === 'absent') return { effect: 'breaking' };
  if (direction === 'input') return verdict(after === 'required');
  return verdict(before === 'required');
}

/** Types by name, none where anything fits; an integer is a number. */
export function judgeTypes(
  direction: Direction,
  before: readonly string[],
  after: readonly string[],
): Verdict | undefined {
  if (before.join() === after.join()) return undefined;
  const fits = direction === 'input' ? isWithin(before, after) : isWithin(after, before);
  return verdict(!fits);
}

/** True when each value of some types is one of the others too. */
function isWithin(inner: readonly string[], outer: readonly string[]): boolean {
  if (inner.length === 0) return false;
  if (outer.length === 0) return true;
  return inner.every((type) => outer.includes(type) || (type === 'integer' && outer.includes('number')));
}

/** A difference of two lists of values: one value more or less, or the list itself. */
export interface ValueDifference extends Verdict {
  kind: 'listed' | 'unlisted' | 'removed' | 'added';
  /** The value that came or went. */
  value?: JsonValue;
}

/** Listed values, undefined where none are listed. A value that is gone breaks who remembers it, in both directions (PROF-CONS-08). */
export function judgeValues(
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
    ...removed.map((value) => ({ kind: 'removed', value, effect: 'breaking', rule: 'enum-value-removed' }) as const),
    ...added.map((value) => ({ kind: 'added', value, ...verdict(!sent) }) as const),
  ];
}

/** A limit of two versions; undefined where there is none. */
export interface LimitPair {
  /** Largest, smallest, or the form of a text. */
  side: 'upper' | 'lower' | 'form';
  before: JsonValue | undefined;
  after: JsonValue | undefined;
}

/** Says whether a limit got tighter; who receives values is hurt by larger ones only. */
export function judgeLimit(direction: Direction, limit: LimitPair): (Verdict & { tighter: boolean }) | undefined {
  if (limit.before === limit.after) return undefined;
  const tighter = isTighter(limit);
  return { tighter, ...verdict(direction === 'input' ? tighter : !tighter && limit.side === 'upper') };
}

function isTighter({ side, before, after }: LimitPair): boolean {
  if (before === undefined || after === undefined || side === 'form') return after !== undefined;
  return side === 'upper' ? Number(after) < Number(before) : Number(after) > Number(before);
}

function verdict(breaks: boolean): Verdict {
  return { effect: breaks ? 'breaking' : 'compatible' };
}
