/** Reports as one JSON object. */
import type { LintReport } from '../linting/lint-document.js';
import { countBySeverity } from '../linting/score.js';

/** The value that the JSON format writes. */
export function toJson(reports: readonly LintReport[]) {
  const all = reports.flatMap(({ findings }) => findings);
  return {
    counts: countBySeverity(all),
    documents: reports.map(({ text: _, place: _place, operations, ...report }) => ({
      ...report,
      surface: { operations: operations.length, tokens: operations.reduce((sum, { tokens }) => sum + tokens, 0) },
    })),
  };
}

/** Writes JSON. */
export function writeJson(reports: readonly LintReport[]): string {
  return `${JSON.stringify(toJson(reports), null, 2)}\n`;
}
