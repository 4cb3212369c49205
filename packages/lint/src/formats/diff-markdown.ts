/** The differences of two API versions as Markdown: a report for reviews, and a text for a changelog. */

import { type ApiChange, type ChangeEffect, changeEffects } from '../diff/change.js';
import type { ApiDifference } from '../diff/compare-apis.js';
import { exampleOf, groupChanges, placeOf, versionLine } from './diff-groups.js';
import { escapeMarkdown } from './escape-markdown.js';

/** Operations and changes of each that are shown at most. */
const shown = { groups: 400, changes: 100 };

/** Writes the report. */
export function writeDiffMarkdown(difference: ApiDifference): string {
  const { counts } = difference;
  const groups = groupChanges(difference);
  const table = changeEffects.map((effect) => `| ${effect} | ${counts[effect]} |`);
  const parts = groups
    .slice(0, shown.groups)
    .flatMap(({ name, changes }) => [
      `## ${escapeMarkdown(name)}`,
      '',
      ...changes.slice(0, shown.changes).map((change) => `- **${change.effect}** ${describe(change)}`),
      ...(changes.length > shown.changes ? [`- … and ${changes.length - shown.changes} more`] : []),
      '',
    ]);
  const more = groups.length > shown.groups ? [`… and ${groups.length - shown.groups} more operations`, ''] : [];
  const head = [
    '# API changes',
    '',
    escapeMarkdown(versionLine(difference)),
    '',
    '| Effect | Changes |',
    '|---|---:|',
    ...table,
    '',
  ];
  return [...head, ...parts, ...more].join('\n');
}

function describe(change: ApiChange): string {
  const example = exampleOf(change);
  const shownExample = example === '' ? '' : ` Counterexample: ${code(example)}`;
  const rule = change.rule === undefined ? '' : ` (\`${change.rule}\`)`;
  return `${escapeMarkdown(placeOf(change) + change.message)}${shownExample}${rule}`;
}

/** Headings of a changelog by effect; wording is left out. */
const headings: Readonly<Partial<Record<ChangeEffect, string>>> = {
  breaking: 'Breaking changes',
  undecided: 'To be reviewed',
  meaning: 'Changed meaning',
  compatible: 'Added and relaxed',
};

/** Writes a changelog entry for users of the API. */
export function writeDiffChangelog(difference: ApiDifference): string {
  const { versions, changes } = difference;
  const version = versions.after === versions.before ? versions.suggested : versions.after;
  const sections = changeEffects.flatMap((effect) => {
    const heading = headings[effect];
    const own = changes.filter((change) => change.effect === effect && change.operation !== undefined);
    if (heading === undefined || own.length === 0) return [];
    const lines = new Set(
      own.map(
        (change) =>
          `- \`${change.operation?.replaceAll('`', "'") ?? ''}\`: ${escapeMarkdown(placeOf(change) + change.message)}`,
      ),
    );
    return [`### ${heading}`, '', ...lines, ''];
  });
  const nothing = sections.length === 0 ? ['No change for callers.', ''] : [];
  return [`## ${version === '' ? 'Unreleased' : escapeMarkdown(version)}`, '', ...sections, ...nothing].join('\n');
}

function code(text: string): string {
  const fence = text.includes('`') ? '``' : '`';
  return `${fence}${fence === '``' ? ' ' : ''}${text.replace(/\s+/g, ' ')}${fence === '``' ? ' ' : ''}${fence}`;
}
