/** A baseline: the findings that are known and accepted for now, so that only new ones are told. */
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { LintReport } from './lint-document.js';

/** Fingerprints of known findings, by document. */
export type Baseline = Readonly<Record<string, readonly string[]>>;

/** Reads a baseline file; undefined when it is none. */
export function readBaseline(value: JsonValue): Baseline | undefined {
  if (!isJsonObject(value) || value.version !== 1 || !isJsonObject(value.documents)) return undefined;
  const entries = Object.entries(value.documents);
  const sound = entries.every(([, list]) => Array.isArray(list) && list.every((each) => typeof each === 'string'));
  return sound ? (value.documents as Record<string, string[]>) : undefined;
}

/** Writes the baseline of what was found. */
export function writeBaseline(reports: readonly LintReport[]): string {
  const documents = Object.fromEntries(
    reports.map(({ uri, findings }) => [
      uri ?? '',
      [...new Set(findings.map(({ fingerprint }) => fingerprint))].sort(),
    ]),
  );
  return `${JSON.stringify({ version: 1, documents }, null, 2)}\n`;
}

/** The report without what the baseline knows. */
export function onlyNew(report: LintReport, baseline: Baseline): LintReport {
  const name = report.uri ?? '';
  const known = new Set(Object.hasOwn(baseline, name) ? baseline[name] : []);
  return { ...report, findings: report.findings.filter(({ fingerprint }) => !known.has(fingerprint)) };
}
