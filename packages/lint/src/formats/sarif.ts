/** Reports as SARIF 2.1.0, for code scanning services. */
import type { Location, Severity } from '@dragoman/model';
import type { LintReport } from '../linting/lint-document.js';
import type { LintFinding } from '../rule-model/rule.js';
import { describeProgram, type Program, type RuleText } from './program.js';

const levels: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'note' };

/** Writes SARIF. */
export function writeSarif(reports: readonly LintReport[], program: Program): string {
  const { name, version, rules: known } = describeProgram(program);
  const rules = [...known, ...otherRules(reports, known)];
  const index = new Map(rules.map(({ id }, at) => [id, at]));
  const results = reports.flatMap(({ findings, suppressed }) => [
    ...findings.map((finding) => toResult(finding, index)),
    ...suppressed.map((finding) => ({
      ...toResult(finding, index),
      suppressions: [{ kind: 'inSource', justification: finding.reason }],
    })),
  ]);
  const driver = {
    name,
    version,
    informationUri: 'https://github.com/dragoman-dev/dragoman#readme',
    rules: rules.map(toDescriptor),
  };
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, columnKind: 'utf16CodeUnits', results }],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

/** Findings without a rule, such as an unreadable document, get a descriptor too. */
function otherRules(reports: readonly LintReport[], known: readonly RuleText[]): RuleText[] {
  const ids = new Set(known.map(({ id }) => id));
  return reports
    .flatMap(({ findings, suppressed }) => [...findings, ...suppressed])
    .flatMap(({ rule: id, requirement, severity, help }) => {
      if (ids.has(id)) return [];
      ids.add(id);
      return [{ id, requirement, severity, why: help, help }];
    });
}

function toDescriptor({ id, requirement, severity, why, help }: RuleText) {
  return {
    id,
    shortDescription: { text: why },
    fullDescription: { text: why },
    help: { text: `Recommended: ${help}` },
    defaultConfiguration: { level: levels[severity] },
    properties: { requirement },
  };
}

function toResult(finding: LintFinding, index: ReadonlyMap<string, number>) {
  const { rule, severity, message, help, location, related, fingerprint } = finding;
  const at = index.get(rule);
  return {
    ruleId: rule,
    ...(at === undefined ? {} : { ruleIndex: at }),
    level: levels[severity],
    message: { text: `${message} Recommended: ${help}` },
    locations: [toLocation(location)],
    ...(related === undefined ? {} : { relatedLocations: related.map((each, id) => ({ id, ...toLocation(each) })) }),
    partialFingerprints: { 'dragomanLint/v1': fingerprint },
  };
}

function toLocation({ uri, pointer, start, end }: Location) {
  const region = {
    ...(start === undefined ? {} : { startLine: start.line, startColumn: start.column }),
    ...(start === undefined || end === undefined ? {} : { endLine: end.line, endColumn: end.column }),
  };
  return {
    physicalLocation: {
      artifactLocation: { uri: encodeURI(uri ?? 'document') },
      ...(start === undefined ? {} : { region }),
    },
    logicalLocations: [{ fullyQualifiedName: pointer, kind: 'member' }],
  };
}
