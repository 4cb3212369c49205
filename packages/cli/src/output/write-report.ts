/** A report in the form that was asked for: lines for people, or one of the formats for programs, printed or into a file. */
import { resolve } from 'node:path';
import type { LintReport, Program } from '@dragoman/lint';
import type { Severity } from '@dragoman/model';
import type { CommandContext, CommandOption } from '../command.js';
import { UsageError } from '../command.js';
import { line, type Painted } from './paint.js';
import { escapeJson } from './sanitise.js';

const grades: readonly Severity[] = ['error', 'warning', 'info'];

/** Options of every command that reports findings. */
export const reportOptions: readonly CommandOption[] = [
  {
    name: 'format',
    value: 'name',
    choices: ['text', 'json', 'sarif', 'github', 'junit', 'html'],
    description: 'text (the default), json, sarif, github, junit or html',
  },
  { name: 'output', value: 'file', description: 'Write the report into a file' },
  {
    name: 'fail-on',
    value: 'severity',
    choices: grades,
    description: 'Exit with 1 from this severity on; error by default',
  },
];

/** True when a finding reaches `--fail-on`. */
export function reachesFailOn({ options }: CommandContext, reports: readonly LintReport[]): boolean {
  const least = (options.text('fail-on') ?? 'error') as Severity;
  const counted = grades.slice(0, grades.indexOf(least) + 1);
  return reports.some(({ findings }) => findings.some(({ severity }) => counted.includes(severity)));
}

/** What a report is written with. */
export interface ReportWriting {
  /** The lines for people. */
  text(): readonly Painted[];
  program?: Omit<Program, 'version'>;
}

/** Writes reports as `--format`, `--output` and `--json` say. */
export async function writeReport(
  { options, print, surroundings }: CommandContext,
  reports: readonly LintReport[],
  { text, program }: ReportWriting,
): Promise<void> {
  const format = print.json ? 'json' : (options.text('format') ?? 'text');
  const output = options.text('output');
  if (format === 'text') {
    if (output !== undefined) throw new UsageError('--output needs a --format other than text');
    for (const shown of text()) print.out(shown);
    return;
  }
  const { formats } = await import('@dragoman/lint');
  const written = formats[format as keyof typeof formats](reports, { ...program, version: surroundings.version });
  const safe = format === 'json' || format === 'sarif' ? escapeJson(written) : written;
  if (output === undefined) return print.raw(safe);
  await surroundings.writeFile(resolve(surroundings.cwd, output), safe);
  print.note(line`The report is in ${output}`);
}
