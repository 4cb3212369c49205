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
