/** A toolset means one thing: models get the whole tool over every face, and the service gets the same request. */
import type { ToolsetExport } from '@dragoman/sdk';
import { createToolsetExecutor } from '@dragoman/sdk/executor';
import { afterEach, expect, it } from 'vitest';
import { startGatewayServer } from './gateway-server.js';
import { startHttpHost } from './http-host.js';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const task = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 1 },
    due_on: { type: 'string', format: 'date' },
    hours: { type: 'number', minimum: 0 },
    assignee: { type: ['string', 'null'] },
    followers: { type: 'array', items: { type: 'string', pattern: '^[a-z]+$' } },
    memberships: { type: 'array', items: { type: 'object', properties: { project: { type: 'string' } } } },
  },
};

/** An API whose only body is one wrapped object, as a document. */
function describeApi(url: string) {
  const schema = { type: 'object', properties: { data: task } };
  const pretty = { name: 'pretty', in: 'query', schema: { type: 'boolean' } };
  const answer = { description: 'Done.', content: { 'application/json': { schema: { type: 'object' } } } };
  return {
    openapi: '3.1.0',
    info: { title: 'Tasks', description: 'Tasks of a team.', version: '1.0.0' },
    servers: [{ url }],
    paths: {
      '/tasks': {
        post: {
          operationId: 'create_task',
          description: 'Creates a task.',
          parameters: [pretty],
          requestBody: { required: true, content: { 'application/json': { schema } } },
          responses: { '201': answer },
        },
      },
    },
  };
}

async function startDesk() {
  const bodies: unknown[] = [];
  const api = await startHttpHost(async (_url, init) => {
    bodies.push(JSON.parse(String(init.body)));
    return Response.json({ gid: '1' }, { status: 201 });
  });
  const { server, ask } = await startGatewayServer();
  closers.push(api.close, () => server.close());
  const imported = await ask('POST', '/imports', { items: [{ document: describeApi(api.origin) }] });
  const [{ id: agent } = { id: '' }] = imported.json.results as { id: string }[];
  const tools = [{ agent_id: agent, tool: 'create_task', inputs: { 'data.name': 'What to do.' } }];
  const made = await ask('POST', '/toolsets', { id: 'desk', name: 'Desk', tools });
  expect([made.status, made.text]).toEqual([201, expect.any(String)]);
  const [{ tool_id: id } = { tool_id: '' }] = made.json.tools as { tool_id: string }[];
  const exported = (await ask('GET', '/toolsets/desk/export')).json as unknown as ToolsetExport;
  const rpc = async (method: string, params: unknown) => {
    const accept = { accept: 'application/json, text/event-stream' };
    const body = { jsonrpc: '2.0', id: 1, method, params };
    return (await ask('POST', '/toolsets/desk/mcp', body, accept)).json.result as Record<string, never>;
  };
  return { ask, bodies, id, exported, rpc };
}

const input = {
  data: {
    name: 'Call the port',
    due_on: '2026-02-03',
    hours: 1.5,
    assignee: null,
    followers: ['ann'],
    memberships: [{ project: 'p1' }],
  },
};

it('reaches the service in the same way over N-ACT, MCP and the executor, with the designer’s texts', async () => {
  const { ask, bodies, id, exported, rpc } = await startDesk();
  const flat = (await ask('GET', `/toolsets/desk/tools/${id}`)).json.input_parameters as { name: string }[];
  expect(flat.map(({ name }) => name)).toEqual([
    ...['pretty', 'data.name', 'data.due_on', 'data.hours', 'data.assignee'],
    ...['data.followers', 'data.memberships', 'other_inputs'],
  ]);
  const called = await ask('POST', `/toolsets/desk/tools/${id}:invoke`, {
    name: 'create_task',
    input_parameters: [
      { name: 'data.name', value: 'Call the port' },
      { name: 'data.due_on', value: '2026-02-03' },
      { name: 'data.hours', value: '1.5' },
      { name: 'data.followers', value: '["ann"]' },
      { name: 'data.memberships', value: '[{"project":"p1"}]' },
      { name: 'other_inputs', value: '{"data":{"assignee":null}}' },
    ],
  });
  expect(called.status).toBe(200);
  const { tools } = (await rpc('tools/list', {})) as unknown as { tools: { inputSchema: unknown }[] };
  expect(tools[0]?.inputSchema).toMatchObject(exported.tools[0]?.input_schema as object);
  expect(JSON.stringify(tools[0]?.inputSchema)).toContain('"description":"What to do."');
  await rpc('tools/call', { name: 'create_task', arguments: input });
  const session = await createToolsetExecutor(exported, { allowInsecure: true, watchVersions: false }).startSession();
  expect(session.tools('anthropic')[0]?.input_schema.properties).toMatchObject({
    data: { properties: { followers: {} } },
  });
  expect(await session.execute({ id: 'c', name: 'create_task', inputs: input })).toMatchObject({ kind: 'succeeded' });
  expect(bodies).toEqual([input, input, input]);
});

it('rejects the same invalid values over every face, and names the place', async () => {
  const { ask, bodies, id, exported, rpc } = await startDesk();
  const invoke = async (name: string, value: string) =>
    (
      await ask('POST', `/toolsets/desk/tools/${id}:invoke`, {
        name: 'create_task',
        input_parameters: [{ name, value }],
      })
    ).text;
  expect(await invoke('data.followers', '["Ann"]')).toContain('[0] must match pattern');
  expect(await invoke('data.due_on', 'yesterday')).toContain('must be a date such as 2026-01-31');
  expect(await invoke('data.memberships', '[{')).toContain('is not valid JSON');
  const session = await createToolsetExecutor(exported, { allowInsecure: true, retrySeconds: 0 }).startSession();
  for (const data of [{ followers: ['Ann'] }, { due_on: 'yesterday' }]) {
    expect(JSON.stringify(await rpc('tools/call', { name: 'create_task', arguments: { data } }))).toMatch(
      /followers|due_on/,
    );
    const { kind, text } = await session.execute({ id: 'c', name: 'create_task', inputs: { data } });
    expect([kind, text]).toEqual(['failed', expect.stringMatching(/followers|due_on/)]);
  }
  expect(bodies).toEqual([]);
});
