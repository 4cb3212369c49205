/** Writes a report in the requested format: text for people, or a format for programs, to standard output or a file. */
import { resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { LintReport, Program } from '@dragoman/lint';
import type { Severity } from '@dragoman/model';
import type { CommandContext, CommandOption } from '../command/command.js';
import { line, type Painted } from '../terminal/paint.js';
import { escapeJson } from '../terminal/sanitize.js';

const grades: readonly Severity[] = ['error', 'warning', 'info'];

/** Options of every command that reports findings. */
export const reportOptions: readonly CommandOption[] = [
  {
    name: 'format',
    value: 'name',
    choices: ['text', 'json', 'sarif', 'github', 'gitlab', 'junit', 'checkstyle', 'markdown', 'html', 'badge'],
    description: 'text (the default), json, sarif, github, gitlab, junit, checkstyle, markdown, html or badge (SVG)',
  },
  { name: 'output', value: 'file', description: 'Write the report to a file' },
  {
    name: 'fail-on',
    value: 'severity',
    choices: [...grades, 'none'],
    description: 'Exit with 1 at this severity or above (default: error); none: findings never cause exit code 1',
  },
];

/** True when a finding reaches `--fail-on`. */
export function reachesFailOn({ options }: CommandContext, reports: readonly LintReport[]): boolean {
  const failOn = options.text('fail-on') ?? 'error';
  // "none" is no grade, so nothing is counted.
  const counted = grades.slice(0, (grades as readonly string[]).indexOf(failOn) + 1);
  return reports.some(({ findings }) => findings.some(({ severity }) => counted.includes(severity)));
}

/** Writes lines of text to a file, without colors. */
export async function writeText(
  { print, runtime }: Pick<CommandContext, 'print' | 'runtime'>,
  output: string,
  lines: readonly Painted[],
): Promise<void> {
  const text = lines.map(({ painted }) => stripVTControlCharacters(painted));
  await runtime.writeFile(resolve(runtime.cwd, output), `${text.join('\n')}\n`);
  print.note(line`Wrote the report to ${output}`);
}

/** The parts of a report. */
export interface ReportWriting {
  /** The lines of the text format. */
  text(): readonly Painted[];
  program?: Omit<Program, 'version'>;
}

/** Writes reports according to `--format`, `--output` and `--json`. */
export async function writeReport(
  { options, print, runtime }: CommandContext,
  reports: readonly LintReport[],
  { text, program }: ReportWriting,
): Promise<void> {
  const format = print.json ? 'json' : (options.text('format') ?? 'text');
  const output = options.text('output');
  if (format === 'text') {
    if (output !== undefined) return writeText({ print, runtime }, output, text());
    for (const shown of text()) print.out(shown);
    return;
  }
  const { formats } = await import('@dragoman/lint');
  const written = formats[format as keyof typeof formats](reports, { ...program, version: runtime.version });
  const safe = ['json', 'sarif', 'gitlab'].includes(format) ? escapeJson(written) : written;
  if (output === undefined) return print.raw(safe);
  await runtime.writeFile(resolve(runtime.cwd, output), safe);
  print.note(line`Wrote the report to ${output}`);
}
