/** Who may read the prompts and resources of an MCP server, and how often: the same rules as for calls of its tools. */
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectMcp, generations } from '../../packages/server/src/mcp.support.js';
import type { GatewayServer } from './gateway-server.js';
import { startGatewayServer } from './gateway-server.js';
import { serverScript } from './mcp-servers.js';

const perMinute = 20;

let gateway: GatewayServer;
const keys: Record<string, string> = {};
const clients: Client[] = [];
const as = (name: string) => ({ authorization: `Bearer ${keys[name]}` });

beforeAll(async () => {
  const names = ['notes', 'public-notes'];
  const stdio = names.map((name) => ({ name, command: process.execPath, args: [serverScript, '--session'] }));
  gateway = await startGatewayServer({ 'mcp.stdio': stdio, 'limits.perMinute.invoke': String(perMinute) });
  const create = async (name: string, scopes: string[], by = {}) => {
    const { json } = await gateway.ask('POST', '/keys', { name, subject: name, scopes }, by);
    keys[name] = String(json.key);
  };
  await create('ada', ['admin']);
  for (const name of ['busy', 'calm', 'eve']) await create(name, ['registry:read', 'agents:invoke'], as('ada'));
  await create('reader', ['registry:read'], as('ada'));
  const items = names.map((id) => {
    const visibility = id === 'notes' ? 'private' : 'public';
    return { url: `stdio:${id}`, curation: { id, visibility } };
  });
  const { json, text } = await gateway.ask('POST', '/imports', { items }, as('ada'));
  expect(json.results, text).toMatchObject([{ outcome: 'created' }, { outcome: 'created' }]);
});
afterAll(async () => {
  for (const client of clients) await client.close();
  await gateway.server.close();
});

async function connect(path: string, name: string, negotiation: (typeof generations)[number][1]): Promise<Client> {
  const client = await connectMcp(`${gateway.url}${path}`, { negotiation, key: keys[name] ?? '' });
  clients.push(client);
  return client;
}

const uri = 'dragoman://notes/test://static-text';
const prompt = 'notes_test_simple_prompt';

describe.each(generations)('content for clients of %s', (_, negotiation) => {
  it('is listed and read on the root by those who may see the service, and unknown to others', async () => {
    const owner = await connect('/mcp', 'ada', negotiation);
    expect((await owner.listResources()).resources.map((each) => each.uri)).toContain(uri);
    expect((await owner.readResource({ uri })).contents).toHaveLength(1);
    expect((await owner.getPrompt({ name: prompt })).messages).toHaveLength(1);
    const eve = await connect('/mcp', 'eve', negotiation);
    const listed = [await eve.listResources(), await eve.listPrompts(), await eve.listResourceTemplates()];
    expect(JSON.stringify(listed)).toContain('dragoman://public-notes/');
    expect(JSON.stringify(listed)).not.toMatch(/dragoman:\/\/notes\/|"notes_/);
    await expect(eve.readResource({ uri })).rejects.toThrow(/Unknown resource/);
    await expect(eve.getPrompt({ name: prompt })).rejects.toThrow(/Unknown prompt/);
    const ref = { type: 'ref/prompt', name: prompt } as const;
    await expect(eve.complete({ ref, argument: { name: 'arg1', value: 'p' } })).rejects.toThrow(/NOT_FOUND|Unknown/);
    await expect(connect('/agents/notes/mcp', 'eve', negotiation)).rejects.toThrow();
  });

  it('needs the scope of calls', async () => {
    const reader = await connect('/mcp', 'reader', negotiation);
    const open = { uri: 'dragoman://public-notes/test://static-text', name: 'public-notes_test_simple_prompt' };
    await expect(reader.readResource(open)).rejects.toThrow('FORBIDDEN');
    await expect(reader.getPrompt(open)).rejects.toThrow('FORBIDDEN');
  });
});

it('counts against the rate limit of calls, over MCP and HTTP', async () => {
  const client = await connect('/agents/public-notes/mcp', 'busy', generations[1][1]);
  const times = <T>(count: number, call: () => Promise<T>) =>
    Promise.all(Array.from({ length: count }, () => call().then(() => 'done', String)));
  const reads = await times(2 * perMinute, () => client.readResource({ uri: 'test://static-text' }));
  const refusal = /You have used up your 20 invoke requests per minute\. You can retry it in \d+ second/;
  expect(reads.filter((each) => each === 'done').length).toBeGreaterThan(0);
  expect(reads.find((each) => each !== 'done')).toMatch(refusal);
  const ref = { type: 'ref/prompt', name: 'test_prompt_with_arguments' } as const;
  // A call becomes possible again every three seconds.
  const completions = await times(5, () => client.complete({ ref, argument: { name: 'arg1', value: 'p' } }));
  expect(completions.find((each) => each !== 'done')).toMatch(refusal);
  const get = (who: string) =>
    gateway.ask('POST', '/agents/public-notes/prompts/get', { name: 'test_simple_prompt' }, as(who));
  const statuses = await Promise.all(Array.from({ length: 5 }, async () => (await get('busy')).status));
  expect(statuses).toContain(429);
  expect((await get('calm')).status).toBe(200);
});
