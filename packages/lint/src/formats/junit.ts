/** Reports as JUnit XML, which most build servers show: a document is a suite, a rule a test of it. */
import type { LintReport } from '../lint-document.js';
import type { LintFinding } from '../rule.js';
import { escapeMarkup } from './escape-markup.js';

/** Writes XML; remarks do not fail a test. */
export function writeJunit(reports: readonly LintReport[]): string {
  const suites = reports.map(toSuite);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="dragoman lint">\n${suites.join('')}</testsuites>\n`;
}

function toSuite({ uri, findings }: LintReport): string {
  const byRule = new Map<string, LintFinding[]>();
  for (const finding of findings) byRule.set(finding.rule, [...(byRule.get(finding.rule) ?? []), finding]);
  const failed = [...byRule.values()].filter((each) => each.some(({ severity }) => severity !== 'info')).length;
  const name = escapeMarkup(uri ?? 'document');
  const cases = [...byRule].map(([rule, own]) => toCase(rule, own, name)).join('');
  const all = cases === '' ? `    <testcase name="no finding" classname="${name}"/>\n` : cases;
  return `  <testsuite name="${name}" tests="${Math.max(1, byRule.size)}" failures="${failed}">\n${all}  </testsuite>\n`;
}

function toCase(rule: string, findings: readonly LintFinding[], suite: string): string {
  const text = findings.map(describe).join('\n');
  const grave = findings.filter(({ severity }) => severity !== 'info');
  const head = `    <testcase name="${escapeMarkup(rule)}" classname="${suite}">`;
  if (grave.length === 0) return `${head}<system-out>${escapeMarkup(text)}</system-out></testcase>\n`;
  const [first] = grave;
  const message = escapeMarkup(`${findings.length} × ${first?.message ?? ''}`);
  return `${head}<failure type="${first?.severity ?? ''}" message="${message}">${escapeMarkup(text)}</failure></testcase>\n`;
}

function describe({ severity, message, help, location: { start, pointer } }: LintFinding): string {
  const place = start === undefined ? pointer : `${start.line}:${start.column}`;
  return `${place} ${severity}: ${message} Recommended: ${help}`;
}
