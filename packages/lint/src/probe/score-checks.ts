/** A score of live checks: the share of those that hold, weighted by severity, by section of the profile. */
import type { Severity } from '@dragoman/model';
import { countBySeverity, type Score } from '../linting/score.js';
import type { LintFinding, Rule, Section } from '../rule-model/rule.js';
import { sectionOf, sections } from '../rule-model/rule.js';

const weights: Readonly<Record<Severity, number>> = { error: 3, warning: 2, info: 0.5 };

/** Scores by the share of failed attempts of each check; any failure costs at least a fifth of the weight. */
export function scoreShares<T extends Pick<Rule, 'id' | 'requirement' | 'severity'>>(
  findings: readonly LintFinding[],
  checks: readonly T[],
  shareOf: (check: T) => number,
): Score {
  const sums = new Map<Section, { weight: number; lost: number }>();
  for (const check of checks) {
    const sum = sums.get(sectionOf(check)) ?? { weight: 0, lost: 0 };
    const found = shareOf(check);
    sum.weight += weights[check.severity];
    sum.lost += found === 0 ? 0 : weights[check.severity] * Math.min(1, Math.max(0.2, found));
    sums.set(sectionOf(check), sum);
  }
  const all = [...sums.values()].reduce(
    (one, other) => ({ weight: one.weight + other.weight, lost: one.lost + other.lost }),
    { weight: 0, lost: 0 },
  );
  return {
    ...(all.weight === 0 ? {} : { total: toScore(all) }),
    abilities: [],
    fixes: [],
    sections: sections.flatMap((section) => {
      const sum = sums.get(section);
      const own = findings.filter((each) => each.section === section);
      return sum === undefined ? [] : [{ section, score: toScore(sum), findings: countBySeverity(own) }];
    }),
  };
}

function toScore({ weight, lost }: { weight: number; lost: number }): number {
  return Math.round(100 * (1 - lost / weight));
}
