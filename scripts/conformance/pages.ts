/** Writes what was measured: a page for people and two files for programs. No times in them, so that they compare. */
import type { Conformance } from './measure.js';
import { type Level, levels, type Requirement } from './requirements.js';

/** How many of how many. */
export interface Tally {
  shown: number;
  total: number;
}

/** Counts the shown ones among some requirements. */
export function tally(requirements: readonly Requirement[], shown: ReadonlySet<string>): Tally {
  return { shown: requirements.filter(({ id }) => shown.has(id)).length, total: requirements.length };
}

/** The figures by document and level. */
export function countLevels(conformance: Conformance): Record<string, Partial<Record<Level, Tally>>> {
  const documents = groupBy(conformance.requirements, ({ document }) => document);
  return Object.fromEntries(
    [...documents].map(([document, rows]) => [
      document,
      Object.fromEntries(
        levels.flatMap((level) => {
          const counted = tally(
            rows.filter((row) => row.level === level),
            conformance.shown,
          );
          return counted.total === 0 ? [] : [[level, counted]];
        }),
      ),
    ]),
  );
}

/** The page for people. */
export function writePage(conformance: Conformance): string {
  const documents = groupBy(conformance.requirements, ({ document }) => document);
  const sections = [...documents].map(([document, rows]) => writeDocument(document, rows, conformance));
  return [
    '# Conformance',
    '',
    'Made by `npm run conformance` from the requirement pages in [docs/spec](../spec) and the last test run: a',
    'requirement counts as shown when a test with its id in the title passed and none with it failed.',
    'Do not edit; the ids shown are kept in `conformance-shown.json`, so that CI notices when one is lost.',
    '',
    ...sections,
  ].join('\n');
}

/** The ids shown, in the order of the documents. */
export function listShown(conformance: Conformance): string[] {
  return conformance.requirements.map(({ id }) => id).filter((id) => conformance.shown.has(id));
}

function writeDocument(document: string, rows: readonly Requirement[], conformance: Conformance): string {
  const used = levels.filter((level) => rows.some((row) => row.level === level));
  const groups = [...groupBy(rows, ({ group }) => group)];
  const table = [...groups.map(([group, of]) => [group, of] as const), ['all', rows] as const].map(([name, of]) => {
    const cells = used.map((level) =>
      writeTally(
        of.filter((row) => row.level === level),
        conformance.shown,
      ),
    );
    return `| ${name} | ${cells.join(' | ')} |`;
  });
  return [
    `## ${document}`,
    '',
    `| group | ${used.join(' | ')} |`,
    `|---|${used.map(() => '---:|').join('')}`,
    ...table,
    '',
    ...writeMissing(rows, conformance),
  ].join('\n');
}

function writeTally(rows: readonly Requirement[], shown: ReadonlySet<string>): string {
  const counted = tally(rows, shown);
  return counted.total === 0 ? '' : `${counted.shown} / ${counted.total}`;
}

function writeMissing(rows: readonly Requirement[], conformance: Conformance): string[] {
  const missing = rows.filter(({ id, level }) => level.startsWith('MUST') && !conformance.shown.has(id));
  if (missing.length === 0) return ['Every MUST and MUST* is shown.', ''];
  const lines = missing.map((row) => {
    const reason = conformance.notMet[row.id];
    return `- ${row.id} ${row.level} ${row.text}${reason === undefined ? '' : ` **Not met: ${reason}**`}`;
  });
  return ['MUST and MUST* not shown yet:', '', ...lines, ''];
}

function groupBy<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return groups;
}
