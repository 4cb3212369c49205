/** The reference page of the rules of the AGIS validator, and the JSON Schema of AGIS documents as a file. */
import { agisDocumentSchema } from '../../packages/agis/src/document-schema.js';
import type { ExplainedFinding, ExplainedRule } from '../../packages/agis/src/explain-rule.js';
import { listRules } from '../../packages/agis/src/explain-rule.js';
import { generatedNote, type PageMaker } from '../generated-file.js';

/** Generates docs/reference/agis-rules.md and packages/agis/schema/agis.json. */
export const makeAgisRules: PageMaker = async () => {
  const text = [
    '# Rules of the AGIS validator',
    '',
    generatedNote,
    '',
    'Rules have the ids of [docs/spec/agis.md](../spec/agis.md). A document with an error does not conform; warnings and infos',
    'are advice. `dragoman agis explain <rule>` prints the same. Words in braces are placeholders; compare the',
    'code, never the text.',
    '',
    ...[...listRules()].sort((a, b) => (a.rule < b.rule ? -1 : 1)).map(writeRule),
  ].join('\n');
  return [
    { path: 'docs/reference/agis-rules.md', text },
    { path: 'packages/agis/schema/agis.json', text: `${JSON.stringify(agisDocumentSchema, null, 2)}\n` },
  ];
};

function writeRule({ rule, findings }: ExplainedRule): string {
  return [`## ${rule}`, '', ...findings.map(writeFinding)].join('\n');
}

function writeFinding({ code, severity, message, why, help, wrong, right }: ExplainedFinding): string {
  const example = (label: string, text: string | undefined) =>
    text === undefined
      ? []
      : [`- ${label}:`, '', ...['```yaml', ...text.split('\n'), '```'].map((each) => `  ${each}`), ''];
  return [
    `\`${code}\` (**${severity}**): ${message}`,
    '',
    `- Why: ${why}`,
    `- What to do: ${help}`,
    ...example('Wrong', wrong),
    ...example('Right', right),
    '',
  ].join('\n');
}
