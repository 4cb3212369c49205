/**
 * Compares the APIs of which the corpus has several versions, or one version in two syntaxes, and writes
 * `docs/reference/diff-corpus.md`; run by hand. One version in two syntaxes has to give no difference at all.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { corpusFolder, corpusHelp } from '../bench/corpus.js';
import { parseDescription } from '../packages/documents/src/index.js';
import type { Api, ApiDifference } from '../packages/lint/src/index.js';
import { compareApis, defaultSettings, openApi } from '../packages/lint/src/index.js';
import { isJsonObject } from '../packages/model/src/index.js';

interface Pair {
  name: string;
  before: string;
  after: string;
}

const successive: readonly Pair[] = [
  {
    name: 'GitHub Enterprise Server 2.18 to 3.6',
    before: 'sample3/APIs-guru__github.com_ghes-2.18_1.1.4_openapi.yaml.gz',
    after: 'big/github__descriptions-next_ghes-3.6_ghes-3.6.json.gz',
  },
  {
    name: 'GitHub Enterprise Server 3.6 to github.com',
    before: 'big/github__descriptions-next_ghes-3.6_ghes-3.6.json.gz',
    after: 'big/npm-octokit-openapi__api.github.com.json.gz',
  },
  {
    name: 'readme.io security, OpenAPI 3.0 to 3.1',
    before: 'weird/readmeio__3.0_json_security.json.gz',
    after: 'weird/readmeio__3.1_json_security.json.gz',
  },
  {
    name: 'readme.io extensions, OpenAPI 3.0 to 3.1',
    before: 'weird/readmeio__3.0_json_readme-extensions.json.gz',
    after: 'weird/readmeio__3.1_json_readme-extensions.json.gz',
  },
  {
    name: 'pet store, Swagger 2.0 to OpenAPI 3.0',
    before: 'weird/readmeio__2.0_json_petstore-expanded.json.gz',
    after: 'weird/readmeio__3.0_json_petstore-expanded.json.gz',
  },
  {
    name: 'tic tac toe, two states of the example',
    before: 'weird/OAI__examples_v3.1_tictactoe.json.gz',
    after: 'weird/OAI__examples_v3.1_tictactoe.yaml.gz',
  },
];

const same: readonly Pair[] = [
  { name: 'OpenAI', before: 'big/openai__openapi.yaml.gz', after: 'big/openai__openapi.json.gz' },
  {
    name: 'Adyen Checkout v71',
    before: 'vendor/Adyen__yaml_CheckoutService-v71.yaml.gz',
    after: 'vendor/Adyen__json_CheckoutService-v71.json.gz',
  },
  {
    name: 'Hetzner Cloud, with YAML anchors',
    before: 'weird/APIs-guru__hetzner.cloud_1.0.0_openapi.yaml.gz',
    after: 'weird/derived__hetzner-anchors.yaml.gz',
  },
  {
    name: 'readme.io API',
    before: 'weird/readmeio__3.0_yaml_readme.yaml.gz',
    after: 'weird/readmeio__3.0_json_readme.json.gz',
  },
  {
    name: 'readme.io file uploads',
    before: 'weird/readmeio__3.0_yaml_file-uploads.yaml.gz',
    after: 'weird/readmeio__3.0_json_file-uploads.json.gz',
  },
];

function open(folder: string, file: string): Api {
  const value = parseDescription(gunzipSync(readFileSync(join(folder, 'openapi', file))));
  const api = isJsonObject(value) ? openApi(value, defaultSettings) : undefined;
  if (api === undefined) throw new Error(`${file} is no API description`);
  return api;
}

function compareFiles(folder: string, { before, after }: Pair): { difference: ApiDifference; operations: string } {
  const [one, other] = [open(folder, before), open(folder, after)];
  const operations = `${one.operations.length} → ${other.operations.length}`;
  return { difference: compareApis(one, other), operations };
}

function writeRow(folder: string, pair: Pair): string {
  const { difference, operations } = compareFiles(folder, pair);
  const { counts, changes } = difference;
  const tools = changes.filter(({ tool }) => tool).length;
  const rules = new Map<string, number>();
  for (const { rule } of changes) if (rule !== undefined) rules.set(rule, (rules.get(rule) ?? 0) + 1);
  const told = [...rules].map(([rule, count]) => `\`${rule}\` ${count}`).join(', ');
  const cells = [
    pair.name,
    operations,
    counts.breaking,
    counts.meaning,
    counts.compatible,
    counts.description,
    tools,
    told,
  ];
  return `| ${cells.join(' | ')} |`;
}

const columns =
  '| API | Operations | Breaking | Meaning changed | Compatible | Description only | For tools too | Rules |';
const line = '|---|---|---|---|---|---|---|---|';

function writePage(folder: string): string {
  return [
    '# Differences of real API versions',
    '',
    'Made by `npx tsx --tsconfig tsconfig.tests.json scripts/diff-corpus.ts` from the corpus of real API descriptions; run by hand.',
    'How each kind of change is classified is shown by the pairs in `packages/lint/src/diff/compare-apis.test.ts`.',
    '',
    '## Successive versions',
    '',
    columns,
    line,
    ...successive.map((pair) => writeRow(folder, pair)),
    '',
    '## One version in two syntaxes',
    '',
    'Nothing differs for a caller, and nothing must be told.',
    '',
    columns,
    line,
    ...same.map((pair) => writeRow(folder, pair)),
    '',
  ].join('\n');
}

const corpus = corpusFolder();
if (corpus === undefined) {
  console.error(corpusHelp);
  process.exitCode = 2;
} else {
  writeFileSync(fileURLToPath(new URL('../docs/reference/diff-corpus.md', import.meta.url)), writePage(corpus));
}
