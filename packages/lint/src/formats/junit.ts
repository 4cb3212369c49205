/** Reports as JUnit XML, which most CI servers show: a document is a suite, a rule is a test. */

import type { CheckLine, LintReport } from '../linting/lint-document.js';
import { groupBy } from '../rule-model/group-by.js';
import type { LintFinding } from '../rule-model/rule.js';
import { escapeMarkup } from './escape-markup.js';
import { evidenceLines } from './evidence-lines.js';
import { describeProgram, type Program } from './program.js';

/** Writes XML; infos do not fail a test. */
export function writeJunit(reports: readonly LintReport[], program: Program): string {
  const suites = reports.map(toSuite);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${escapeMarkup(describeProgram(program).name)}">\n${suites.join('')}</testsuites>\n`;
}

function toSuite({ uri, findings, checks = [] }: LintReport): string {
  const byRule = groupBy(findings, ({ rule }) => rule);
  const failed = [...byRule.values()].filter((each) => each.some(({ severity }) => severity !== 'info')).length;
  const name = escapeMarkup(uri ?? 'document');
  const others = checks.filter(({ id }) => !byRule.has(id));
  const skipped = others.filter(({ verdict }) => verdict === 'not determined').length;
  const cases = [
    ...[...byRule].map(([rule, own]) => toCase(rule, own, name)),
    ...others.map((check) => toCheckCase(check, name)),
  ].join('');
  const all = cases === '' ? `    <testcase name="no finding" classname="${name}"/>\n` : cases;
  return `  <testsuite name="${name}" tests="${Math.max(1, byRule.size + others.length)}" failures="${failed}"${skipped === 0 ? '' : ` skipped="${skipped}"`}>\n${all}  </testsuite>\n`;
}

function toCase(rule: string, findings: readonly LintFinding[], suite: string): string {
  const text = findings.map(describe).join('\n');
  const severe = findings.filter(({ severity }) => severity !== 'info');
  const head = `    <testcase name="${escapeMarkup(rule)}" classname="${suite}">`;
  if (severe.length === 0) return `${head}<system-out>${escapeMarkup(text)}</system-out></testcase>\n`;
  const [first] = severe;
  const message = escapeMarkup(`${findings.length} × ${first?.message ?? ''}`);
  return `${head}<failure type="${first?.severity ?? ''}" message="${message}">${escapeMarkup(text)}</failure></testcase>\n`;
}

/** A check without findings: passed, or skipped, which never counts as passed. */
function toCheckCase({ id, verdict, reason }: CheckLine, suite: string): string {
  const head = `    <testcase name="${escapeMarkup(id)}" classname="${suite}"`;
  return verdict === 'holds' ? `${head}/>\n` : `${head}><skipped message="${escapeMarkup(reason)}"/></testcase>\n`;
}

function describe({ severity, message, help, evidence = [], location: { start, pointer } }: LintFinding): string {
  const place = start === undefined ? pointer : `${start.line}:${start.column}`;
  return [`${place} ${severity}: ${message} Recommended: ${help}`, ...evidence.flatMap(evidenceLines)].join('\n');
}
