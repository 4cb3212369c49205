/** The state of a description as a whole: score, conditions, findings by rule. */
import type { AgisValidator } from '@dragoman/agis';
import { parseAgis } from '@dragoman/agis';
import type { LintReport, Score } from '@dragoman/lint';
import type { Severity } from '@dragoman/model';
import type { LanguageDiagnostic } from '../service/language-service.js';

/** One condition of the checklist. */
export interface AssessedCondition {
  id: string;
  condition: string;
  verdict: 'holds' | 'fails' | 'not determined' | 'not applicable';
  reason: string;
}

/** The findings of one rule. */
export interface RuleGroup {
  code: string;
  severity: Severity;
  count: number;
  /** Findings that a quick fix removes. */
  fixable: number;
  message: string;
  help: string;
}

/** The state of a description. */
export interface Assessment {
  title?: string;
  operations: number;
  score: Score;
  /** The fourteen conditions of the profile; for AGIS the eight passes and level 2. */
  conditions: readonly AssessedCondition[];
  /** The most frequent rules first. */
  groups: readonly RuleGroup[];
  /** Share of the findings that belong to the first three rules, in per cent. */
  share: number;
  counts: Readonly<Record<Severity, number>>;
  /** Findings that are counted but not listed. */
  unlisted: number;
}

/** What an assessment is made from. */
export interface Assessing {
  text: string;
  kind: 'openapi' | 'agis';
  report: LintReport;
  diagnostics: readonly LanguageDiagnostic[];
  validator: () => AgisValidator;
}

/** Assesses a text by its report. */
export function assessReport({ text, kind, report, diagnostics, validator }: Assessing): Assessment {
  const { score, label, title, beyond, operations } = report;
  const groups = groupByRule(diagnostics);
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { severity } of diagnostics) counts[severity] += 1;
  const first = groups.slice(0, 3).reduce((sum, { count }) => sum + count, 0);
  return {
    ...(title === undefined ? {} : { title }),
    operations: operations.length,
    score,
    conditions: kind === 'agis' ? agisConditions(text, validator()) : label,
    groups,
    share: Math.round((100 * first) / Math.max(1, diagnostics.length)),
    counts,
    unlisted: Object.values(beyond).reduce((sum, count) => sum + count, 0),
  };
}

function groupByRule(diagnostics: readonly LanguageDiagnostic[]): RuleGroup[] {
  const groups = new Map<string, RuleGroup>();
  for (const { code, severity, message, help, fix } of diagnostics) {
    const group = groups.get(code) ?? { code, severity, count: 0, fixable: 0, message, help };
    group.count += 1;
    group.fixable += fix === undefined ? 0 : 1;
    groups.set(code, group);
  }
  return [...groups.values()].sort((one, other) => other.count - one.count);
}

/** The passes of the validator, and what is missing for level 2. */
function agisConditions(text: string, validator: AgisValidator): AssessedCondition[] {
  const { value, diagnostics } = parseAgis(new TextEncoder().encode(text));
  if (value === undefined) {
    const reason = diagnostics[0]?.message ?? 'The text cannot be read.';
    return [{ id: 'AGIS', condition: 'The document can be read', verdict: 'fails', reason }];
  }
  const { passes, findings, missingForLevel2 } = validator.validate(value);
  const checked = passes.map(({ number, name, status, detail }): AssessedCondition => {
    const own = findings.filter((finding) => finding.pass === number);
    const errors = own.filter(({ severity }) => severity === 'error').length;
    const advice = own.length === 0 ? 'No findings.' : `${own.length} findings, none of them an error.`;
    return {
      id: `Pass ${number}`,
      condition: name,
      verdict: status === 'failed' ? 'fails' : status === 'skipped' ? 'not determined' : 'holds',
      reason: status === 'skipped' ? (detail ?? 'Skipped.') : errors > 0 ? `${errors} errors.` : advice,
    };
  });
  const [gap] = missingForLevel2;
  const reason =
    gap === undefined
      ? 'Every endpoint has the members of level 2.'
      : `${missingForLevel2.length} endpoints lack members; ${gap.endpoint} lacks ${gap.fields.join(', ')}.`;
  return [
    ...checked,
    { id: 'Level 2', condition: 'Interpretable by agents', verdict: gap === undefined ? 'holds' : 'fails', reason },
  ];
}
