/** Reports as Markdown, for comments on pull requests: score, what raises it most, findings by rule, label. */
import type { Severity } from '@dragoman/model';
import type { LintReport } from '../linting/lint-document.js';
import { countBySeverity } from '../linting/score.js';
import { groupBy } from '../rule-model/group-by.js';
import type { LintFinding } from '../rule-model/rule.js';
import { escapeMarkdown } from './escape-markdown.js';

/** From the most severe on; a rule with findings of several severities has the worst. */
const severities: readonly Severity[] = ['error', 'warning', 'info'];

/** Maximum number of fixes, of rules, and of places per rule. */
const shown = { fixes: 3, rules: 20, places: 3 };

/** Writes one section per document. */
export function writeMarkdown(reports: readonly LintReport[]): string {
  return `${reports.map(toSection).join('\n\n')}\n`;
}

function toSection({ uri = 'document', title, findings, score, label }: LintReport): string {
  const { error, warning, info } = countBySeverity(findings);
  const total = score.total === undefined ? 'no operation to judge' : `score **${score.total}** of 100`;
  const abilities = score.abilities.flatMap(({ ability, score: value }) =>
    value === undefined ? [] : [`${ability} ${value}`],
  );
  return [
    `## ${escapeText(title ?? uri)}`,
    `${escapeText(uri)}: ${total}${abilities.length === 0 ? '' : ` (${abilities.join(', ')})`}; ${error} errors, ${warning} warnings, ${info} infos.`,
    ...writeFixes(score),
    ...writeRules(findings),
    ...writeLabel(label),
  ].join('\n\n');
}

function writeFixes({ fixes }: LintReport['score']): string[] {
  const rows = fixes
    .slice(0, shown.fixes)
    .map(({ gain, advice, operations }) => `| +${gain} | ${advice} | ${operations} |`);
  return rows.length === 0
    ? []
    : [['| points | what raises the score most | operations |', '|---|---|---|', ...rows].join('\n')];
}

function writeRules(findings: readonly LintFinding[]): string[] {
  const rules = [...groupBy(findings, ({ rule }) => rule)]
    .map(([rule, own]) => ({ rule, own, rank: Math.min(...own.map(({ severity }) => severities.indexOf(severity))) }))
    .sort((one, other) => one.rank - other.rank || other.own.length - one.own.length);
  if (rules.length === 0) return [];
  const rows = rules.slice(0, shown.rules).map(({ rule, own, rank }) => {
    const count = own.length;
    const places = own
      .slice(0, shown.places)
      .map(({ location }) =>
        location.start === undefined ? escapeText(location.pointer) : `line ${location.start.line}`,
      );
    return `| ${severities[rank]} | \`${rule}\` | ${count} | ${places.join(', ')}${count > shown.places ? ', …' : ''} | ${escapeText(own[0]?.help ?? '')} |`;
  });
  const rest =
    rules.length > shown.rules
      ? [`… and ${rules.length - shown.rules} more ${rules.length - shown.rules === 1 ? 'rule' : 'rules'}`]
      : [];
  return [
    ['| severity | rule | findings | where | recommended |', '|---|---|---|---|---|', ...rows].join('\n'),
    ...rest,
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
