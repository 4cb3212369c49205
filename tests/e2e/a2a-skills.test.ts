/** Messages to agents with several skills, from clients without our extension and of 0.3; and bad input about tasks. */
import type { Message, Task } from '@a2a-js/sdk';
import { Role, TaskState } from '@a2a-js/sdk';
import { LegacyJsonRpcTransport, parseLegacyAgentCard } from '@a2a-js/sdk/compat/v0_3/client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { A2aAgent } from './a2a-agent.js';
import { startA2aAgent } from './a2a-agent.js';
import { agentDocument } from './agent-document.js';
import type { GatewayServer } from './gateway-server.js';
import { startGatewayServer } from './gateway-server.js';
import type { SampleAgent } from './sample-agent.js';
import { startSampleAgent } from './sample-agent.js';

type Json = Record<string, unknown>;
type Person = 'admin' | 'ann' | 'bob';

let gateway: GatewayServer;
let sample: SampleAgent;
let remote: A2aAgent;
let desk: string;
const keys: Record<Person, string> = { admin: '', ann: '', bob: '' };

const schema = (...names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  required: names,
  additionalProperties: false,
});
const operation = (name: string, description: string, ...inputs: string[]) => ({
  name,
  description,
  inputs: schema(...inputs),
  outputs: true,
});

beforeAll(async () => {
  gateway = await startGatewayServer({ 'registry.visibility': 'public' });
  sample = await startSampleAgent();
  remote = await startA2aAgent('JSONRPC');
  for (const name of ['admin', 'ann', 'bob'] as const) {
    const scopes = name === 'admin' ? ['admin'] : ['agents:read', 'agents:invoke'];
    const made = await gateway.ask('POST', '/keys', { name, scopes }, bearer('admin'));
    keys[name] = String(made.json.key);
  }
  const operations = [
    operation('book_berth', 'Books a berth for a ship on a day.', 'ship', 'day'),
    operation('high_water', 'Returns the time of high water in a harbour.', 'harbour'),
    operation('low_water', 'Returns the time of low water in a harbour.', 'harbour'),
    operation('list_warnings', 'Lists all storm warnings on the whole coast.'),
  ];
  const document = agentDocument('port', { endpoint: sample.at('/echo'), operations });
  expect((await gateway.ask('POST', '/agents', document, bearer('admin'))).status).toBe(201);
  const items = [{ url: `${remote.origin}/.well-known/agent-card.json` }];
  const { json } = await gateway.ask('POST', '/imports', { items }, bearer('admin'));
  desk = `/agents/${(json.results as { id: string }[])[0]?.id}`;
});
afterAll(async () => {
  await gateway.server.close();
  await sample.close();
  await remote.close();
});

function bearer(who: Person): Record<string, string> {
  return keys[who] === '' ? {} : { authorization: `Bearer ${keys[who]}` };
}

async function rpc(agent: string, method: string, params: Json, headers = bearer('ann')) {
  const { status, json } = await gateway.ask(
    'POST',
    `${agent}/a2a`,
    { jsonrpc: '2.0', id: 1, method, params },
    { 'a2a-version': '1.0', ...headers },
  );
  return {
    status,
    result: (json.result ?? {}) as Json,
    error: json.error as { code: number; message: string } | undefined,
  };
}

const send = (agent: string, parts: unknown[], more: Json = {}, headers = bearer('ann')) =>
  rpc(
    agent,
    'SendMessage',
    { message: { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts, ...more } },
    headers,
  );
const lastCall = () => sample.seen.at(-1)?.body;
const taskIn = (result: Json) => result.task as { id: string; contextId: string; status: Json };

