/** Remarks on suppressions themselves: those without a reason count for nothing, those without a finding are stale. */
import type { LintFinding } from './rule.js';
import type { Suppression } from './suppressions.js';
import { suppressionMember } from './suppressions.js';

/** A remark for each that does nothing. */
export function describeSuppressions(all: readonly Suppression[], used: ReadonlySet<Suppression>): LintFinding[] {
  return all
    .filter((each) => !used.has(each))
    .map(({ rule, pointer, reason }) => {
      const message =
        reason === ''
          ? `The suppression of ${rule.slice(0, 80)} has no reason and counts for nothing.`
          : `The suppression of ${rule.slice(0, 80)} passes over nothing.`;
      return {
        code: 'lint/suppression-idle',
        severity: reason === '' ? 'warning' : 'info',
        message,
        help: reason === '' ? 'Write why it may be passed over.' : 'Remove it.',
        location: { pointer: `${pointer}/${suppressionMember}` },
        rule: 'suppression-idle',
        requirement: 'PROF-LANG-01',
        section: 'frame',
        fingerprint: `${pointer} ${rule}`,
      };
    });
}
