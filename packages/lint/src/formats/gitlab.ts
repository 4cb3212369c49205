/** Reports as a GitLab code quality report, which merge requests show next to the changed lines. */
import type { Severity } from '@dragoman/model';
import type { LintReport } from '../linting/lint-document.js';

const severities: Readonly<Record<Severity, string>> = { error: 'major', warning: 'minor', info: 'info' };

/** Writes one JSON array. */
export function writeGitlab(reports: readonly LintReport[]): string {
  const issues = reports.flatMap(({ uri = 'document', findings }) =>
    findings.map(({ rule, severity, message, help, fingerprint, location }) => ({
      type: 'issue',
      check_name: rule,
      description: `${message} Recommended: ${help}`,
      severity: severities[severity],
      fingerprint: `${uri} ${fingerprint}`,
      location: { path: location.uri ?? uri, lines: { begin: location.start?.line ?? 1 } },
    })),
  );
  return `${JSON.stringify(issues, null, 2)}\n`;
}
