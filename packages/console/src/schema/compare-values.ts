/** What differs between two JSON values, as a list of places. Lists of named objects are compared by name. */
import type { ExactValue } from './json-text.js';
import { escapePointer, isExactObject, sameValue } from './json-text.js';

/** One difference. */
export interface Difference {
  pointer: string;
  /** Absent when it was added. */
  before?: ExactValue;
  /** Absent when it was removed. */
  after?: ExactValue;
}

/** The differences in document order, at most `limit`. */
export function compareValues(before: ExactValue, after: ExactValue, limit = 500): Difference[] {
  const found: Difference[] = [];
  collect(before, after, '', (difference) => {
    if (found.length < limit) found.push(difference);
    return found.length < limit;
  });
  return found;
}

type Report = (difference: Difference) => boolean;

/** Returns false when the limit is reached. */
function collect(before: ExactValue, after: ExactValue, pointer: string, report: Report): boolean {
  if (before === after) return true;
  const [left, right] = [membersOf(before), membersOf(after)];
  if (left === undefined || right === undefined || Array.isArray(before) !== Array.isArray(after)) {
    return sameValue(before, after) || report({ pointer, before, after });
  }
  for (const name of new Set([...left.keys(), ...right.keys()])) {
    const [one, other] = [left.get(name), right.get(name)];
    const inner = `${pointer}/${escapePointer(name)}`;
    const goesOn =
      one === undefined || other === undefined
        ? report({
            pointer: inner,
            ...(one === undefined ? {} : { before: one }),
            ...(other === undefined ? {} : { after: other }),
          })
        : collect(one, other, inner, report);
    if (!goesOn) return false;
  }
  return true;
}

/** Members by name; items of a list by their own names where all have different ones, else by position. */
function membersOf(value: ExactValue): Map<string, ExactValue> | undefined {
  if (isExactObject(value)) return new Map(Object.entries(value));
  if (!Array.isArray(value)) return undefined;
  const names = value.map((item) => (isExactObject(item) && typeof item.name === 'string' ? item.name : undefined));
  const isNamed = names.every((name) => name !== undefined) && new Set(names).size === names.length;
  return new Map(value.map((item, at) => [isNamed ? (names[at] ?? String(at)) : String(at), item]));
}
