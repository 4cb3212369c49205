/** Lists of tools over MCP as model APIs accept them, tested with the official client. */
import type { JsonObject } from '@dragoman/model';
import type { Client } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, it } from 'vitest';
import { connectMcp, generations } from './mcp.support.js';
import { address } from './server.support.js';
import { start } from './tools.support.js';

const board: JsonObject = {
  id: 'board',
  name: 'Board',
  description: 'Items on a board.',
  version: '1.0.0',
  publisher: 'Board office',
  capabilities: ['boards'],
  endpoint: 'https://board.example/invoke',
  operations: [
    {
      name: 'add_item',
      description: 'Adds an item to a board.',
      impact: 'reversible',
      inputs: {
        type: 'object',
        properties: { id: { type: 'integer' }, owner: { type: 'string' }, 'X-Board': { type: 'string', maxLength: 9 } },
        required: ['X-Board'],
        oneOf: [{ required: ['id'] }, { required: ['owner'] }],
      },
      outputs: { type: 'object' },
    },
    {
      name: 'read_board',
      description: 'Reads a board.',
      impact: 'informational',
      inputs: { type: 'object' },
      outputs: {
        type: 'object',
        properties: {
          title: { type: 'string' },
          owner: { type: 'object', properties: { login: { type: 'string', description: 'A name. '.repeat(80) } } },
        },
        required: ['title'],
      },
    },
  ],
};

const clients: Client[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});

async function withBoard() {
  const server = await start(() => ({ body: { done: true } }));
  await server.register(board);
  const fetch = (url: string | URL, init?: RequestInit) => server.server.fetch(new Request(url, init));
  const connect = async (path: string, negotiation: (typeof generations)[number][1]) => {
    const client = await connectMcp(`${address}${path}`, { negotiation, fetch, key: server.key });
    clients.push(client);
    return client;
  };
  return { ...server, connect };
}

describe.each(generations)('a list for a model API, revision %s', (_, negotiation) => {
  it('has plain objects at the roots of input schemas; the description says what they no longer express', async () => {
    const { connect, sent } = await withBoard();
    const client = await connect('/agents/board/mcp', negotiation);
    const [tool] = (await client.listTools()).tools;
    expect(tool?.description).toBe('Adds an item to a board. Give exactly one of: `id`; `owner`.');
    expect(tool?.inputSchema).toMatchObject({ type: 'object', required: ['X-Board'] });
    expect(Object.keys(tool?.inputSchema ?? {})).not.toContain('oneOf');
    const both = { 'X-Board': 'b', id: 1, owner: 'ada' };
    const refused = await client.callTool({ name: 'add_item', arguments: both });
    expect(refused).toMatchObject({ isError: true, _meta: { 'dragoman/code': 'INVALID_INPUT' } });
    expect(sent).toEqual([]);
    const done = await client.callTool({ name: 'add_item', arguments: { 'X-Board': 'b', id: 1 } });
    expect(done.structuredContent).toEqual({ done: true });
  });

  it('keeps to the limits of the model API in the URL, and restores the names of inputs in calls', async () => {
    const { connect, sent } = await withBoard();
    const client = await connect('/agents/board/mcp?for=google', negotiation);
    const [tool] = (await client.listTools()).tools;
    expect(tool?.inputSchema).toMatchObject({
      properties: { X_Board: { type: 'string', description: 'At most 9 characters.' } },
      required: ['X_Board'],
    });
    await client.callTool({ name: 'add_item', arguments: { X_Board: 'b', owner: 'ada' } });
    expect(sent.map(({ body }) => body)).toMatchObject([{ 'X-Board': 'b', owner: 'ada' }]);
  });

  it('shows the whole input schema in describe_tool', async () => {
    const { connect } = await withBoard();
    const client = await connect('/mcp', negotiation);
    const where = { agent: 'board', tool: 'add_item' };
    const described = await client.callTool({ name: 'describe_tool', arguments: where });
    expect(described.structuredContent).toMatchObject({ inputSchema: { oneOf: [{ required: ['id'] }, {}] } });
  });
});