describe('the skill of a message without our extension', () => {
  it.each<[string, unknown[], Json]>([
    ['a text with the id and a colon', [{ text: 'low_water: Hel' }], { operation: 'low_water', harbour: 'Hel' }],
    ['an id and a data part', [{ text: 'low_water' }, { data: { harbour: 'Hel' } }], { operation: 'low_water' }],
    [
      'a data part with skill and input',
      [{ data: { skill: 'high_water', input: { harbour: 'Hel' } } }],
      { operation: 'high_water', harbour: 'Hel' },
    ],
    [
      'a data part with skillId and inputs',
      [{ data: { skillId: 'high_water', harbour: 'Hel' } }],
      { operation: 'high_water', harbour: 'Hel' },
    ],
    [
      'data that only one skill takes',
      [{ data: { ship: 'Hel', day: 'Monday' } }],
      { operation: 'book_berth', day: 'Monday' },
    ],
    [
      'a text that means one skill',
      [{ text: 'Return the time of low water in the harbour Hel' }],
      { operation: 'low_water' },
    ],
    ['the id of one without inputs', [{ text: 'list_warnings' }], { operation: 'list_warnings' }],
    ['a text that means one without inputs', [{ text: 'List all storm warnings' }], { operation: 'list_warnings' }],
  ])('is chosen by %s', async (_, parts, expected) => {
    const { error } = await send('/agents/port', parts);
    expect([error, lastCall()]).toMatchObject([undefined, expected]);
  });

  it('is named, with its inputs, when a text is not enough for it', async () => {
    const { error } = await send('/agents/port', [{ text: 'Book a berth for a ship on a day' }]);
    expect(error?.message).toContain("the skill 'book_berth' takes other inputs (ship, day)");
  });

  it('is asked for when it is unclear, and the answer completes the message', async () => {
    const before = sample.seen.length;
    const { result } = await send('/agents/port', [{ data: { harbour: 'Hel' } }]);
    const task = taskIn(result);
    expect(task.status).toMatchObject({ state: 'TASK_STATE_INPUT_REQUIRED' });
    const question = JSON.stringify(task.status);
    expect(question).toMatch(/high_water: Returns the time.*low_water.*The card lists all 4 skills/);
    expect(question).not.toContain('book_berth');
    expect(sample.seen).toHaveLength(before);
    const read = await rpc('/agents/port', 'GetTask', { id: task.id });
    expect(read.result).toMatchObject({ id: task.id, status: { state: 'TASK_STATE_INPUT_REQUIRED' } });
    const listed = await rpc('/agents/port', 'ListTasks', {});
    expect((listed.result.tasks as Json[]).map(({ id }) => id)).toContain(task.id);
    const answered = await send('/agents/port', [{ text: 'low_water' }], { taskId: task.id });
    expect(taskIn(answered.result)).toMatchObject({ id: task.id, status: { state: 'TASK_STATE_COMPLETED' } });
    expect(lastCall()).toMatchObject({ operation: 'low_water', harbour: 'Hel' });
  });

  it('is asked for again when the answer names none, and the task can be canceled', async () => {
    const { id } = taskIn((await send('/agents/port', [{ data: { harbour: 'Hel' } }])).result);
    const again = taskIn((await send('/agents/port', [{ text: 'whatever' }], { taskId: id })).result);
    expect(again).toMatchObject({ id, status: { state: 'TASK_STATE_INPUT_REQUIRED' } });
    const canceled = await rpc('/agents/port', 'CancelTask', { id });
    expect(canceled.result).toMatchObject({ status: { state: 'TASK_STATE_CANCELED' } });
    expect((await send('/agents/port', [{ text: 'low_water' }], { taskId: id })).error?.code).toBe(-32004);
  });

  it('is not looked for without a credential', async () => {
    expect((await send('/agents/port', [{ data: { harbour: 'Hel' } }], {}, {})).status).toBe(401);
  });
});

describe('tasks of other callers', () => {
  it.each(['/agents/port', 'desk'])('are not found, whatever is done with them: %s', async (agent) => {
    const path = agent === 'desk' ? desk : agent;
    const parts = agent === 'desk' ? [{ text: 'ask me' }] : [{ data: { harbour: 'Hel' } }];
    const { id } = taskIn((await send(path, parts)).result);
    for (const method of ['GetTask', 'CancelTask', 'SubscribeToTask']) {
      expect((await rpc(path, method, { id }, bearer('bob'))).error?.code).toBe(-32001);
    }
    const heard = remote.heard.length;
    expect((await send(path, [{ text: 'low_water' }], { taskId: id }, bearer('bob'))).error?.code).toBe(-32001);
    expect((await rpc(path, 'ListTasks', {}, bearer('bob'))).result).toMatchObject({ tasks: [] });
    expect(remote.heard).toHaveLength(heard);
  });

  it('cannot be canceled by an administrator while their agent asks', async () => {
    const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'ask me' }] };
    const { result } = await rpc(desk, 'SendMessage', { message, configuration: { returnImmediately: true } });
    const { id } = taskIn(result);
    const waits = { id, status: { state: 'TASK_STATE_INPUT_REQUIRED' } };
    await vi.waitFor(async () => expect((await rpc(desk, 'GetTask', { id })).result).toMatchObject(waits), {
      timeout: 20_000,
    });
    expect((await rpc(desk, 'CancelTask', { id }, bearer('admin'))).error?.code).toBe(-32002);
    expect((await rpc(desk, 'GetTask', { id })).result).toMatchObject(waits);
    const canceled = await rpc(desk, 'CancelTask', { id });
    expect(canceled.result).toMatchObject({ id, status: { state: 'TASK_STATE_CANCELED' } });
  });

  it('cannot be continued over HTTP either, and conversations of two callers stay apart', async () => {
    const invoke = (who: Person, body: Json) => gateway.ask('POST', `${desk}/invoke/tug_desk`, body, bearer(who));
    const { json } = await invoke('ann', { message: 'ask me' });
    const { task_id, context_id } = json;
    const stolen = await invoke('bob', { message: 'work now', task_id });
    expect([stolen.status, stolen.json.code]).toEqual([404, 'NOT_FOUND']);
    const joined = await invoke('bob', { message: 'hello', context_id });
    expect(joined.status).toBe(200);
    expect(remote.heard.at(-1)?.contextId).not.toBe(String(context_id).split('.')[0]);
    expect((await invoke('ann', { message: 'work now', task_id, context_id })).json).toMatchObject({
      state: 'completed',
      context_id,
    });
  });
});

