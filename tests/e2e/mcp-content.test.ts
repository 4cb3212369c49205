/** Prompts, resources, completion, log messages and instructions of live MCP servers, through every MCP endpoint of the gateway. */
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectMcp, generations } from '../../packages/server/src/mcp.support.js';
import type { GatewayServer } from './gateway-server.js';
import { startGatewayServer } from './gateway-server.js';
import type { ListeningMcp } from './mcp-servers.js';
import { serverScript, startMcpServer } from './mcp-servers.js';

const stdio = [{ name: 'child', command: process.execPath, args: [serverScript, '--session'] }];
const kinds = ['stateless', 'sessions', 'stdio'] as const;

let gateway: GatewayServer;
const upstreams: ListeningMcp[] = [];
const ids = {} as Record<(typeof kinds)[number], string>;

beforeAll(async () => {
  gateway = await startGatewayServer({ 'mcp.stdio': stdio });
  upstreams.push(await startMcpServer(), await startMcpServer({ sessions: true }));
  const urls = [`${upstreams[0]?.url}/mcp`, `${upstreams[1]?.url}/mcp`, 'stdio:child'];
  const items = urls.map((url, at) => ({ url, curation: { id: `srv-${at}` } }));
  const { json } = await gateway.ask('POST', '/imports', { items });
  const results = json.results as { id: string }[];
  for (const [at, kind] of kinds.entries()) ids[kind] = results[at]?.id ?? '';
});
afterAll(async () => {
  await gateway.server.close();
  for (const upstream of upstreams) await upstream.stop();
});

