/** Reports as Checkstyle XML, which many build servers and editors read. */
import type { LintReport } from '../linting/lint-document.js';
import { groupBy } from '../rule-model/group-by.js';
import type { LintFinding } from '../rule-model/rule.js';
import { escapeMarkup } from './escape-markup.js';

/** Writes XML, with the findings of other files that a document references under their own names. */
export function writeCheckstyle(reports: readonly LintReport[]): string {
  const files = reports.flatMap(({ uri = 'document', findings }) => {
    const groups = groupBy(findings, ({ location }) => location.uri ?? uri);
    return groups.size === 0 ? [toFile(uri, [])] : [...groups].map(([file, own]) => toFile(file, own));
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<checkstyle version="4.3">\n${files.join('')}</checkstyle>\n`;
}

function toFile(name: string, findings: readonly LintFinding[]): string {
  const errors = findings.map(({ severity, message, help, rule, location: { start } }) => {
    const place = `line="${start?.line ?? 1}" column="${start?.column ?? 1}"`;
    const text = escapeMarkup(`${message} Recommended: ${help}`);
    return `    <error ${place} severity="${severity}" message="${text}" source="dragoman.${escapeMarkup(rule)}"/>\n`;
  });
  return `  <file name="${escapeMarkup(name)}">\n${errors.join('')}  </file>\n`;
}