describe.each(generations)('output schemas in a list, revision %s', (_, negotiation) => {
  it.each<[string, unknown[]]>([
    ['', [{ type: 'object' }, undefined]],
    ['?outputs=all', [{ type: 'object' }, expect.objectContaining({ required: ['title'] })]],
    ['?outputs=none', [undefined, undefined]],
  ])('are there only when they are small or requested: %s', async (parameters, expected) => {
    const { connect } = await withBoard();
    const client = await connect(`/agents/board/mcp${parameters}`, negotiation);
    const listed = (await client.listTools()).tools.slice(0, 2).map(({ outputSchema }) => outputSchema);
    expect(listed.map((schema) => (schema?.anyOf as unknown[] | undefined)?.[0] ?? schema)).toEqual(expected);
    const { structuredContent } = await client.callTool({
      name: 'add_item',
      arguments: { 'X-Board': 'b', owner: 'ada' },
    });
    expect(structuredContent).toEqual({ done: true });
  });

  it('are an outline in describe_tool, with more on request', async () => {
    const { connect } = await withBoard();
    const client = await connect('/mcp', negotiation);
    const describeTool = async (more: object) => {
      const asked = { agent: 'board', tool: 'read_board', ...more };
      return client.callTool({ name: 'describe_tool', arguments: asked });
    };
    const { structuredContent: outlined } = await describeTool({});
    expect(outlined).toMatchObject({ output: '{ title: string, owner?: { login?: string } }' });
    expect(outlined).not.toHaveProperty('outputSchema');
    expect((await describeTool({ outputs: 'whole' })).structuredContent).toMatchObject({
      outputSchema: { properties: { owner: { properties: { login: { type: 'string' } } } } },
    });
    expect((await describeTool({ output_part: 'owner' })).structuredContent).toMatchObject({
      output: '{ login?: string }',
    });
    const lost = await describeTool({ output_part: 'owner.size' });
    expect(lost).toMatchObject({ isError: true, _meta: { 'dragoman/code': 'INVALID_INPUT' } });
    expect(JSON.stringify(lost.content)).toContain('login');
    const misspelled = await describeTool({ output: 'whole' });
    expect(JSON.stringify(misspelled.content)).toContain('outputs');
  });
});

it('rejects invalid parameters of an MCP endpoint, all at once', async () => {
  const { ask } = await withBoard();
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const answer = await ask('POST', '/agents/board/mcp?for=gpt&outputs=some', { body });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({
    code: 'INVALID_INPUT',
    field_errors: [{ field: 'for' }, { field: 'outputs' }],
  });
});

/** Two services: one with tags, and a large one. */
async function withHarbour() {
  const server = await start(() => ({ body: { done: true } }));
  const responses = { '200': { description: 'OK', content: { 'application/json': { schema: { type: 'object' } } } } };
  const operation = (operationId: string, summary: string, tag: string) => ({
    [`/${operationId}`]: { get: { operationId, summary, tags: [tag], responses } },
  });
  const document = {
    openapi: '3.1.0',
    info: { title: 'Harbour', version: '1' },
    servers: [{ url: 'https://harbour.example' }],
    paths: {
      ...operation('berths_list', 'Lists free berths for ships.', 'berths'),
      ...operation('invoice_read', 'Reads the invoice of the owner of a ship.', 'money'),
      ...operation('weather_read', 'Reads the weather forecast.', 'weather'),
    },
  };
  const body = { items: [{ document, curation: { id: 'harbour', visibility: 'public' } }] };
  await server.ask('POST', '/imports', { body });
  const operations = Array.from({ length: 450 }, (_, at) => ({
    name: `crane_${at}`,
    description: `Moves crane ${at}.`,
    inputs: { type: 'object' },
    outputs: { type: 'object' },
  }));
  const facts = { name: 'Cranes', description: 'Moves cranes.', capabilities: ['cranes'] };
  await server.register({ id: 'cranes', ...facts, endpoint: 'https://cranes.example/invoke', operations });
  const fetch = (url: string | URL, init?: RequestInit) => server.server.fetch(new Request(url, init));
  const connect = async (path: string) => {
    const client = await connectMcp(`${address}${path}`, { fetch, key: server.key, negotiation: generations[0][1] });
    clients.push(client);
    return client;
  };
  const list = async (path: string) => {
    const client = await connect(path);
    const { tools, nextCursor, _meta } = await client.listTools();
    const note = String(_meta?.['dragoman/note'] ?? '');
    // Every list ends with the tool that reads on in large results.
    const names = tools.map(({ name }) => name).filter((name) => !['read_result', 'confirm_call'].includes(name));
    return { client, names, count: tools.length, nextCursor, note, said: client.getInstructions() ?? '' };
  };
  return { ...server, list, fetch };
}

