/** Suppressions in the document itself: `x-lint-ignore: {rule: reason}` on any object, for it and everything below. */

import { buildPointer, childPointer, getPointer, parsePointer } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { groupBy } from '../rule-model/group-by.js';
import type { LintFinding } from '../rule-model/rule.js';

/** The member with the suppressions. */
export const suppressionMember = 'x-lint-ignore';

/** One suppression. */
export interface Suppression {
  rule: string;
  /** Location that it applies to, including everything below. */
  pointer: string;
  reason: string;
}

/** Finds every suppression of a document. */
export function findSuppressions(root: JsonObject): Suppression[] {
  const found: Suppression[] = [];
  const queue: { value: JsonValue; pointer: string }[] = [{ value: root, pointer: '' }];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const { value, pointer } = next;
    if (typeof value !== 'object' || value === null) continue;
    const said = isJsonObject(value) ? value[suppressionMember] : undefined;
    if (isJsonObject(said)) {
      for (const [rule, reason] of Object.entries(said)) {
        found.push({ rule, pointer, reason: typeof reason === 'string' ? reason.trim() : '' });
      }
    }
    for (const [name, child] of Object.entries(value)) {
      if (typeof child === 'object' && child !== null)
        queue.push({ value: child, pointer: childPointer(pointer, name) });
    }
  }
  return found;
}

/**
 * Splits findings into kept and suppressed ones; a suppression needs a reason, and the innermost one applies. The
 * suppressions of a shared object also apply where a finding is at a reference to it.
 */
export function applySuppressions(
  findings: readonly LintFinding[],
  suppressions: readonly Suppression[],
  root?: JsonObject,
): { kept: LintFinding[]; suppressed: (LintFinding & { reason: string })[]; used: Set<Suppression> } {
  const innermost = [...suppressions].sort((a, b) => b.pointer.length - a.pointer.length);
  const byRule = groupBy(innermost, ({ rule, reason }) => (reason === '' ? undefined : rule));
  const kept: LintFinding[] = [];
  const suppressed: (LintFinding & { reason: string })[] = [];
  const used = new Set<Suppression>();
  for (const finding of findings) {
    const { pointer } = finding.location;
    const known = byRule.get(finding.rule) ?? [];
    const target = root === undefined || known.length === 0 ? undefined : targetOf(root, pointer);
    const places = target === undefined ? [pointer] : [target, pointer];
    const match = known.find((each) => places.some((place) => isAtOrBelow(place, each.pointer)));
    if (match === undefined) kept.push(finding);
    else {
      used.add(match);
      suppressed.push({ ...finding, reason: match.reason });
    }
  }
  return { kept, suppressed, used };
}

function isAtOrBelow(pointer: string, place: string): boolean {
  return place === '' || pointer === place || pointer.startsWith(`${place}/`);
}

/** The target of the reference at this location, if it is in the same document. */
function targetOf(root: JsonObject, pointer: string): string | undefined {
  const value = getPointer(root, pointer);
  const reference = isJsonObject(value) ? value.$ref : undefined;
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return undefined;
  const target = parsePointer(reference.slice(1));
  return target === undefined ? undefined : buildPointer(target);
}
