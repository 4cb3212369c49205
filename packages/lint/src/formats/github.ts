/** Reports as GitHub workflow commands, which GitHub shows next to the changed lines. */
import type { Severity } from '@dragoman/model';
import type { LintReport } from '../linting/lint-document.js';
import type { LintFinding } from '../rule-model/rule.js';

const commands: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'notice' };

/** Writes one command per finding. */
export function writeGithub(reports: readonly LintReport[]): string {
  return reports.flatMap(({ findings }) => findings.map((each) => `${toCommand(each)}\n`)).join('');
}

function toCommand({ severity, message, help, rule, location }: LintFinding): string {
  const { uri, start, end } = location;
  const properties = [
    ...(uri === undefined ? [] : [`file=${escapeProperty(uri)}`]),
    ...(start === undefined ? [] : [`line=${start.line}`, `col=${start.column}`]),
    ...(end === undefined || start === undefined ? [] : [`endLine=${end.line}`, `endColumn=${end.column}`]),
    `title=${escapeProperty(rule)}`,
  ];
  return `::${commands[severity]} ${properties.join(',')}::${escapeText(`${message} Recommended: ${help}`)}`;
}

/** Escapes characters that a runner would read as the end of a command or as another command. */
function escapeText(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeText(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
