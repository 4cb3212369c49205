/** A lint report for people: findings with their source lines, then score, label and verdict. */
import type { countByRule, LintFinding, LintReport, Rule } from '@dragoman/lint';
import type { Painted, Palette } from '../terminal/paint.js';
import { line } from '../terminal/paint.js';
import type { FrameStyle } from './code-frame.js';
import { codeFrame } from './code-frame.js';

/** How a report is formatted. */
export interface LintStyle {
  color: Palette;
  /** Columns of the terminal. */
  width: number;
  /** Also show findings of severity info. */
  all: boolean;
  /** Maximum number of findings shown per rule. */
  perRule: number;
  /** The repair with which the gateway supplies what a rule requires. */
  repairOf?: (rule: string) => string | undefined;
}

/** The findings of a document, each with its source line and a recommendation. */
export function lintFindingLines(report: LintReport, { color, width, all, perRule, repairOf }: LintStyle): Painted[] {
  const counts = new Map<string, number>();
  const shown = report.findings.filter(({ severity, rule }) => {
    if (!all && severity === 'info') return false;
    const count = (counts.get(rule) ?? 0) + 1;
    counts.set(rule, count);
    return count <= perRule;
  });
  const lines = pickLines(report.text, new Set(shown.map(({ location }) => location.start?.line ?? 0)));
  return shown.flatMap((finding) => {
    // Findings in other files are printed with their line number, but without the source line.
    const shownLines = finding.location.uri === report.uri ? lines : [];
    return findingLines(finding, shownLines, { color, width, repair: repairOf?.(finding.rule) });
  });
}

/** The lines with these numbers (from 1), each at its index; avoids splitting a large text. */
function pickLines(text: string, numbers: ReadonlySet<number>): (string | undefined)[] {
  const lines: (string | undefined)[] = [];
  let start = 0;
  for (let left = numbers.size - Number(numbers.has(0)); left > 0 && start <= text.length; ) {
    const end = text.indexOf('\n', start);
    const stop = end === -1 ? text.length : end;
    const isPicked = numbers.has(lines.length + 1);
    lines.push(isPicked ? text.slice(start, stop) : undefined);
    left -= Number(isPicked);
    start = stop + 1;
  }
  return lines;
}

function findingLines(
  finding: LintFinding,
  lines: readonly (string | undefined)[],
  { color, width, repair }: Explaining & FrameStyle,
): Painted[] {
  const { severity, message, help, rule, location } = finding;
  const { uri = 'document', start, pointer } = location;
  const pointed = pointer === '' ? uri : `${uri}#${pointer}`;
  const place = start === undefined ? pointed : `${uri}:${start.line}:${start.column}`;
  const grade = severity === 'error' ? color.bad : severity === 'warning' ? color.warning : color.faint;
  return [
    line`${place}: ${grade(severity)}: ${message} ${color.faint(`[${rule}]`)}`,
    ...codeFrame(lines, location, { color, width }),
    line`    ${color.faint('recommended')}  ${help}`,
    ...(repair === undefined ? [] : [line`    ${color.faint('gateway')}      the gateway supplies this (${repair})`]),
    line``,
  ];
}

/** Maximum number of fixes and of rules in the summary. */
const mostNamed = 3;

/** How the summary is formatted; the linter is loaded only by commands that use it. */
export interface SummaryStyle {
  color: Palette;
  /** Also count findings of severity info, which are not shown otherwise. */
  all: boolean;
  countByRule: typeof countByRule;
}

/** What matters first: the score, what raises it most, and the rules with most findings. */
export function lintSummaryLines(report: LintReport, style: SummaryStyle): Painted[] {
  const { color, countByRule, all } = style;
  const { uri = 'document', findings, score, operations } = report;
  const tokens = operations.reduce((sum, each) => sum + each.tokens, 0);
  const { rules, share } = countByRule(findings.filter(({ severity }) => all || severity !== 'info'));
  const whole = all ? 'all' : 'all errors and warnings';
  const named = rules.slice(0, mostNamed).map(([rule, count]) => `${rule} ${count}`);
  const fixes = score.fixes.slice(0, mostNamed);
  return [
    ...(score.abilities.length === 0 ? [] : [line`${color.strong(uri)}: ${scoreText(report)}`]),
    ...(fixes.length === 0 ? [] : [line`  ${color.faint('raises the score most')}`]),
    ...fixes.map(
      ({ gain, advice, operations: count }) =>
        line`    ${color.good(`+${gain.toFixed(1)}`.padStart(5))}  ${advice} ${color.faint(`(${plural(count, 'operation')})`)}`,
    ),
    ...(rules.length > mostNamed
      ? [
          line`  ${color.faint(`most findings: ${named.join(', ')}; these ${mostNamed} of ${rules.length} rules account for ${share} % of ${whole}`)}`,
        ]
      : []),
    ...(operations.length === 0
      ? []
      : [line`  ${color.faint(`size: ${plural(operations.length, 'operation')}, about ${tokens} tokens`)}`]),
    ...(score.abilities.length === 0 ? [] : [line``]),
  ];
}

