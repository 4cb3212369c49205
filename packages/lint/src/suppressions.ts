/** Findings that a document itself asks to pass over: `x-lint-ignore: {rule: reason}` on any object, for it and all below. */

import { childPointer } from '@dragoman/core/light';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { groupBy } from './group-by.js';
import type { LintFinding } from './rule.js';

/** The member that holds suppressions. */
export const suppressionMember = 'x-lint-ignore';

/** One suppression. */
export interface Suppression {
  rule: string;
  /** Place that it counts for, with everything below. */
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

/** Splits findings into those that stay and those that a reason passes over; without a reason nothing is passed over. */
export function applySuppressions(
  findings: readonly LintFinding[],
  suppressions: readonly Suppression[],
): { kept: LintFinding[]; suppressed: (LintFinding & { reason: string })[]; used: Set<Suppression> } {
  const byRule = groupBy(suppressions, ({ rule, reason }) => (reason === '' ? undefined : rule));
  const kept: LintFinding[] = [];
  const suppressed: (LintFinding & { reason: string })[] = [];
  const used = new Set<Suppression>();
  for (const finding of findings) {
    const { pointer } = finding.location;
    const match = byRule
      .get(finding.rule)
      ?.find((each) => each.pointer === '' || pointer === each.pointer || pointer.startsWith(`${each.pointer}/`));
    if (match === undefined) kept.push(finding);
    else {
      used.add(match);
      suppressed.push({ ...finding, reason: match.reason });
    }
  }
  return { kept, suppressed, used };
}
