/**
 * Tasks between MCP clients and MCP servers of both generations: a task is a background call, so it can be followed over
 * REST and A2A too. With the official packages on both sides where they implement tasks.
 */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { GatewayServer } from './gateway-server.js';
import { startGatewayServer } from './gateway-server.js';
import type { ListeningMcp } from './mcp-servers.js';
import { hostileTasksScript, startMcpServer, taskScript } from './mcp-servers.js';

const extension = 'io.modelcontextprotocol/tasks';
const async = { prefer: 'respond-async' };
const upstreams: Record<string, ListeningMcp> = {};
const clients: Client[] = [];
let gateway: GatewayServer;

beforeAll(async () => {
  gateway = await startGatewayServer({
    'mcp.questionSeconds': 5,
    'mcp.stdio': [{ name: 'piped', command: process.execPath, args: [taskScript] }],
  });
  upstreams.sessions = await startMcpServer({ script: taskScript });
  upstreams.stateless = await startMcpServer({ suite: true });
  upstreams.hostile = await startMcpServer({ script: hostileTasksScript });
  for (const [id, { url }] of Object.entries(upstreams)) await add(id, `${url}/mcp`);
  await add('piped', 'stdio:piped');
  await add('sse', `${upstreams.sessions.url}/sse`);
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});
afterAll(async () => {
  await gateway.server.close();
  for (const upstream of Object.values(upstreams)) await upstream.stop();
});

async function add(id: string, url: string): Promise<void> {
  const { json } = await gateway.ask('POST', '/imports', { items: [{ url, curation: { id } }] });
  const [result] = json.results as { id?: string }[];
  if (result?.id !== id) throw new Error(JSON.stringify(json));
}

/** A client of the official SDK that implements tasks of revision 2025-11-25. */
async function connect(id: string, path = `/agents/${id}/mcp`): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { capabilities: { elicitation: {} } });
  client.setRequestHandler(ElicitRequestSchema, async () => ({ action: 'accept', content: { confirm: true } }));
  await client.connect(new StreamableHTTPClientTransport(new URL(`${gateway.url}${path}`)));
  clients.push(client);
  await client.listTools();
  return client;
}

/** All messages of a call with a task. */
async function stream(client: Client, name: string, given: Record<string, unknown> = {}) {
  const messages: { type: string; task?: { taskId: string; status: string }; result?: unknown; error?: Error }[] = [];
  const call = client.experimental.tasks.callToolStream({ name, arguments: given }, undefined, {
    task: { ttl: 60_000 },
  });
  for await (const message of call) messages.push(message as never);
  return messages;
}

interface Rpc {
  result?: Record<string, unknown>;
  error?: { code: number; data?: unknown };
}

let lastId = 0;

/** A request of the stateless revision, from a client that declares the extension unless said otherwise. */
async function ask(
  id: string,
  method: string,
  params: Record<string, unknown>,
  extensions: object = { [extension]: {} },
  search = '',
) {
  lastId += 1;
  const capabilities = { elicitation: {}, extensions };
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
  const message = { jsonrpc: '2.0', id: lastId, method, params: { ...params, _meta: meta } };
  const headers = {
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    'mcp-name': String(params.name ?? params.taskId),
  };
  const { json } = await gateway.ask('POST', `/agents/${id}/mcp${search}`, message, headers);
  return json as Rpc;
}

async function untilStatus(id: string, taskId: unknown, status: string): Promise<Record<string, unknown>> {
  return expect
    .poll(async () => (await ask(id, 'tasks/get', { taskId })).result, { timeout: 10_000, interval: 50 })
    .toMatchObject({ status })
    .then(async () => (await ask(id, 'tasks/get', { taskId })).result ?? {});
}

