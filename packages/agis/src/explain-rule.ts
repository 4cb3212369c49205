/** What a rule means, from the tables of the passes: for authors who ask. */
import type { RuleRow } from './finding.js';
import { agisRules } from './passes/index.js';

/** One finding that a rule can make. */
export interface ExplainedFinding extends Pick<RuleRow, 'severity' | 'message' | 'why' | 'help' | 'wrong' | 'right'> {
  code: string;
}

/** A rule with everything that can be found under it. */
export interface ExplainedRule {
  rule: string;
  findings: ExplainedFinding[];
}

/** Every rule of the validator, in the order of the passes. */
export function listRules(): ExplainedRule[] {
  const rules = new Map<string, ExplainedRule>();
  for (const [code, { rule, ...row }] of Object.entries(agisRules)) {
    const known = rules.get(rule) ?? { rule, findings: [] };
    known.findings.push({ code, ...row });
    rules.set(rule, known);
  }
  return [...rules.values()];
}

/** The rule of an id (`AGIS-METH-02`, `meth-02`) or of a code (`agis/inflected`); undefined when there is none. */
export function explainRule(name: string): ExplainedRule | undefined {
  const folded = name.trim().toUpperCase();
  const code = name.trim().toLowerCase();
  return listRules().find(
    ({ rule, findings }) =>
      rule === folded ||
      rule === `AGIS-${folded}` ||
      findings.some((each) => each.code === code || each.code === `agis/${code}`),
  );
}