describe('bad input about tasks', () => {
  it.each<[string, unknown[]]>([
    ['an unknown kind of part', [{ kind: 'hologram', hologram: 'x' }]],
    ['a part of two kinds', [{ text: 'x', data: {} }]],
    ['a part that is no object', ['x', null, 7]],
    ['too many parts', Array.from({ length: 1001 }, () => ({ text: 'x' }))],
  ])('is rejected before anything is sent: %s', async (_, parts) => {
    const heard = remote.heard.length;
    const { error } = await send(desk, parts);
    expect([error?.code, error?.message]).toEqual([-32602, expect.stringContaining('message.parts')]);
    expect(remote.heard).toHaveLength(heard);
  });

  it('huge parts are rejected by their size', async () => {
    const { status } = await gateway
      .ask(
        'POST',
        `${desk}/a2a/message:send`,
        { message: { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'x'.repeat(20_000_000) }] } },
        { 'a2a-version': '1.0', ...bearer('ann') },
      )
      .catch(() => ({ status: 413 }));
    expect(status).toBe(413);
  });

  it('a task whose agent vanishes ends with a failure', async () => {
    const gone = await startA2aAgent('JSONRPC');
    const items = [{ url: `${gone.origin}/.well-known/agent-card.json` }];
    const { json } = await gateway.ask('POST', '/imports', { items }, bearer('admin'));
    const path = `/agents/${(json.results as { id: string }[])[0]?.id}`;
    const call = gateway.ask('POST', `${path}/invoke/tug_desk`, { message: 'hold on' }, bearer('ann'));
    await vi.waitFor(() => expect(gone.heard).toHaveLength(1), { timeout: 20_000 });
    await gone.close();
    const { status, json: failure } = await call;
    expect([status, failure.retryable]).toEqual([502, false]);
    expect(failure.detail).toMatch(/^The agent accepted the task, but its state could not be read\. /);
  });
});

describe('a client of 0.3', () => {
  const request = (text: string, returnImmediately = false) => ({
    tenant: '',
    message: {
      messageId: crypto.randomUUID(),
      contextId: '',
      taskId: '',
      role: Role.ROLE_USER,
      parts: [{ content: { $case: 'text' as const, value: text }, metadata: undefined, filename: '', mediaType: '' }],
      metadata: undefined,
      extensions: [],
      referenceTaskIds: [],
    },
    configuration: { acceptedOutputModes: [], taskPushNotificationConfig: undefined, returnImmediately },
    metadata: undefined,
  });

  it('reads its card, sends, streams, follows and cancels through the official transport of 0.3', async () => {
    const { json } = await gateway.ask('GET', `${desk}/.well-known/agent.json`, undefined, bearer('ann'));
    expect(json).not.toHaveProperty('supportedInterfaces');
    expect(json).toMatchObject({
      protocolVersion: '0.3.0',
      preferredTransport: 'JSONRPC',
      securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
    });
    const card = parseLegacyAgentCard(json);
    const endpoint = card.supportedInterfaces[0]?.url ?? '';
    const fetchImpl: typeof fetch = (input, init) =>
      fetch(input, { ...init, headers: { ...(init?.headers as Record<string, string>), ...bearer('ann') } });
    const client = new LegacyJsonRpcTransport({ endpoint, fetchImpl });
    const said = (await client.sendMessage(request('Where is the Hel?'))) as Message;
    expect(said.parts[0]?.content).toEqual({ $case: 'text', value: 'Where is the Hel?' });
    const kinds: unknown[] = [];
    for await (const event of client.sendMessageStream(request('work on'))) kinds.push(event.payload?.$case);
    expect(kinds).toEqual(['task', 'artifactUpdate', 'artifactUpdate', 'statusUpdate']);
    const asked = (await client.sendMessage(request('ask me'))) as Task;
    expect(asked.status?.state).toBe(TaskState.TASK_STATE_INPUT_REQUIRED);
    const begun = (await client.sendMessage(request('hold on', true))) as Task;
    expect((await client.getTask({ tenant: '', id: begun.id })).id).toBe(begun.id);
    const canceled = await client.cancelTask({ tenant: '', id: begun.id, metadata: undefined });
    expect(canceled.status?.state).toBe(TaskState.TASK_STATE_CANCELED);
    await vi.waitFor(() => expect(remote.canceled.length).toBeGreaterThan(0), { timeout: 20_000 });
  });
});