function scoreText({ target, score: { total, abilities } }: LintReport): string {
  if (total === undefined) return 'no score, because the document has no operations';
  const parts = abilities.flatMap(({ ability, score }) => (score === undefined ? [] : [`${ability} ${score}`]));
  const unjudged = target === 'tools' ? '; call and recover are judged for OpenAPI only' : '';
  return `score ${total} of 100 (${parts.join(', ')}${unjudged})`;
}

/** The counts, open conditions of the label, and the verdict. */
export function lintVerdictLines(report: LintReport, { color, all, perRule }: LintStyle): Painted[] {
  const { uri = 'document', findings, suppressed, label, likeness } = report;
  const counts = { error: 0, warning: 0, info: 0 };
  const rules = new Map<string, number>();
  for (const { severity, rule } of findings) {
    counts[severity] += 1;
    if (all || severity !== 'info') rules.set(rule, (rules.get(rule) ?? 0) + 1);
  }
  const cut = [...rules.values()].reduce((sum, count) => sum + Math.max(0, count - perRule), 0);
  const infos =
    counts.info > 0 && !all
      ? `, ${plural(counts.info, 'info')} (--all shows infos)`
      : `, ${plural(counts.info, 'info')}`;
  const passed = suppressed.length > 0 ? `, ${suppressed.length} suppressed with a reason` : '';
  return [
    ...(cut > 0
      ? [
          line`${color.faint(`${cut} of these findings not shown: at most ${perRule} per rule; --all-findings shows every one`)}`,
        ]
      : []),
    line`${color.strong(uri)}: ${plural(counts.error, 'error')}, ${plural(counts.warning, 'warning')}${infos}${passed}`,
    ...(all && likeness !== undefined ? [line`  texts compared by ${describeLikeness(likeness)}`] : []),
    ...labelLines(report, color),
    ...(label.length === 0 ? [] : [line``]),
  ];
}

function describeLikeness(likeness: string): string {
  return likeness === 'words' ? 'their words' : `their words and their meaning (${likeness})`;
}

/** The verdict on the label, with the conditions that fail or are not determined. */
export function labelLines({ label }: Pick<LintReport, 'label'>, color: Palette): Painted[] {
  if (label.length === 0) return [];
  const fails = label.filter(({ verdict }) => verdict === 'fails');
  const open = label.filter(({ verdict }) => verdict === 'not determined');
  const none = label.filter(({ verdict }) => verdict === 'not applicable').length;
  const holds = label.length - fails.length - open.length - none;
  const met = none === label.length ? 'not applicable' : color.good('met');
  const word = fails.length > 0 ? color.bad('not met') : open.length > 0 ? 'not determined' : met;
  return [
    line`  label "agent-friendly" ${word}: ${holds} of ${label.length} conditions hold, ${fails.length} fail, ${open.length} not determined, ${none} not applicable`,
    ...fails.map(
      ({ id, condition, reason }) =>
        line`    ${color.bad('fails         ')}  ${condition} ${color.faint(`(${id}; ${reason})`)}`,
    ),
    ...open.map(
      ({ id, condition, reason }) =>
        line`    ${color.faint('not determined')}  ${condition} ${color.faint(`(${id}; ${reason})`)}`,
    ),
  ];
}

/** How a rule is formatted, and the repair that supplies what it requires. */
interface Explaining {
  color: Palette;
  repair?: string | undefined;
}

/** A rule in full, for `--explain`. */
export function explainRuleLines(
  rule: Omit<Rule, 'check' | 'cases'>,
  example: string | undefined,
  { color, repair }: Explaining,
): Painted[] {
  const { id, requirement, severity, varies, message, why, help } = rule;
  return [
    line`${color.strong(id)}  ${varies === undefined ? severity : 'severity varies'}  ${color.faint(requirement)}`,
    ...(varies?.split('; ') ?? []).map((each, at) => line`  ${at === 0 ? 'severity     ' : '             '}${each}`),
    line`  message      ${message}`,
    line`  why          ${why}`,
    line`  recommended  ${help}`,
    ...(repair === undefined ? [] : [line`  gateway      the gateway supplies this (${repair})`]),
    ...(example === undefined ? [] : [line`  reported for`]),
    ...(example?.trimEnd().split('\n') ?? []).map((each) => line`    ${each}`),
  ];
}

/** A count with its noun. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
