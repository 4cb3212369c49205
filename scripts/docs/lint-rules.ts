/** The reference page of the linter's rules, each with an invalid and a valid example. */
import { writeYaml } from '../../packages/core/src/documents/arazzo/scaffold.js';
import { diffRules } from '../../packages/lint/src/diff/change.js';
import { collisionRule } from '../../packages/lint/src/linting/collisions.js';
import type { Rule } from '../../packages/lint/src/rule-model/rule.js';
import { sectionOf, sections } from '../../packages/lint/src/rule-model/rule.js';
import { rules } from '../../packages/lint/src/rules/index.js';
import { repairOf } from '../../packages/lint/src/rules/repairs.js';
import { generatedNote, type PageMaker } from '../generated-file.js';

/** Maximum length of an example, in characters. */
const longest = 1_200;

/** Generates docs/reference/lint-rules.md. */
export const makeLintRules: PageMaker = async () => {
  const text = [
    '# Linter rules',
    '',
    generatedNote,
    '',
    `${rules.length} rules check one document, five compare two versions of it (\`dragoman diff\`), one compares several documents.`,
    'Rules check requirements of [docs/spec/profile.md](../spec/profile.md); their severities are ours and can be changed in',
    '`dragoman-lint.yaml` ([guide](../guides/lint.md)). Examples are shortened: `get /tasks` is the operation on that path.',
    '',
    ...sections.flatMap((section) => {
      const own = rules.filter((rule) => sectionOf(rule) === section);
      return own.length === 0 ? [] : [`## ${section}`, '', ...own.map(writeRule)];
    }),
    '## Between two versions',
    '',
    ...Object.entries(diffRules).map(([id, { severity, message, why, help }]) =>
      [`### ${id}`, '', `**${severity}**: ${message}`, '', `- Why: ${why}`, `- Recommended: ${help}`, ''].join('\n'),
    ),
    '## Between several documents',
    '',
    `### ${collisionRule.id}`,
    '',
    `**${collisionRule.severity}**: ${collisionRule.message}`,
    '',
    `- Why: ${collisionRule.why} (${collisionRule.requirement})`,
    `- Recommended: ${collisionRule.help}`,
    '',
    'Names that differ by at most two letters count as similar, and so do summaries with the same words or the same meaning.',
    '',
  ].join('\n');
  return [{ path: 'docs/reference/lint-rules.md', text }];
};

function writeRule({ id, requirement, severity, varies, message, why, help, targets, cases }: Rule): string {
  const [bad] = cases.bad;
  const spoken = Array.isArray(bad) ? bad[0] : bad;
  return [
    `### ${id}`,
    '',
    `**${varies ?? severity}**, ${requirement}${targets?.includes('tools') ? ', also for lists of tools' : ''}: ${message}`,
    '',
    `- Why: ${why}`,
    `- Recommended: ${help}`,
    ...gatewayLine(id),
    '',
    ...example('Reported for', spoken),
    ...example('Not reported for', cases.good[0]),
  ].join('\n');
}

function gatewayLine(id: string): string[] {
  const name = repairOf(id);
  return name === undefined
    ? []
    : [`- The gateway adds this with the repair [\`${name}\`](../guides/repairs.md#${name}).`];
}

function example(label: string, document: unknown): string[] {
  const text = document === undefined ? '' : writeYaml(document as Parameters<typeof writeYaml>[0]).trimEnd();
  return text === '' || text.length > longest ? [] : [`${label}:`, '', '```yaml', text, '```', ''];
}