describe('a part of a list, chosen in the address', () => {
  it('has the best tools for a task, or those with a tag; others are refused with a reason', async () => {
    const { list, sent } = await withHarbour();
    const best = await list('/agents/harbour/mcp?query=read%20an%20invoice&limit=1');
    expect(best.names).toEqual(['invoice_read']);
    for (const text of [best.note, best.said]) expect(text).toContain('This list has 1 of 3 tools');
    const outside = best.client.callTool({ name: 'berths_list', arguments: {} });
    await expect(outside).rejects.toThrow('is not in the part of the list that the address of this server selects');
    expect(sent).toEqual([]);
    await best.client.callTool({ name: 'invoice_read', arguments: {} });
    expect(sent).toHaveLength(1);
    expect((await list('/agents/harbour/mcp?tags=Weather,berths')).names).toEqual(['berths_list', 'weather_read']);
    expect((await list('/agents/harbour/mcp?tags=nothing')).names).toEqual([]);
    expect((await list('/agents/harbour/mcp')).note).toBe('');
  });

  it('of the catalogue has the best tools after the three that find the others', async () => {
    const { list, sent } = await withHarbour();
    const { client, names, said } = await list('/mcp?query=read%20an%20invoice&limit=1');
    expect(names).toEqual(['search_tools', 'describe_tool', 'call_tool', 'harbour_invoice_read']);
    expect(said).toContain('search_tools');
    await client.callTool({ name: 'harbour_invoice_read', arguments: {} });
    expect(sent).toHaveLength(1);
    expect((await list('/mcp?tags=weather')).names.slice(3)).toEqual(['harbour_weather_read']);
    expect((await list('/mcp?limit=2')).names).toHaveLength(3);
  });

  it('is complete on the first page, says when clients may drop tools, and keeps to limits', async () => {
    const { list } = await withHarbour();
    const all = await list('/agents/cranes/mcp');
    expect([all.names.length, all.nextCursor]).toEqual([450, undefined]);
    for (const text of [all.note, all.said]) expect(text).toContain('This list has 450 tools');
    const some = await list('/agents/cranes/mcp?limit=128');
    expect([some.count, some.names[0]]).toEqual([128, 'crane_0']);
    expect(some.note).toContain('126 of 450 tools: at most 128. The other 324 cannot be called here');
    const api = await list('/agents/cranes/mcp?for=openai-chat');
    expect([api.count, api.note]).toEqual([128, expect.stringContaining('the limit of OpenAI')]);
    expect((await list('/agents/cranes/mcp?for=anthropic')).names).toHaveLength(450);
  });

  it('rejects invalid parameters, naming each of them', async () => {
    const { fetch, key } = await withHarbour();
    const search = `query=%20&tags=,&limit=0`;
    const answer = await fetch(`${address}/agents/harbour/mcp?${search}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
    const { field_errors: faults } = (await answer.json()) as { field_errors: { field: string }[] };
    expect([answer.status, faults.map(({ field }) => field)]).toEqual([400, ['query', 'tags', 'limit']]);
  });
});