describe('tasks of revision 2025-11-25', () => {
  it.each(['sessions', 'piped'])('reach a client of the official SDK, with a server over %s', async (id) => {
    const client = await connect(id);
    const { tools } = await client.listTools();
    expect(tools.find(({ name }) => name === 'must_task')?.execution).toEqual({ taskSupport: 'optional' });
    const messages = await stream(client, 'must_task', { ms: 100 });
    expect(messages[0]).toMatchObject({ type: 'taskCreated', task: { status: 'working' } });
    expect(messages.at(-1)).toMatchObject({ type: 'result', result: { content: [{ text: 'made with a task' }] } });
  });

  it('are followed by the gateway for clients that wait, over MCP and REST', async () => {
    const client = await connect('sessions');
    expect(await client.callTool({ name: 'must_task', arguments: {} })).toMatchObject({
      content: [{ text: 'made with a task' }],
    });
    const { status, text } = await gateway.ask('POST', '/agents/sessions/invoke/must_task', { input: {} });
    expect([status, text]).toEqual([200, JSON.stringify('made with a task')]);
    expect(await client.callTool({ name: 'bad_task', arguments: {} })).toMatchObject({ isError: true });
  });

  it.each(['sessions', 'piped'])('say what the server is doing, over MCP, REST and A2A: %s', async (id) => {
    const { result } = await ask(id, 'tools/call', { name: 'must_task', arguments: { ms: 4000 } });
    const taskId = String(result?.taskId);
    const message = 'Kneading the dough';
    const status = async () => (await ask(id, 'tasks/get', { taskId })).result;
    await expect.poll(status, { timeout: 10_000, interval: 50 }).toMatchObject({ statusMessage: message });
    expect((await gateway.ask('GET', `/operations/${taskId}`)).json).toMatchObject({ progress: { message } });
    const question = { jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id: taskId } };
    const a2a = await gateway.ask('POST', `/agents/${id}/a2a`, question, { 'a2a-version': '1.0' });
    const working = { state: 'TASK_STATE_WORKING', message: { parts: [{ text: message }] } };
    expect(a2a.json).toMatchObject({ result: { status: working } });
    expect(await untilStatus(id, taskId, 'completed')).not.toHaveProperty('statusMessage');
    expect((await gateway.ask('GET', `/operations/${taskId}`)).json).not.toHaveProperty('progress');
  });

  it('can be followed over REST and A2A, and listed', async () => {
    const client = await connect('sessions');
    const [created] = await stream(client, 'may_task');
    const id = created?.task?.taskId ?? '';
    expect((await gateway.ask('GET', `/operations/${id}`)).json).toMatchObject({ id, state: 'succeeded' });
    const question = { jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id } };
    const task = await gateway.ask('POST', '/agents/sessions/a2a', question, { 'a2a-version': '1.0' });
    expect(task.text).toContain('TASK_STATE_COMPLETED');
    const { tasks } = await client.experimental.tasks.listTasks();
    expect(tasks.map(({ taskId }) => taskId)).toContain(id);
  });

  it.each(['sessions', 'sse', 'piped'])('cancel the task of a server over %s, once', async (id) => {
    const client = await connect(id);
    const listed = async (name: string) => JSON.stringify((await client.callTool({ name, arguments: {} })).content);
    const before = [await listed('created'), await listed('cancelled')];
    const call = client.experimental.tasks.callToolStream({ name: 'must_task', arguments: { ms: 60_000 } }, undefined, {
      task: { ttl: 60_000 },
    });
    const first = (await call.next()).value as { task: { taskId: string } };
    await expect.poll(() => listed('created'), { timeout: 10_000 }).not.toBe(before[0]);
    expect(await client.experimental.tasks.cancelTask(first.task.taskId)).toMatchObject({ status: 'cancelled' });
    await expect.poll(() => listed('cancelled'), { timeout: 10_000 }).not.toBe(before[1]);
    await expect(client.experimental.tasks.cancelTask(first.task.taskId)).rejects.toMatchObject({ code: -32602 });
  });

  it('work on the root of the catalogue, for every tool', async () => {
    const client = await connect('', '/mcp');
    for (const [tool, text] of [
      ['must_task', 'made with a task'],
      ['cancelled', '['],
    ] as const) {
      const messages = await stream(client, 'call_tool', { agent: 'sessions', tool });
      expect(messages[0]).toMatchObject({ type: 'taskCreated' });
      expect(messages.at(-1)).toMatchObject({ result: { content: [{ text: expect.stringContaining(text) }] } });
    }
  });

  it('are refused for tools without task support', async () => {
    const client = await connect('sessions');
    const messages = await stream(client, 'cancelled');
    expect(messages.at(-1)).toMatchObject({ type: 'error', error: { code: -32601 } });
  });

  it('pass the questions of a stateless server on while the client waits for the result', async () => {
    const client = await connect('stateless');
    expect(await client.callTool({ name: 'confirm_delete', arguments: { filename: 'a' } })).toMatchObject({
      content: [{ text: expect.stringContaining('deleted a') }],
    });
  });
});

