/** A probe report for people: failed checks with evidence, one line per check, score, label, and leftover resources. */
import type { Evidence, LintFinding } from '@dragoman/lint';
import type { ProbeReport } from '@dragoman/lint/probe';
import type { Painted, Palette } from '../terminal/paint.js';
import { line } from '../terminal/paint.js';
import { labelLines, plural } from './lint-report.js';

/** How a report is formatted. */
export interface ProbeStyle {
  color: Palette;
  /** Also show findings of severity info and checks that passed. */
  all: boolean;
}

/** The whole report. */
export function probeLines(report: ProbeReport, style: ProbeStyle): Painted[] {
  const { findings } = report;
  if (report.dryRun) return [line`Dry run: nothing was sent, so no check was made.`];
  const shown = findings.filter(({ severity }) => style.all || severity !== 'info');
  return [
    ...shown.flatMap((finding) => findingLines(finding, style.color)),
    ...checkLines(report, style),
    ...verdictLines(report, style),
  ];
}

function findingLines(finding: LintFinding, color: Palette): Painted[] {
  const { severity, message, help, rule, requirement, evidence = [] } = finding;
  const grade = severity === 'error' ? color.bad : severity === 'warning' ? color.warning : color.faint;
  return [
    line`${grade(severity)}: ${message} ${color.faint(`[${rule}, ${requirement}]`)}`,
    ...evidence.flatMap((each) => evidenceLines(each, color)),
    line`    ${color.faint('recommended')}  ${help}`,
    line``,
  ];
}

/** The body is third-party text, so it is labeled and stays on one line. */
function evidenceLines({ request, status, trouble, headers, untrusted }: Evidence, color: Palette): Painted[] {
  return [
    line`    ${request} ${color.faint('->')} ${status ?? trouble ?? 'no response'}`,
    ...Object.entries(headers).map(([name, value]) => line`      ${color.faint(`${name}: ${value}`)}`),
    ...(untrusted === undefined
      ? []
      : [line`      ${color.faint('response body')} ${untrusted.text.replace(/\s+/g, ' ')}`]),
  ];
}

function checkLines({ checks }: ProbeReport, { color, all }: ProbeStyle): Painted[] {
  const marks = {
    holds: color.good('holds         '),
    fails: color.bad('fails         '),
    'not determined': color.faint('not determined'),
    'not applicable': color.faint('not applicable'),
  };
  return checks
    .filter(({ verdict }) => all || verdict !== 'holds')
    .map(({ id, verdict, reason }) => line`  ${marks[verdict]}  ${id}  ${color.faint(reason)}`);
}

function verdictLines(report: ProbeReport, { color, all }: ProbeStyle): Painted[] {
  const { checks, findings, score, base, requests, removed, leftBehind, stopped, skipped } = report;
  const count = (verdict: string) => checks.filter((each) => each.verdict === verdict).length;
  const infos = findings.filter(({ severity }) => severity === 'info').length;
  const more = infos > 0 && !all ? `, ${plural(infos, 'info')} (--all shows them)` : '';
  return [
    line``,
    line`${color.strong(base)}: ${count('holds')} checks hold, ${count('fails')} fail, ${count('not determined')} not determined${more}`,
    score.total === undefined
      ? line`  no score, because no check could be determined`
      : line`  score ${score.total} of 100  ${color.faint(score.sections.map(({ section, score: value }) => `${section} ${value ?? 0}`).join(', '))}`,
    line`  sent ${plural(requests, 'request')}${stopped === undefined ? '' : `; stopped early: ${stopped}`}`,
    ...(report.unauthorized
      ? [
          line`  ${color.warning('every read was answered with 401 or 403')}; check the credential (--secret-env or --header)`,
        ]
      : []),
    ...skippedLines(skipped),
    ...(removed === 0 ? [] : [line`  created and deleted ${plural(removed, 'resource')}`]),
    ...leftBehind.map((each) => line`  ${color.warning('not deleted')} ${each}`),
    ...labelLines(report, color),
  ];
}

/** The plan and the JSON report have the reason of each operation. */
const withoutConsent = 'they may change something; allow them with --writes';

/** One line per reason, with the first few operations. */
function skippedLines(skipped: ProbeReport['skipped']): Painted[] {
  const byReason = new Map<string, string[]>();
  for (const { operation, reason, needsConsent } of skipped) {
    const group = needsConsent === true ? withoutConsent : reason;
    byReason.set(group, [...(byReason.get(group) ?? []), operation]);
  }
  return [...byReason].map(([reason, names]) => {
    const more = names.length > 3 ? ` and ${names.length - 3} more` : '';
    return line`  not called ${names.slice(0, 3).join(', ')}${more}: ${reason}`;
  });
}
