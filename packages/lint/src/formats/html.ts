/** Reports as one self-contained HTML page: score, what raises it most, label, findings by operation, token cost of the tools. */

import { abilityNames } from '../linting/facts.js';
import type { LintReport } from '../linting/lint-document.js';
import { countByRule, countBySeverity, plural, severities } from '../linting/score.js';
import { groupBy } from '../rule-model/group-by.js';
import type { LintFinding } from '../rule-model/rule.js';
import { escapeMarkup } from './escape-markup.js';
import { evidenceLines } from './evidence-lines.js';
import { drawPairs } from './html-pairs.js';
import { style } from './html-style.js';

/** Maximum number of findings per operation, of operations, of fixes and of rules, shown. */
const shown = { findings: 40, operations: 400, fixes: 3, rules: 10 };

/** Writes the page. */
export function writeHtml(reports: readonly LintReport[]): string {
  const body = reports.map(toSection).join('\n');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>API description report</title><style>${style}</style></head>
<body><main>${body}</main></body></html>
`;
}

function toSection(report: LintReport): string {
  const { uri, title, findings, score, suppressed } = report;
  const counts = countBySeverity(findings);
  const name = escapeMarkup(title ?? uri ?? 'document');
  return `<article><header><div><h1>${name}</h1><p>${escapeMarkup(uri ?? '')}</p></div>
${score.total === undefined ? '<p>No score: the document has no operations.</p>' : `<p class="total" style="--score:${score.total}"><b>${score.total}</b><span>of 100</span></p>`}</header>
<ul class="counts">${severities.map((each) => `<li class="${each}"><b>${counts[each]}</b> ${each}${counts[each] === 1 ? '' : 's'}</li>`).join('')}
<li><b>${suppressed.length}</b> suppressed with a reason</li></ul>
${writeAbilities(report)}${writeFixes(report)}${writeRules(report)}${writeScores(report)}${writeLabel(report)}${writeChecks(report)}${writeSurface(report)}${drawPairs(findings)}${writeFindings(findings)}</article>`;
}

const bar = (value: number) => `<td class="bar"><i style="width:${value}%"></i></td><td>${value}</td>`;

function writeAbilities({ score }: LintReport): string {
  const rows = score.abilities.map(
    ({ ability, score: value }) =>
      `<tr><th>${abilityNames[ability]}</th>${value === undefined ? '<td></td><td>not applicable</td>' : bar(value)}</tr>`,
  );
  return rows.length === 0 ? '' : `<section><h2>What an agent can do</h2><table>${rows.join('')}</table></section>`;
}

function writeFixes({ score }: LintReport): string {
  const rows = score.fixes
    .slice(0, shown.fixes)
    .map(
      ({ gain, advice, operations }) =>
        `<tr><td>+${gain.toFixed(1)}</td><td>${advice}<small>${plural(operations, 'operation')}</small></td></tr>`,
    );
  return rows.length === 0
    ? ''
    : `<section><h2>What raises the score most</h2><table>${rows.join('')}</table></section>`;
}

function writeRules({ findings }: LintReport): string {
  const { rules, share } = countByRule(findings.filter(({ severity }) => severity !== 'info'));
  if (rules.length === 0) return '';
  const first =
    rules.length > 3
      ? `<p>The first 3 of ${rules.length} rules account for ${share} % of all errors and warnings.</p>`
      : '';
  const rows = rules.slice(0, shown.rules).map(([rule, count]) => `<tr><th>${rule}</th><td>${count}</td></tr>`);
  return `<section><h2>Errors and warnings by rule</h2>${first}<table>${rows.join('')}</table></section>`;
}

function writeScores({ score }: LintReport): string {
  if (score.sections.every(({ score: value }) => value === undefined)) return '';
  const rows = score.sections.map(
    ({ section, score: value = 0, findings: { error, warning, info } }) =>
      `<tr><th>${section}</th>${bar(value)}<td>${error}</td><td>${warning}</td><td>${info}</td></tr>`,
  );
  const head = '<tr><th>Section</th><th></th><th>Score</th><th>Errors</th><th>Warnings</th><th>Infos</th></tr>';
  return `<section><h2>Score by section</h2><table>${head}${rows.join('')}</table></section>`;
}

function writeLabel({ label }: LintReport): string {
  if (label.length === 0) return '';
  const rows = label.map(
    ({ id, condition, verdict, reason }) =>
      `<tr><td class="verdict ${verdict.replace(' ', '-')}">${verdict}</td><td>${escapeMarkup(condition)}<small>${id} · ${escapeMarkup(reason)}</small></td></tr>`,
  );
  const met =
    label.every(({ verdict }) => verdict === 'holds' || verdict === 'not applicable') &&
    label.some(({ verdict }) => verdict === 'holds');
  const word = met ? 'May be called agent-friendly' : 'The label "agent-friendly": fourteen conditions';
  return `<section><h2>${word}</h2><table>${rows.join('')}</table></section>`;
}

function writeChecks({ checks = [] }: LintReport): string {
  if (checks.length === 0) return '';
  const rows = checks.map(
    ({ id, requirement, title, verdict, reason }) =>
      `<tr><td class="verdict ${verdict.replace(' ', '-')}">${verdict}</td><td>${escapeMarkup(title)}<small>${id} · ${requirement} · ${escapeMarkup(reason)}</small></td></tr>`,
  );
  return `<section><h2>Checks of the running API</h2><table>${rows.join('')}</table></section>`;
}

function writeSurface({ operations }: LintReport): string {
  const total = operations.reduce((sum, { tokens }) => sum + tokens, 0);
  const largest = [...operations].sort((one, other) => other.tokens - one.tokens).slice(0, 12);
  const most = Math.max(1, ...largest.map(({ tokens }) => tokens));
  const rows = largest.map(
    ({ label, tokens }) =>
      `<tr><th>${escapeMarkup(label)}</th><td class="bar"><i style="width:${Math.round((100 * tokens) / most)}%"></i></td><td>${tokens}</td></tr>`,
  );
  if (operations.length === 0) return '';
  return `<section><h2>Token cost of the tools</h2><p>${plural(operations.length, 'operation')}, about ${total} tokens; the most expensive:</p><table>${rows.join('')}</table></section>`;
}

function writeFindings(findings: readonly LintFinding[]): string {
  const groups = groupBy(findings, ({ operation }) => operation ?? 'The document and its schemas');
  const parts = [...groups].slice(0, shown.operations).map(([name, own]) => {
    const counts = countBySeverity(own);
    const items = own.slice(0, shown.findings).map(writeFinding).join('');
    const more = own.length > shown.findings ? `<li>… and ${own.length - shown.findings} more</li>` : '';
    return `<details${groups.size <= 3 ? ' open' : ''}><summary>${escapeMarkup(name)} <small>${counts.error} · ${counts.warning} · ${counts.info}</small></summary><ul>${items}${more}</ul></details>`;
  });
  const rest = groups.size > shown.operations ? `<p>… and ${groups.size - shown.operations} more operations</p>` : '';
  return `<section><h2>Findings by operation</h2>${parts.join('')}${rest}</section>`;
}

function writeFinding(finding: LintFinding): string {
  const { severity, message, help, rule, requirement, evidence = [], location } = finding;
  const { start } = location;
  const shown = evidence.flatMap(evidenceLines).map(escapeMarkup).join('\n');
  const place = start === undefined ? '' : `line ${start.line} · `;
  return `<li class="${severity}"><b>${severity}</b> ${escapeMarkup(message)}<small>${place}${rule} · ${requirement}</small><em>Recommended: ${escapeMarkup(help)}</em>${shown === '' ? '' : `<pre>${shown}</pre>`}</li>`;
}