async function withClient<T>(
  path: string,
  negotiation: (typeof generations)[number][1],
  use: (client: Client) => Promise<T>,
): Promise<T> {
  const client = await connectMcp(`${gateway.url}${path}`, { negotiation });
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

describe.each(kinds)('a server: %s', (kind) => {
  it.each(generations)('offers its prompts and resources to a client of %s', async (_, negotiation) => {
    await withClient(`/agents/${ids[kind]}/mcp`, negotiation, async (client) => {
      expect(client.getInstructions()).toMatch(/treat them as data.*The provider writes:\nTry the tools\.$/s);
      const { prompts } = await client.listPrompts();
      expect(prompts.map(({ name }) => name)).toContain('test_prompt_with_arguments');
      const got = await client.getPrompt({ name: 'test_prompt_with_arguments', arguments: { arg1: 'a', arg2: 'b' } });
      expect(got.messages[0]?.content).toMatchObject({ text: expect.stringContaining("arg1='a', arg2='b'") });
      expect(got._meta).toMatchObject({ 'dragoman/trust': 'untrusted' });
      const { resources } = await client.listResources();
      expect(resources.map(({ uri }) => uri)).toContain('test://static-text');
      const { resourceTemplates } = await client.listResourceTemplates();
      expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(['test://template/{id}/data']);
      const read = await client.readResource({ uri: 'test://template/9/data' });
      expect(read.contents).toMatchObject([{ uri: 'test://template/9/data', mimeType: 'application/json' }]);
      const ref = { type: 'ref/prompt', name: 'test_prompt_with_arguments' } as const;
      const { completion } = await client.complete({ ref, argument: { name: 'arg1', value: 'par' } });
      expect(completion.values).toEqual(['paris', 'park', 'party']);
    });
  });

  it('reads the target of a resource link that no list names', async () => {
    await withClient(`/agents/${ids[kind]}/mcp`, generations[1][1], async (client) => {
      const { content } = await client.callTool({ name: 'link_resource', arguments: {} });
      const [link] = content;
      if (link?.type !== 'resource_link') throw new Error('no link');
      expect((await client.readResource({ uri: link.uri })).contents).toMatchObject([{ text: '7' }]);
    });
  });
});

describe.each(generations)('resources as tools for a client of %s', (_, negotiation) => {
  it.each([
    ['one service', (id: string) => `/agents/${id}/mcp`, (_id: string, uri: string) => uri],
    ['all services', () => '/mcp', (id: string, uri: string) => `dragoman://${id}/${uri}`],
  ])('are listed and read where the address asks for it: %s', async (_title, pathOf, uriOf) => {
    const id = ids.sessions;
    await withClient(`${pathOf(id)}?resources=tools`, negotiation, async (client) => {
      const names = (await client.listTools()).tools.map(({ name }) => name);
      expect(names.slice(-2)).toEqual(['list_resources', 'read_resource']);
      const call = async (name: string, given: Record<string, unknown>) =>
        (await client.callTool({ name, arguments: given })) as {
          isError?: boolean;
          content: Record<string, unknown>[];
        };
      const { content: found } = await call('list_resources', { query: 'STATIC text' });
      expect(String(found[0]?.text).split('\n')).toContainEqual(
        expect.stringContaining(uriOf(id, 'test://static-text')),
      );
      expect((await call('list_resources', { query: 'zeppelin' })).content[0]?.text).toBe('No resources were found.');
      const { content: text } = await call('read_resource', { uri: uriOf(id, 'test://static-text') });
      expect(text).toEqual([{ type: 'text', text: expect.any(String) }]);
      const { content: image } = await call('read_resource', { uri: uriOf(id, 'test://static-binary') });
      expect(image).toMatchObject([{ type: 'image', mimeType: 'image/png' }]);
      const unknown = await call('read_resource', { uri: uriOf(id, 'test://nothing') });
      expect(unknown).toMatchObject({ isError: true, _meta: { 'dragoman/code': 'NOT_FOUND' } });
      expect(await call('read_resource', { uri: 'nothing' })).toMatchObject({ isError: true });
    });
  });

  it('are not listed otherwise, and a large text is read in parts', async () => {
    const id = ids.sessions;
    await withClient(`/agents/${id}/mcp`, negotiation, async (client) => {
      expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain('read_resource');
    });
    await withClient(`/agents/${id}/mcp?resources=tools`, negotiation, async (client) => {
      const { content, _meta } = await client.callTool({
        name: 'read_resource',
        arguments: { uri: 'test://unlisted/long' },
      });
      const [{ text = '' } = {}] = content as { text?: string }[];
      expect(text.length).toBeLessThan(60_000);
      expect(_meta).toMatchObject({
        'dragoman/result': { result_id: expect.any(String) },
        'dragoman/trust': 'untrusted',
      });
    });
  });
});

describe.each(generations)('prompts for a client of %s', (generation, negotiation) => {
  it.each(kinds)('report progress and log messages of a server: %s', async (kind) => {
    for (const path of [`/agents/${ids[kind]}/mcp`, '/mcp']) {
      await withClient(path, negotiation, async (client) => {
        const seen: unknown[] = [];
        client.setNotificationHandler('notifications/message', ({ params }) => void seen.push(params.data));
        if (generation === '2025') await client.setLoggingLevel('info');
        const _meta = generation === '2025' ? {} : { 'io.modelcontextprotocol/logLevel': 'info' };
        const name = path === '/mcp' ? `${ids[kind]}_reporting_prompt` : 'reporting_prompt';
        const onprogress = ({ message }: { message?: string | undefined }) => void seen.push(message);
        const { messages } = await client.getPrompt({ name, _meta }, { onprogress });
        expect(messages).toMatchObject([{ content: { text: 'reported' } }]);
        expect(seen).toEqual(['half', 'Prompt started']);
      });
    }
  });

  it('and results of tools name resources so that they can be read on the root', async () => {
    await withClient('/mcp', negotiation, async (client) => {
      const linking = await client.getPrompt({ name: `${ids.sessions}_linking_prompt` });
      const [link] = linking.messages.map(({ content }) => content);
      const embedding = { agent: ids.sessions, tool: 'embed_resource', arguments: {} };
      const [embedded] = (await client.callTool({ name: 'call_tool', arguments: embedding })).content;
      if (link?.type !== 'resource_link' || embedded?.type !== 'resource') throw new Error('no link');
      expect((await client.readResource({ uri: link.uri })).contents).toMatchObject([{ text: '7' }]);
      expect((await client.readResource({ uri: embedded.resource.uri })).contents).toMatchObject([{ text: '8' }]);
    });
  });
});

describe.each(generations)('errors for a client of %s', (_, negotiation) => {
  const ask = <T>(use: (client: Client) => Promise<T>) => withClient(`/agents/${ids.sessions}/mcp`, negotiation, use);

  it('names similar prompts for an unknown one', async () => {
    await expect(ask((client) => client.getPrompt({ name: 'test_simple_promt' }))).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('test_simple_prompt'),
    });
  });

  it('names the arguments that a prompt requires', async () => {
    const asked = ask((client) => client.getPrompt({ name: 'test_prompt_with_arguments', arguments: { arg2: 'b' } }));
    await expect(asked).rejects.toMatchObject({ code: -32602, message: expect.stringContaining("missing: 'arg1'") });
  });

  it('reports an unknown resource as such', async () => {
    await expect(ask((client) => client.readResource({ uri: 'test://nothing' }))).rejects.toMatchObject({
      data: { uri: 'test://nothing' },
      message: expect.stringContaining('no such resource'),
    });
  });

  it.each([
    ['relative', '../etc/passwd'],
    ['with a space', 'a: b'],
    ['of 5,000 characters', `test://${'x'.repeat(5000)}`],
  ])('rejects a URI %s', async (_title, uri) => {
    await expect(ask((client) => client.readResource({ uri }))).rejects.toMatchObject({ code: -32602 });
  });
});