describe('tasks of the extension of 2026-07-28', () => {
  it('are created as the server decides, and asked through tasks/update', async () => {
    const created = await ask('stateless', 'tools/call', { name: 'confirm_delete', arguments: { filename: 'a' } });
    expect(created.result).toMatchObject({ resultType: 'task', status: 'working', ttlMs: expect.any(Number) });
    const taskId = created.result?.taskId;
    const asking = await untilStatus('stateless', taskId, 'input_required');
    const [key = ''] = Object.keys(asking.inputRequests as object);
    await ask('stateless', 'tasks/update', { taskId, inputResponses: { [key]: { action: 'accept', content: {} } } });
    const done = await untilStatus('stateless', taskId, 'completed');
    expect(JSON.stringify(done.result)).toContain('deleted a');
    expect((await gateway.ask('GET', `/operations/${String(taskId)}`)).json).toMatchObject({ state: 'succeeded' });
  });

  it('cancel the task of the server', async () => {
    const created = await ask('stateless', 'tools/call', { name: 'slow_compute', arguments: { seconds: 60 } });
    const taskId = created.result?.taskId;
    await expect
      .poll(async () => (await gateway.ask('GET', `/operations/${String(taskId)}`)).json.state)
      .toBe('running');
    expect((await ask('stateless', 'tasks/cancel', { taskId })).result).toMatchObject({ resultType: 'complete' });
    await expect
      .poll(async () => JSON.stringify((await ask('stateless', 'tools/call', { name: 'cancelled_tasks' })).result))
      .toMatch(/"ids":\["/);
    await untilStatus('stateless', taskId, 'cancelled');
    expect((await ask('stateless', 'tasks/cancel', { taskId })).result).toMatchObject({ resultType: 'complete' });
  });

  it('work for tools of a 2025 server, and are waited for where the client does not take tasks', async () => {
    const created = await ask('sessions', 'tools/call', { name: 'must_task', arguments: {} });
    const done = await untilStatus('sessions', created.result?.taskId, 'completed');
    expect(JSON.stringify(done.result)).toContain('made with a task');
    const waited = await ask('stateless', 'tools/call', { name: 'failing_job', arguments: {} }, {});
    expect(waited.result).toMatchObject({ resultType: 'complete', isError: true });
  });

  it('are required of a client that does not take them, where the address says so', async () => {
    const call = { name: 'failing_job', arguments: {} };
    const { error } = await ask('stateless', 'tools/call', call, {}, '?tasks=refuse');
    expect(error).toMatchObject({ code: -32021, data: { requiredCapabilities: { extensions: { [extension]: {} } } } });
    const created = await ask('stateless', 'tools/call', call, { [extension]: {} }, '?tasks=refuse');
    expect(created.result).toMatchObject({ resultType: 'task' });
  });

  it('are unknown at another endpoint, and need a client that declares the extension', async () => {
    const created = await ask('stateless', 'tools/call', { name: 'slow_compute', arguments: { seconds: 0 } });
    const params = { taskId: created.result?.taskId };
    expect((await ask('sessions', 'tasks/get', params)).error?.code).toBe(-32602);
    expect((await ask('stateless', 'tasks/get', params, {})).error).toMatchObject({
      code: -32021,
      data: { requiredCapabilities: { extensions: { [extension]: {} } } },
    });
  });
});

describe('servers whose tasks misbehave', () => {
  it('a task with the state of another one, or with an id of 100,000 characters, is refused', async () => {
    const swapped = await ask('hostile', 'tools/call', { name: 'swapped', arguments: {} });
    expect(await untilStatus('hostile', swapped.result?.taskId, 'failed')).toHaveProperty('error');
    const huge = await ask('hostile', 'tools/call', { name: 'huge', arguments: {} });
    expect(huge.result).toMatchObject({ isError: true });
  });

  it('a task that asks for ever ends after 20 questions, and at once for a caller that cannot be asked', async () => {
    const { json } = await gateway.ask('POST', '/agents/hostile/invoke/endless', { input: {} });
    expect(json).toMatchObject({ code: 'INPUT_UNAVAILABLE', retryable: false });
    const { result } = await ask('hostile', 'tools/call', { name: 'endless', arguments: {} });
    const params = { taskId: result?.taskId };
    const rounds = new Set<string>();
    for (;;) {
      const { status, inputRequests = {} } = (await ask('hostile', 'tasks/get', params)).result ?? {};
      if (status === 'failed') break;
      for (const key of Object.keys(inputRequests as object)) {
        rounds.add(key);
        await ask('hostile', 'tasks/update', { ...params, inputResponses: { [key]: { action: 'cancel' } } });
      }
    }
    expect(rounds.size).toBe(20);
  });

  it('a child that is restarted while it holds a task leaves a call that may have taken effect', async () => {
    const started = await gateway.ask('POST', '/agents/piped/invoke/must_task', { ms: 60_000 }, async);
    const path = started.headers.get('location') ?? '';
    await expect.poll(async () => (await gateway.ask('GET', path)).json.state, { timeout: 10_000 }).toBe('running');
    expect((await gateway.ask('POST', '/servers/piped/restart')).status).toBe(200);
    await expect.poll(async () => (await gateway.ask('GET', path)).json.state, { timeout: 20_000 }).toBe('failed');
    const { failure } = (await gateway.ask('GET', path)).json;
    expect(failure).toMatchObject({ retryable: false, outcome_unknown: true });
    // It was asked again after the restart, and has forgotten the task.
    expect(JSON.stringify(failure)).toContain('does not know its task any more');
  });

  it('a server that ends while it holds a task leaves a failed call', async () => {
    const created = await ask('hostile', 'tools/call', { name: 'vanish', arguments: {} });
    const failed = await untilStatus('hostile', created.result?.taskId, 'failed');
    expect(failed.error).toMatchObject({ message: expect.stringContaining('Error (') });
  });
});

it('a task that was created for another caller is refused', async () => {
  const [own, server] = [await startGatewayServer(), await startMcpServer({ script: hostileTasksScript })];
  try {
    await own.ask('POST', '/imports', { items: [{ url: `${server.url}/mcp`, curation: { id: 'hostile' } }] });
    const invoke = (headers: Record<string, string>) =>
      own.ask('POST', '/agents/hostile/invoke/shared', {}, { ...async, ...headers });
    const started = await invoke({});
    const path = started.headers.get('location') ?? '';
    await expect.poll(async () => (await own.ask('GET', path)).json.state, { timeout: 10_000 }).toBe('running');
    const made = await own.ask('POST', '/keys', { name: 'bob', scopes: ['agents:invoke'] });
    const bob = { authorization: `Bearer ${String(made.json.key)}` };
    const refused = await invoke({ ...bob, prefer: '' });
    expect([refused.status, refused.json]).toMatchObject([502, { code: 'UPSTREAM_ERROR', retryable: false }]);
    expect(refused.json.detail).toContain('for another caller');
  } finally {
    await own.server.close();
    await server.stop();
  }
});
