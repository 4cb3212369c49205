/** A score per section: the share of its recommendations that the description follows, weighted by severity. */
import type { Severity } from '@dragoman/model';
import type { LintFinding, Rule, Section } from '../rule-model/rule.js';
import { sectionOf, sections } from '../rule-model/rule.js';

/** The score of one section. */
export interface SectionScore {
  section: Section;
  /** 0 to 100. */
  score: number;
  findings: Readonly<Record<Severity, number>>;
}

/** The whole score. */
export interface Score {
  /** 0 to 100; sections are weighted by their rules. */
  total: number;
  sections: readonly SectionScore[];
}

const weights: Readonly<Record<Severity, number>> = { error: 3, warning: 2, info: 0.5 };

/**
 * Scores findings; a rule costs its full weight when it reports every operation, a tenth for one of ten, and at least a
 * fifth.
 */
export function scoreFindings(findings: readonly LintFinding[], rules: readonly Rule[], operations: number): Score {
  const counts = new Map<string, number>();
  for (const { rule } of findings) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return scoreShares(findings, rules, ({ id }) => (counts.get(id) ?? 0) / Math.max(1, operations));
}

/** Scores by the share of violations of each recommendation; any violation costs at least a fifth of the weight. */
export function scoreShares<T extends Pick<Rule, 'id' | 'requirement' | 'severity'>>(
  findings: readonly LintFinding[],
  rules: readonly T[],
  shareOf: (rule: T) => number,
): Score {
  const sums = new Map<Section, { weight: number; lost: number }>();
  for (const rule of rules) {
    const sum = sums.get(sectionOf(rule)) ?? { weight: 0, lost: 0 };
    const found = shareOf(rule);
    const share = found === 0 ? 0 : Math.min(1, Math.max(0.2, found));
    sum.weight += weights[rule.severity];
    sum.lost += weights[rule.severity] * share;
    sums.set(sectionOf(rule), sum);
  }
  const all = [...sums.values()].reduce(
    (one, other) => ({ weight: one.weight + other.weight, lost: one.lost + other.lost }),
    { weight: 0, lost: 0 },
  );
  return {
    total: toScore(all),
    sections: sections
      .filter((section) => sums.has(section))
      .map((section) => ({
        section,
        score: toScore(sums.get(section) ?? { weight: 1, lost: 0 }),
        findings: countBySeverity(findings.filter((each) => each.section === section)),
      })),
  };
}

function toScore({ weight, lost }: { weight: number; lost: number }): number {
  return weight === 0 ? 0 : Math.round(100 * (1 - lost / weight));
}

/** Findings by severity. */
export function countBySeverity(findings: readonly LintFinding[]): Record<Severity, number> {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { severity } of findings) counts[severity] += 1;
  return counts;
}