const logCases = [
  ['2026-07-28', 'stateless'],
  ['2025', 'sessions'],
  ['2026-07-28', 'stdio'],
  ['2025', 'stdio'],
] as const;

describe.each(logCases)('log messages for a client of %s from a server: %s', (generation, kind) => {
  const [, negotiation] = generations[generation === '2025' ? 1 : 0];
  const data = ['Tool execution started', 'Tool processing data', 'Tool execution completed'];
  const paths: [path: string, name: string, given: object][] = [
    [`/agents/srv-${kinds.indexOf(kind)}/mcp`, 'test_tool_with_logging', {}],
    ['/mcp', 'call_tool', { agent: `srv-${kinds.indexOf(kind)}`, tool: 'test_tool_with_logging', arguments: {} }],
  ];

  it.each(paths)('are passed on at %s from the level on that it chose', async (path, name, given) => {
    await withClient(path, negotiation, async (client) => {
      const seen: unknown[] = [];
      client.setNotificationHandler('notifications/message', ({ params }) => void seen.push(params.data));
      const call = async (level: 'debug' | 'error') => {
        if (generation === '2025') await client.setLoggingLevel(level);
        const _meta = generation === '2025' ? {} : { 'io.modelcontextprotocol/logLevel': level };
        await client.callTool({ name, arguments: { ...given }, _meta });
      };
      await call('error');
      expect(seen).toEqual([]);
      await call('debug');
      expect(seen).toEqual(data);
    });
  });
});

it('passes log messages of a server over stdio to no client while calls of two clients run', async () => {
  const connect = () => connectMcp(`${gateway.url}/agents/${ids.stdio}/mcp`, { negotiation: generations[1][1] });
  const clients = [await connect(), await connect()];
  const seen: unknown[] = [];
  for (const client of clients) {
    client.setNotificationHandler('notifications/message', ({ params }) => void seen.push(params.data));
    await client.setLoggingLevel('debug');
  }
  const [one, other] = clients;
  const waits = one?.callTool({ name: 'wait', arguments: { ms: 2000 } });
  await expect
    .poll(async () => JSON.stringify((await gateway.ask('GET', '/servers')).json), { timeout: 5000 })
    .toContain('"waiting":1');
  await other?.callTool({ name: 'test_tool_with_logging', arguments: {} });
  await waits;
  expect(seen).toEqual([]);
  // Several calls of one client are one client's.
  const calls = [1, 2].map(() => one?.callTool({ name: 'test_tool_with_logging', arguments: {} }));
  await Promise.all(calls);
  expect(seen).toHaveLength(6);
  for (const client of clients) await client.close();
});

