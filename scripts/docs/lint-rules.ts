/** The reference page of the linter's rules, each with a document that it speaks on and one that it is silent on. */
import { writeYaml } from '../../packages/core/src/documents/arazzo/scaffold.js';
import { collisionRule } from '../../packages/lint/src/collisions.js';
import { diffRules } from '../../packages/lint/src/diff/change.js';
import type { Rule } from '../../packages/lint/src/rule.js';
import { sectionOf, sections } from '../../packages/lint/src/rule.js';
import { rules } from '../../packages/lint/src/rules/index.js';
import { repairOf } from '../../packages/lint/src/rules/repairs.js';
import { generatedNote, type PageMaker } from '../generated-file.js';

/** Longest example that is shown, in characters. */
const longest = 1_200;

/** Makes docs/reference/lint-rules.md. */
export const makeLintRules: PageMaker = async () => {
  const text = [
    '# Rules of the linter',
    '',
    generatedNote,
    '',
    `${rules.length} rules look at one document, five at two versions of it (\`dragoman diff\`), one at several documents together.`,
    'Rules check lines of [docs/spec/profile.md](../spec/profile.md); their severities are ours and can be set in',
    '`dragoman-lint.yaml` ([guide](../guides/lint.md)). Examples are short: `get /tasks` stands for the operation on that path.',
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
    'Names that differ by two letters at most are alike, and so are summaries of the same words or the same meaning.',
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
    `**${varies ?? severity}**, ${requirement}${targets?.includes('tools') ? ', for lists of tools too' : ''}: ${message}`,
    '',
    `- Why: ${why}`,
    `- Recommended: ${help}`,
    ...gatewayLine(id),
    '',
    ...example('Speaks on', spoken),
    ...example('Silent on', cases.good[0]),
  ].join('\n');
}

function gatewayLine(id: string): string[] {
  const name = repairOf(id);
  return name === undefined
    ? []
    : [`- The gateway supplies this with the repair [\`${name}\`](../guides/repairs.md#${name}).`];
}

function example(label: string, document: unknown): string[] {
  const text = document === undefined ? '' : writeYaml(document as Parameters<typeof writeYaml>[0]).trimEnd();
  return text === '' || text.length > longest ? [] : [`${label}:`, '', '```yaml', text, '```', ''];
}
