/** Findings about suppressions themselves: those without a reason have no effect, those without a finding are stale. */
import type { LintFinding } from '../rule-model/rule.js';
import type { Suppression } from './suppressions.js';
import { suppressionMember } from './suppressions.js';

/** A finding for each suppression without effect. */
export function describeSuppressions(all: readonly Suppression[], used: ReadonlySet<Suppression>): LintFinding[] {
  return all
    .filter((each) => !used.has(each))
    .map(({ rule, pointer, reason }) => {
      const message =
        reason === ''
          ? `The suppression of ${rule.slice(0, 80)} has no reason and is ignored.`
          : `The suppression of ${rule.slice(0, 80)} matches no finding.`;
      return {
        code: 'lint/suppression-idle',
        severity: reason === '' ? 'warning' : 'info',
        message,
        help: reason === '' ? 'State the reason for the suppression.' : 'Remove the suppression.',
        location: { pointer: `${pointer}/${suppressionMember}` },
        rule: 'suppression-idle',
        requirement: 'PROF-LANG-01',
        section: 'frame',
        fingerprint: `${pointer} ${rule}`,
      };
    });
}
