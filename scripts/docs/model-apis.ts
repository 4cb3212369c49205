/** The reference page of the model APIs: what each accepts as a tool, with the source of every rule. */
import { type ModelApiRule, modelApiNames, modelApis } from '@dragoman/model';
import { generatedNote, type PageMaker } from '../generated-file.js';

/** Generates docs/reference/model-apis.md. */
export const makeModelApis: PageMaker = async () => {
  const sections = modelApiNames.flatMap((api) => {
    const { title, rules } = modelApis[api];
    return [`## ${title} (\`${api}\`)`, '', '| Rule | Source |', '|---|---|', ...rules.map(writeRule), ''];
  });
  const text = [
    '# Tools of model APIs',
    '',
    generatedNote,
    '',
    'A model API rejects a whole request when one tool in it breaks a rule. Every tool is therefore projected to what the API accepts:',
    'names and descriptions within its limits, no references and no recursion, a plain object at the root, and only keywords that it knows.',
    'A rule that a projected schema cannot express is a sentence in the description of the tool or of the input, such as "Give exactly one',
    'of: `id`; `owner` and `repo`.", and the gateway still validates every call with the complete schema. Inputs with a name that an',
    'API does not accept get another one, which is restored when the tool is called.',
    '',
    'Use a projection with `session.tools(shape)` of the [executor](../guides/executor.md), with `?for=` of an',
    '[MCP endpoint](../guides/mcp.md), or for one operation with `dragoman show <service> <operation> --as <api>`.',
    '"Error message" marks rules that only the error messages of the API state. Rules of strict mode are listed for',
    'frameworks that turn it on; the projections do not, because it makes every optional input required.',
    '',
    ...sections,
  ].join('\n');
  return [{ path: 'docs/reference/model-apis.md', text }];
};

function writeRule({ rule, source, observed }: ModelApiRule): string {
  const { hostname } = new URL(source);
  return `| ${rule.replaceAll('|', '\\|')} | [${hostname}](${source})${observed ? ' (error message)' : ''} |`;
}
