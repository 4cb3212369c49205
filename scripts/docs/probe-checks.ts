/** The reference page of the probe's checks. */
import type { Check } from '../../packages/lint/src/probe/check.js';
import { checks } from '../../packages/lint/src/probe/checks/index.js';
import { sectionOf, sections } from '../../packages/lint/src/rule-model/rule.js';
import { generatedNote, type PageMaker } from '../generated-file.js';

/** Generates docs/reference/probe-checks.md. */
export const makeProbeChecks: PageMaker = async () => {
  const text = [
    '# Probe checks',
    '',
    generatedNote,
    '',
    `\`dragoman probe\` runs ${checks.length} checks on a running API ([guide](../guides/probe.md)). Each checks a requirement of`,
    '[docs/spec/profile.md](../spec/profile.md); severities are ours. If an attempt is less severe than the check, its finding says so.',
    '',
    ...sections.flatMap((section) => {
      const own = checks.filter((check) => sectionOf(check) === section);
      return own.length === 0 ? [] : [`## ${section}`, '', ...own.map(writeCheck)];
    }),
  ].join('\n');
  return [{ path: 'docs/reference/probe-checks.md', text }];
};

function writeCheck({ id, requirement, further = [], severity, title, why, help, needs }: Check): string {
  const writes = needs === 'writes' ? ', needs `--allow-writes`' : '';
  return [
    `### ${id}`,
    '',
    `**${severity}**, ${[requirement, ...further].join(', ')}${writes}: ${title}.`,
    '',
    `- Why: ${why}`,
    `- Recommended: ${help}`,
    '',
  ].join('\n');
}
