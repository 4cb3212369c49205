/** Model vendors' SDKs and agent frameworks as their users connect them, with scripted models and a real gateway. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Desk } from './desk.js';
import { startDesk } from './desk.js';
import { langchainMcp } from './langchain.js';
import { llamaIndex } from './llamaindex.js';
import { openAiAgents } from './openai-agents.js';
import { createScript } from './script.js';
import * as vendors from './vendors.js';
import { vercelExecutor, vercelMcp } from './vercel.js';

const agents = { ...vendors, vercelMcp, vercelExecutor, langchainMcp, openAiAgents, llamaIndex };

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

it.each(Object.entries(agents))('%s: a model calls a tool of the gateway and gets its result', async (_, agent) => {
  const script = createScript([
    [['get_berth', { id: 'seven' }]],
    [['get_berth', { id: 'B7' }]],
    (request) => (request.includes('Hel') ? 'The Hel is at B7.' : 'I do not know.'),
  ]);
  desk.arrived.length = 0;
  const words = await agent({ ...desk.settingOf('desk'), script, question: 'Which vessel is at B7?' });
  expect(words).toBe('The Hel is at B7.');
  expect(script.seen[1]).toMatch(/'id'|`id`|\\"id\\"|\bid\b.*3 characters/);
  expect(desk.arrived).toEqual(['GET /berths/B7']);
});

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const sources = ['vendors', 'vercel', 'langchain', 'openai-agents', 'llamaindex'].map((name) => read(`./${name}.ts`));
const shown = ['openai', 'anthropic', 'gemini', 'bedrock', 'vercel', 'langchain', 'openai-agents', 'llamaindex'];
const pages = ['../executor', ...shown].map((name) => read(`../../../docs/guides/frameworks/${name}.md`)).join('\n');
const snippets = sources.flatMap((source) => [
  ...source.matchAll(/^ {2}\/\/ page: ([\w-]+)\n([\s\S]*?)^ {2}\/\/ end$/gm),
]);

it.each(snippets.map(([, name = '', code = '']) => [name, code] as const))(
  'the guides show the code of %s',
  (_, code) => {
    expect(pages).toContain(code.replaceAll(/^ {2}/gm, ''));
  },
);

it('the guides show every snippet', () => expect(snippets).toHaveLength(11));

it('the guides show the code of Mastra', () => {
  const [, ...code] = read('../../../examples/mastra/agent.mjs').split('\n');
  expect(read('../../../docs/guides/frameworks/mastra.md')).toContain(code.join('\n'));
});
