/** A baseline: known findings that are accepted for now, so that only new ones are reported. */
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { LintReport } from './lint-document.js';

/** Fingerprints of known findings, by document. */
export type Baseline = Readonly<Record<string, readonly string[]>>;

/** Parses a baseline file; undefined when it is not a baseline. */
export function readBaseline(value: JsonValue): Baseline | undefined {
  if (!isJsonObject(value) || value.version !== 1 || !isJsonObject(value.documents)) return undefined;
  const entries = Object.entries(value.documents);
  const sound = entries.every(([, list]) => Array.isArray(list) && list.every((each) => typeof each === 'string'));
  return sound ? (value.documents as Record<string, string[]>) : undefined;
}

/** Serializes the baseline of the given reports. */
export function writeBaseline(reports: readonly LintReport[]): string {
  const documents = Object.fromEntries(
    reports.map(({ uri, findings }) => [
      uri ?? '',
      [...new Set(findings.map(({ fingerprint }) => fingerprint))].sort(),
    ]),
  );
  return `${JSON.stringify({ version: 1, documents }, null, 2)}\n`;
}

/** The report without the findings in the baseline. */
export function onlyNew(report: LintReport, baseline: Baseline): LintReport {
  const name = report.uri ?? '';
  const known = new Set(Object.hasOwn(baseline, name) ? baseline[name] : []);
  return { ...report, findings: report.findings.filter(({ fingerprint }) => !known.has(fingerprint)) };
}
