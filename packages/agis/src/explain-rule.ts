/** Explains rules, using the tables of the passes. */
import type { RuleRow } from './finding.js';
import { agisRules } from './passes/index.js';

/** One finding of a rule. */
export interface ExplainedFinding extends Pick<RuleRow, 'severity' | 'message' | 'why' | 'help' | 'wrong' | 'right'> {
  code: string;
}

/** A rule with all of its findings. */
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

/** The rule with an id (`AGIS-METH-02`, `meth-02`) or a code (`agis/inflected`); undefined when it does not exist. */
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
