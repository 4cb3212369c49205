/** A report on an AGIS document for people: findings with their source lines, then the verdict. */
import type { AgisReport, Finding } from '@dragoman/agis';
import type { Painted, Palette } from '../terminal/paint.js';
import { line } from '../terminal/paint.js';
import { codeFrame } from './code-frame.js';

/** How a report is formatted. */
export interface ReportStyle {
  file: string;
  text: string;
  color: Palette;
  /** Columns of the terminal. */
  width: number;
  /** Also show findings of severity info. */
  all: boolean;
}

/** Findings, each with location, source line, reason and fix. */
export function agisFindingLines(
  findings: readonly Finding[],
  { file, text, color, width, all }: ReportStyle,
): Painted[] {
  const lines = text.split('\n');
  return findings
    .filter(({ severity }) => all || severity !== 'info')
    .flatMap((finding) => {
      const { severity, message, help, why, rule, location } = finding;
      const { start } = location;
      const place = start === undefined ? file : `${file}:${start.line}:${start.column}`;
      const grade = severity === 'error' ? color.bad : severity === 'warning' ? color.warning : color.faint;
      return [
        line`${place}: ${grade(severity)}: ${message} ${color.faint(`[${rule}]`)}`,
        ...codeFrame(lines, location, { color, width }),
        line`    ${color.faint('why')}  ${why}`,
        line`    ${color.faint('fix')}  ${help}`,
        line``,
      ];
    });
}

/** The verdict, with the passes that ran and what is missing for level 2. */
export function agisVerdictLines(report: AgisReport, { file, color, all }: ReportStyle): Painted[] {
  const { conforms, level, counts, passes, missingForLevel2: gaps } = report;
  const word = conforms ? color.good('conforms') : color.bad('does not conform');
  const infos = counts.info > 0 && !all ? `, ${plural(counts.info, 'info')} (--all shows them)` : '';
  const skipped = passes.filter(({ status }) => status === 'skipped');
  return [
    line`${color.strong(file)} ${word} at level ${level}: ${plural(counts.error, 'error')}, ${plural(counts.warning, 'warning')}${infos}`,
    ...skipped.map(({ number, name, detail }) => line`  pass ${number} (${name}) was skipped: ${detail ?? ''}`),
    ...passes
      .filter(({ detail, status }) => detail !== undefined && status !== 'skipped')
      .map(({ number, name, detail }) => line`  ${color.faint(`pass ${number} (${name}): ${detail ?? ''}`)}`),
    ...(level === 1 && gaps.length > 0 ? [line`  ${color.faint(describeGaps(gaps))}`] : []),
  ];
}

function describeGaps(gaps: AgisReport['missingForLevel2']): string {
  const shown = gaps.slice(0, 3).map(({ endpoint, fields }) => `${endpoint} (${fields.join(', ')})`);
  const rest = gaps.length > shown.length ? ` and ${plural(gaps.length - shown.length, 'more endpoint')}` : '';
  return `for level 2: ${shown.join('; ')}${rest}`;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
