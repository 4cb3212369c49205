/** Reports as Markdown, for comments on pull requests: score, what raises it most, findings by rule, label. */
import type { LintReport } from '../linting/lint-document.js';
import { countByRule, countBySeverity, plural, severities } from '../linting/score.js';
import { groupBy } from '../rule-model/group-by.js';
import type { LintFinding } from '../rule-model/rule.js';
import { escapeMarkdown } from './escape-markdown.js';

/** Maximum number of fixes, of rules, and of places per rule. */
const shown = { fixes: 3, rules: 20, places: 3 };

/** Writes one section per document. */
export function writeMarkdown(reports: readonly LintReport[]): string {
  return `${reports.map(toSection).join('\n\n')}\n`;
}

function toSection({ uri = 'document', title, findings, score, label }: LintReport): string {
  const counts = countBySeverity(findings);
  const total =
    score.total === undefined ? 'no score, because the document has no operations' : `score **${score.total}** of 100`;
  const abilities = score.abilities.flatMap(({ ability, score: value }) =>
    value === undefined ? [] : [`${ability} ${value}`],
  );
  return [
    `## ${escapeText(title ?? uri)}`,
    `${escapeText(uri)}: ${total}${abilities.length === 0 ? '' : ` (${abilities.join(', ')})`}; ${severities.map((each) => plural(counts[each], each)).join(', ')}.`,
    ...writeFixes(score),
    ...writeRules(findings),
    ...writeLabel(label),
  ].join('\n\n');
}

function writeFixes({ fixes }: LintReport['score']): string[] {
  const rows = fixes
    .slice(0, shown.fixes)
    .map(({ gain, advice, operations }) => `| +${gain.toFixed(1)} | ${advice} | ${operations} |`);
  return rows.length === 0
    ? []
    : [['| points | what raises the score most | operations |', '|---|---|---|', ...rows].join('\n')];
}

function writeRules(findings: readonly LintFinding[]): string[] {
  // A rule with findings of several severities has a row for each.
  const rules = severities.flatMap((severity) =>
    [
      ...groupBy(
        findings.filter((finding) => finding.severity === severity),
        ({ rule }) => rule,
      ),
    ]
      .map(([rule, own]) => ({ severity, rule, own }))
      .sort((one, other) => other.own.length - one.own.length),
  );
  if (rules.length === 0) return [];
  const rows = rules.slice(0, shown.rules).map(({ severity, rule, own }) => {
    const count = own.length;
    const places = own
      .slice(0, shown.places)
      .map(({ location }) =>
        location.start === undefined ? escapeText(location.pointer) : `line ${location.start.line}`,
      );
    return `| ${severity} | \`${rule}\` | ${count} | ${places.join(', ')}${count > shown.places ? ', …' : ''} | ${escapeText(own[0]?.help ?? '')} |`;
  });
  const rest =
    rules.length > shown.rules
      ? [`… and ${rules.length - shown.rules} more ${rules.length - shown.rules === 1 ? 'row' : 'rows'}`]
      : [];
  return [
    ...writeShare(findings),
    ['| severity | rule | findings | where | recommended |', '|---|---|---|---|---|', ...rows].join('\n'),
    ...rest,
  ];
}

/** The three rules with most errors and warnings, and their share. */
function writeShare(findings: readonly LintFinding[]): string[] {
  const { rules, share } = countByRule(findings.filter(({ severity }) => severity !== 'info'));
  if (rules.length <= 3) return [];
  const named = rules.slice(0, 3).map(([rule, count]) => `\`${rule}\` ${count}`);
  return [
    `Most findings: ${named.join(', ')}. These 3 of ${rules.length} rules account for ${share} % of all errors and warnings.`,
  ];
}

function writeLabel(label: LintReport['label']): string[] {
  if (label.length === 0) return [];
  const rows = label.map(
    ({ verdict, condition, reason }) => `| ${verdict} | ${escapeText(condition)} | ${escapeText(reason)} |`,
  );
  return [['| verdict | condition of the label | reason |', '|---|---|---|', ...rows].join('\n')];
}

/** Third-party text of limited length. */
function escapeText(text: string): string {
  return escapeMarkdown(text).slice(0, 500);
}