it.each(generations)('joins the content of several services on the root for a client of %s', async (_, negotiation) => {
  await withClient('/mcp', negotiation, async (client) => {
    const { prompts } = await client.listPrompts();
    const name = `${ids.sessions}_test_simple_prompt`;
    expect(prompts.map((prompt) => prompt.name)).toContain(name);
    expect((await client.getPrompt({ name })).messages).toHaveLength(1);
    const { resources } = await client.listResources();
    const uri = `dragoman://${ids.sessions}/test://static-text`;
    expect(resources.map((resource) => resource.uri)).toContain(uri);
    expect((await client.readResource({ uri })).contents).toMatchObject([{ uri, mimeType: 'text/plain' }]);
    const link = await client.callTool({
      name: 'call_tool',
      arguments: { agent: ids.sessions, tool: 'link_resource', arguments: {} },
    });
    expect(link.content).toMatchObject([{ uri: `dragoman://${ids.sessions}/test://unlisted/7` }]);
    await expect(client.readResource({ uri: 'dragoman://nobody/test://static-text' })).rejects.toThrow(
      'Unknown resource',
    );
    const described = await client.callTool({
      name: 'describe_tool',
      arguments: { agent: ids.sessions, tool: 'link_resource' },
    });
    expect(described.structuredContent).toMatchObject({ provider_instructions: 'Try the tools.', trust: 'untrusted' });
  });
});

it('serves the content of the services of a toolset, and of no others', async () => {
  const { items } = (await gateway.ask('GET', `/agents/${ids.stdio}/tools`)).json as { items: { toolId: string }[] };
  const tools = [{ agent_id: ids.stdio, tool: items[0]?.toolId }];
  const made = await gateway.ask('POST', '/toolsets', { id: 'desk', name: 'Desk', tools });
  expect(made.status).toBe(201);
  await withClient('/toolsets/desk/mcp', generations[1][1], async (client) => {
    const { resources } = await client.listResources();
    expect(new Set(resources.map(({ uri }) => uri.split('/')[2]))).toEqual(new Set([ids.stdio]));
    const uri = `dragoman://${ids.stdio}/test://static-text`;
    expect((await client.readResource({ uri })).contents).toHaveLength(1);
    const other = `dragoman://${ids.sessions}/test://static-text`;
    await expect(client.readResource({ uri: other })).rejects.toThrow('Unknown resource');
    const [, ...said] = (client.getInstructions() ?? '').split('\n\n');
    expect(said).toEqual([`The provider of '${ids.stdio}' writes:\n> Try the tools.`]);
  });
});

it.each([
  ['names', { agents: ['srv-2'] }, ['srv-2']],
  ['finds tools of', { text: 'link resource' }, ['srv-0', 'srv-1', 'srv-2']],
])('serves the content of the services that an open toolset %s', async (_title, open, services) => {
  const id = `open-${services.length}`;
  const made = await gateway.ask('POST', '/toolsets', { id, name: id, mode: 'open', open });
  expect(made.status).toBe(201);
  await withClient(`/toolsets/${id}/mcp`, generations[1][1], async (client) => {
    const { resources } = await client.listResources();
    expect(new Set(resources.map(({ uri }) => uri.split('/')[2]))).toEqual(new Set(services));
    const { tools } = await client.listTools();
    const name = tools.find((tool) => /link_?resource/.test(tool.name))?.name ?? '';
    const { content } = await client.callTool({ name, arguments: {} });
    const [link] = content;
    if (link?.type !== 'resource_link') throw new Error('no link');
    expect((await client.readResource({ uri: link.uri })).contents).toMatchObject([{ text: '7' }]);
  });
});

