/** Procedures and teams for people: tables, and findings with their location. */
import type { Diagnostic } from '@dragoman/model';
import type { DesignFinding, ProcedureSummary, TeamSummary } from '@dragoman/sdk';
import { line } from '../terminal/paint.js';
import type { Printer } from '../terminal/printer.js';
import { diagnosticLines } from './diagnostic-lines.js';

/** A finding of the registry as a diagnostic. */
export function toDiagnostic(finding: DesignFinding): Diagnostic {
  const { code, severity, message, help, pointer, line: row, column } = finding;
  const start = row === undefined || column === undefined ? {} : { start: { line: row, column } };
  // A position in the text is more useful than the name of the member that holds it.
  return { code, severity, message, help, location: { pointer: row === undefined ? pointer : '', ...start } };
}

/** Prints findings, or "ok" if there are none; returns the exit code. */
export function printFindings(
  print: Printer,
  findings: readonly Diagnostic[],
  { file, strict }: { file: string; strict: boolean },
): 0 | 1 {
  const grave = findings.filter(({ severity }) => severity === 'error' || (strict && severity === 'warning'));
  if (print.json) print.value({ ok: grave.length === 0, findings });
  else {
    for (const text of diagnosticLines(findings, file, print.color)) print.out(text);
    if (grave.length === 0) print.out(line`${print.color.good('ok')}  ${file}`);
  }
  return grave.length === 0 ? 0 : 1;
}

/** Prints procedures as a table. */
export function printProcedures(print: Printer, procedures: readonly ProcedureSummary[]): void {
  const columns = [
    { title: 'id' },
    { title: 'toolset' },
    { title: 'state' },
    { title: 'version' },
    { title: 'name', min: 12, prose: true },
    { title: 'description', min: 16, prose: true },
  ];
  const rows = procedures.map(({ id, toolset, state, version, name, description }) => [
    print.color.name(id),
    toolset,
    state,
    version,
    name,
    description,
  ]);
  print.table(columns, rows);
}

/** Prints teams as a table. */
export function printTeams(print: Printer, teams: readonly TeamSummary[]): void {
  const columns = [
    { title: 'id' },
    { title: 'entry' },
    { title: 'members' },
    { title: 'version' },
    { title: 'name', min: 12, prose: true },
    { title: 'description', min: 16, prose: true },
  ];
  const rows = teams.map(({ id, entry, member_count, version, name, description }) => [
    print.color.name(id),
    entry,
    member_count,
    version,
    name,
    description,
  ]);
  print.table(columns, rows);
}