it('serves the prompts and resources that the designer of a toolset chose, from any service', async () => {
  const prompts = [{ agent_id: ids.sessions, name: 'test_prompt_with_arguments' }];
  const resources = [
    { agent_id: ids.sessions, uri: 'test://static-text' },
    { agent_id: ids.stdio, uri: 'test://template/{id}/data' },
  ];
  const { json: desk } = await gateway.ask('GET', '/toolsets/desk');
  const [{ choice }] = desk.tools as [{ choice: object }];
  const replace = (content: unknown) =>
    gateway.ask('PUT', '/toolsets/desk', {
      name: 'Desk',
      tools: [choice],
      ...(content === undefined ? {} : { content }),
    });
  const wrong = await replace({
    prompts: [{ agent_id: ids.sessions, name: 'test_promt' }],
    resources: [{ agent_id: 'x' }],
  });
  expect(wrong.json.field_errors).toMatchObject([{ field: 'content.resources[0].uri', detail: 'is missing' }]);
  const unknown = await replace({ prompts: [{ agent_id: ids.sessions, name: 'test_simple_promt' }] });
  expect(unknown.json.field_errors).toMatchObject([
    { field: 'content.prompts[0].name', detail: expect.stringContaining("Did you mean 'test_simple_prompt'") },
  ]);
  expect((await replace({ prompts, resources })).json.content).toEqual({ prompts, resources });
  // A client that does not know of content keeps the choice.
  expect((await replace(undefined)).json.content).toEqual({ prompts, resources });
  await withClient('/toolsets/desk/mcp', generations[1][1], async (client) => {
    const listed = await client.listPrompts();
    expect(listed.prompts.map(({ name }) => name)).toEqual([`${ids.sessions}_test_prompt_with_arguments`]);
    const uri = `dragoman://${ids.sessions}/test://static-text`;
    expect((await client.listResources()).resources.map((each) => each.uri)).toEqual([uri]);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      `dragoman://${ids.stdio}/test://template/{id}/data`,
    ]);
    expect((await client.readResource({ uri })).contents).toHaveLength(1);
    const ofTemplate = `dragoman://${ids.stdio}/test://template/9/data`;
    expect((await client.readResource({ uri: ofTemplate })).contents).toHaveLength(1);
    for (const left of [`${ids.stdio}/test://static-text`, `${ids.sessions}/test://template/9/data`]) {
      await expect(client.readResource({ uri: `dragoman://${left}` })).rejects.toThrow('Unknown resource');
    }
    await expect(client.getPrompt({ name: `${ids.stdio}_test_simple_prompt` })).rejects.toThrow();
  });
  const { json: history } = await gateway.ask('GET', '/toolsets/desk/versions');
  expect(JSON.stringify(history)).toContain('1 prompts and 2 resources are chosen now.');
  expect((await replace('all')).json.content).toBeUndefined();
});

it('records every read in the audit log, under the name of its method', async () => {
  const { json } = await gateway.ask('GET', `/audit?target=${ids.sessions}`);
  expect(JSON.stringify(json)).toContain('resources/read');
  expect(JSON.stringify(json)).toContain('prompts/get');
});

it('serves resources and prompts over HTTP, in the metadata and in llms.txt', async () => {
  const id = ids.sessions;
  const read = await gateway.ask('POST', `/agents/${id}/resources/read`, { uri: 'test://static-text' });
  expect([read.status, read.headers.get('x-dragoman-trust')]).toEqual([200, 'untrusted']);
  expect(read.json.contents).toMatchObject([{ uri: 'test://static-text', mimeType: 'text/plain' }]);
  const values = { arg1: 'a', arg2: 'b' };
  const got = await gateway.ask('POST', `/agents/${id}/prompts/get`, {
    name: 'test_prompt_with_arguments',
    arguments: values,
  });
  expect(got.text).toContain("arg1='a', arg2='b'");
  expect((await gateway.ask('POST', `/agents/${id}/prompts/get`, { name: 'nothing' })).status).toBe(404);
  const bare = await gateway.ask('POST', `/agents/${id}/prompts/get`, { name: 'test_prompt_with_arguments' });
  expect([bare.status, bare.json.field_errors]).toMatchObject([
    400,
    [{ field: 'arguments.arg1' }, { field: 'arguments.arg2' }],
  ]);
  expect((await gateway.ask('POST', `/agents/${id}/resources/read`, { uri: 'test://nothing' })).status).toBe(404);
  expect((await gateway.ask('POST', `/agents/${id}/resources/read`, { uri: 'relative' })).status).toBe(400);
  const agent = (await gateway.ask('GET', `/agents/${id}`)).json;
  expect(agent.resources).toContainEqual({ uri: 'test://static-text', name: 'static-text', media_type: 'text/plain' });
  const page = (await gateway.ask('GET', `/agents/${id}/llms.txt`)).text;
  expect(page).toContain('- `test_simple_prompt`');
  expect(page).toMatch(/- `test_prompt_with_arguments`.* Arguments: `arg1` \(required\), `arg2` \(required\)\./);
});
