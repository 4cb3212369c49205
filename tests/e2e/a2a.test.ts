/** The A2A face of a real server, called by the official client over all bindings and both revisions. */
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AgentCard, Message, StreamResponse, Task } from '@a2a-js/sdk';
import { Role, TaskState, verifyAgentCardSignature } from '@a2a-js/sdk';
import type { Client } from '@a2a-js/sdk/client';
import {
  ClientFactory,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
  RestTransportFactory,
} from '@a2a-js/sdk/client';
import { GrpcTransportFactory } from '@a2a-js/sdk/client/grpc';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentDocument } from './agent-document.js';
import type { GatewayServer } from './gateway-server.js';
import { startGatewayServer } from './gateway-server.js';
import type { SampleAgent } from './sample-agent.js';
import { startSampleAgent } from './sample-agent.js';

let agent: SampleAgent;
let gateway: GatewayServer;
const closers: (() => Promise<void>)[] = [];

const text = { type: 'object', properties: { harbour: { type: 'string' } }, required: ['harbour'] };

beforeEach(async () => {
  agent = await startSampleAgent();
  gateway = await startGatewayServer({ 'a2a.grpc.port': 0 });
});
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
  await gateway.server.close();
  await agent.close();
});

async function register(id: string, path: string, more: Record<string, unknown> = {}): Promise<void> {
  const document = agentDocument(id, { endpoint: agent.at(path), inputs: text, ...more });
  expect((await gateway.ask('POST', '/agents', document)).status).toBe(201);
}

const bindings = {
  JSONRPC: new JsonRpcTransportFactory(),
  'HTTP+JSON': new RestTransportFactory(),
  GRPC: new GrpcTransportFactory(),
};

async function connect(id: string, binding: keyof typeof bindings): Promise<Client> {
  const factory = new ClientFactory({ transports: [bindings[binding]], preferredTransports: [binding] });
  return factory.createFromUrl(`${gateway.url}/agents/${id}/`);
}

type Part = Message['parts'][number];
const dataPart = (value: unknown): Part => ({
  content: { $case: 'data', value },
  metadata: undefined,
  filename: '',
  mediaType: 'application/json',
});
const textPart = (value: string): Part => ({
  content: { $case: 'text', value },
  metadata: undefined,
  filename: '',
  mediaType: '',
});

function request(part: Part, more: { returnImmediately?: boolean; metadata?: Record<string, unknown> } = {}) {
  return {
    tenant: '',
    message: {
      messageId: crypto.randomUUID(),
      contextId: '',
      taskId: '',
      role: Role.ROLE_USER,
      parts: [part],
      metadata: more.metadata,
      extensions: [],
      referenceTaskIds: [],
    },
    configuration: {
      acceptedOutputModes: [],
      taskPushNotificationConfig: undefined,
      returnImmediately: more.returnImmediately ?? false,
    },
    metadata: undefined,
  };
}

const skill = (name: string) => ({ 'urn:dragoman:a2a:operations:1/skill': name });

async function collect(stream: AsyncIterable<StreamResponse>): Promise<StreamResponse[]> {
  const events: StreamResponse[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

async function until<T>(look: () => Promise<T>, enough: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await look();
    if (enough(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe('the card of a service from any protocol', () => {
  it('is read by the official client, and its signature verifies with the key of the server', async () => {
    await register('tides', '/echo');
    const resolver = new DefaultAgentCardResolver();
    const card: AgentCard = await resolver.resolve(`${gateway.url}/agents/tides/`);
    expect(card.skills.map(({ id }) => id)).toEqual(['invoke']);
    const verify = verifyAgentCardSignature(async (kid, jku) => {
      expect(jku?.startsWith(gateway.url)).toBe(true);
      const { keys } = (await (await fetch(jku ?? '')).json()) as { keys: { kid: string }[] };
      const key = keys.find((each) => each.kid === kid);
      if (key === undefined) throw new Error('the key is not in the set');
      return key as never;
    });
    // The client's card object differs from the signed card in the response.
    const { json } = await gateway.ask('GET', '/agents/tides/.well-known/agent-card.json');
    const wire = json as unknown as AgentCard;
    await verify(wire);
    await expect(verify({ ...wire, description: 'Another one.' })).rejects.toThrow();
  });

  it('returns 404 for an unknown agent', async () => {
    expect((await gateway.ask('GET', '/agents/nobody/.well-known/agent-card.json')).status).toBe(404);
  });
});

describe.each(['JSONRPC', 'HTTP+JSON', 'GRPC'] as const)('messages over %s', (binding) => {
  it('call the service through the gateway, with data or plain text', async () => {
    await register('tides', '/echo');
    const client = await connect('tides', binding);
    const answer = (await client.sendMessage(request(dataPart({ harbour: 'Gdansk' })))) as Message;
    expect(answer.role).toBe(Role.ROLE_AGENT);
    expect(answer.parts[0]?.content).toEqual({ $case: 'data', value: { harbour: 'Gdansk' } });
    expect(answer.metadata).toMatchObject({ 'urn:dragoman:a2a:operations:1/trust': 'untrusted' });
    const said = (await client.sendMessage(request(textPart('Hel')))) as Message;
    expect(said.parts[0]?.content).toEqual({ $case: 'data', value: { harbour: 'Hel' } });
    expect(agent.seen.map(({ body }) => body)).toEqual([{ harbour: 'Gdansk' }, { harbour: 'Hel' }]);
  });

  it('are asked about their skill if there are several and they name none', async () => {
    const operation = (name: string) => ({ name, description: `Does ${name}.`, inputs: text, outputs: true });
    await register('desk', '/echo', { operations: [operation('high_water'), operation('low_water')] });
    const client = await connect('desk', binding);
    const asked = (await client.sendMessage(request(dataPart({ harbour: 'Hel' })))) as Task;
    expect(asked.status?.state).toBe(TaskState.TASK_STATE_INPUT_REQUIRED);
    expect(JSON.stringify(asked.status?.message?.parts)).toMatch(/high_water.*low_water/);
    await client.sendMessage(request(dataPart({ harbour: 'Hel' }), { metadata: skill('low_water') }));
    expect(agent.seen.map(({ body }) => body)).toMatchObject([{ operation: 'low_water' }]);
  });

  it('are rejected with every input error, and nothing is sent', async () => {
    await register('tides', '/echo');
    const client = await connect('tides', binding);
    await expect(client.sendMessage(request(dataPart({ harbour: 7 })))).rejects.toThrow(/1 problem/);
    await expect(
      client.sendMessage(
        request(dataPart({ harbour: 'Hel' }), { metadata: { 'urn:dragoman:a2a:operations:1/dry_rnu': true } }),
      ),
    ).rejects.toThrow(/unknown/);
    expect(agent.seen).toEqual([]);
  });

  it('are answered as a stream if the service streams', async () => {
    await register('storm', '/stream/calm', { streaming: true });
    const client = await connect('storm', binding);
    agent.open('calm');
    const events = await collect(client.sendMessageStream(request(dataPart({ harbour: 'Hel' }))));
    expect(events.map(({ payload }) => payload?.$case)).toEqual([
      'task',
      'artifactUpdate',
      'artifactUpdate',
      'statusUpdate',
    ]);
    const pieces = events.flatMap(({ payload }) => (payload?.$case === 'artifactUpdate' ? [payload.value] : []));
    expect(pieces.map(({ artifact }) => artifact?.parts[0]?.content)).toEqual([
      { $case: 'data', value: { part: 1 } },
      { $case: 'data', value: { part: 2 } },
    ]);
    const last = events.at(-1)?.payload;
    expect(last?.$case === 'statusUpdate' && last.value.status?.state).toBe(TaskState.TASK_STATE_COMPLETED);
  });

  it('become tasks that can be read, listed, followed and canceled', async () => {
    await register('slow', '/gate/first');
    const client = await connect('slow', binding);
    const started = (await client.sendMessage(
      request(dataPart({ harbour: 'Hel' }), { returnImmediately: true }),
    )) as Task;
    expect([TaskState.TASK_STATE_SUBMITTED, TaskState.TASK_STATE_WORKING]).toContain(started.status?.state);
    const events = collect(client.resubscribeTask({ tenant: '', id: started.id }));
    agent.open('first');
    const notifications = await events;
    expect(notifications.at(0)?.payload?.$case).toBe('task');
    expect(notifications.at(-1)?.payload?.$case).toBe('statusUpdate');
    const ended = await client.getTask({ tenant: '', id: started.id });
    expect(ended.status?.state).toBe(TaskState.TASK_STATE_COMPLETED);
    expect(ended.artifacts[0]?.parts[0]?.content).toEqual({ $case: 'data', value: { harbour: 'Hel' } });
    const list = await client.listTasks({
      tenant: '',
      contextId: '',
      status: TaskState.TASK_STATE_COMPLETED,
      pageToken: '',
      statusTimestampAfter: undefined,
    });
    expect(list.tasks.map(({ id }) => id)).toEqual([started.id]);
    await expect(client.cancelTask({ tenant: '', id: started.id, metadata: undefined })).rejects.toThrow(/ended/);
    await expect(client.getTask({ tenant: '', id: 'nothing' })).rejects.toThrow(/No task/);
    await register('slower', '/gate/second');
    const other = await connect('slower', binding);
    const second = (await other.sendMessage(
      request(dataPart({ harbour: 'Hel' }), { returnImmediately: true }),
    )) as Task;
    await expect(client.getTask({ tenant: '', id: second.id })).rejects.toThrow(/No task/);
    const cancelled = await other.cancelTask({ tenant: '', id: second.id, metadata: undefined });
    expect(cancelled.status?.state).toBe(TaskState.TASK_STATE_CANCELED);
  });

  it('are listed in pages, most recently changed first', async () => {
    await register('slow', '/gate/pages');
    await register('quick', '/echo');
    const slow = await connect('slow', binding);
    const held = request(dataPart({ harbour: 'Hel' }), { returnImmediately: true });
    const started: string[] = [];
    for (let count = 0; count < 5; count += 1) started.push(((await slow.sendMessage(held)) as Task).id);
    const [first = ''] = started;
    await slow.cancelTask({ tenant: '', id: first, metadata: undefined });
    const filters = { tenant: '', contextId: '', status: 0, statusTimestampAfter: undefined };
    const seen: string[] = [];
    let pageToken = '';
    for (let pages = 0; pages < 3; pages += 1) {
      const page = await slow.listTasks({ ...filters, pageSize: 2, pageToken });
      expect(page.totalSize).toBe(5);
      seen.push(...page.tasks.map(({ id }) => id));
      pageToken = page.nextPageToken;
    }
    expect([seen[0], [...seen].sort(), pageToken]).toEqual([first, [...started].sort(), '']);
    await expect(slow.listTasks({ ...filters, pageToken: 'nonsense' })).rejects.toThrow(/pageToken/);
    agent.open('pages');
  });

  it('are reported to the webhook that a client names', async () => {
    const receiver = await startReceiver();
    await register('slow', '/gate/third');
    const client = await connect('slow', binding);
    const task = (await client.sendMessage(request(dataPart({ harbour: 'Hel' }), { returnImmediately: true }))) as Task;
    const config = {
      tenant: '',
      id: 'mine',
      taskId: task.id,
      url: receiver.url,
      token: 'sesame',
      authentication: undefined,
    };
    const made = await client.createTaskPushNotificationConfig(config);
    expect(made).toMatchObject({ id: 'mine', taskId: task.id, url: receiver.url });
    expect(await client.getTaskPushNotificationConfig({ tenant: '', taskId: task.id, id: 'mine' })).toEqual(made);
    const other = await startReceiver();
    await client.createTaskPushNotificationConfig({ ...config, id: 'other', url: other.url, token: 'second' });
    const inner = 'http://169.254.169.254/latest/meta-data';
    await client.createTaskPushNotificationConfig({ ...config, id: 'inner', url: inner });
    for (let count = 3; count < 10; count += 1) {
      await client.createTaskPushNotificationConfig({ ...config, id: `spare-${count}` });
    }
    await expect(client.createTaskPushNotificationConfig({ ...config, id: 'one too many' })).rejects.toThrow(
      /at most 10/,
    );
    for (let count = 3; count < 10; count += 1) {
      await client.deleteTaskPushNotificationConfig({ tenant: '', taskId: task.id, id: `spare-${count}` });
    }
    await client.deleteTaskPushNotificationConfig({ tenant: '', taskId: task.id, id: 'mine' });
    const listed = { tenant: '', taskId: task.id, pageSize: 10, pageToken: '' };
    expect((await client.listTaskPushNotificationConfig(listed)).configs).toMatchObject([
      { id: 'other', url: other.url },
      { id: 'inner' },
    ]);
    await client.createTaskPushNotificationConfig(config);
    expect((await client.listTaskPushNotificationConfig(listed)).configs).toHaveLength(3);
    agent.open('third');
    const { headers, body } = await receiver.received;
    expect(headers['x-a2a-notification-token']).toBe('sesame');
    expect(headers['content-type']).toBe('application/a2a+json');
    expect(headers['webhook-signature']).toMatch(/^v1,/);
    expect(JSON.parse(body)).toMatchObject({
      statusUpdate: { taskId: task.id, status: { state: 'TASK_STATE_COMPLETED' } },
    });
    const notifications = await until(
      () => gateway.ask('GET', `/operations/${task.id}`),
      ({ json }) => (json.webhooks as { last_error?: string }[]).some(({ last_error }) => last_error !== undefined),
    );
    expect(notifications.json.webhooks).toMatchObject([
      {},
      { url: inner, attempts: 1, last_error: expect.any(String) },
      {},
    ]);
    const second = await other.received;
    expect(second.headers['x-a2a-notification-token']).toBe('second');
    expect(second.headers['webhook-id']).not.toBe(headers['webhook-id']);
  });

  it('report a failure with its code and whether to retry, directly and in a task', async () => {
    await register('broken', '/fault');
    const client = await connect('broken', binding);
    const thrown = await client.sendMessage(request(dataPart({ harbour: 'Hel' }))).catch((error: unknown) => error);
    expect(String(thrown)).toMatch(/The agent could not do it/);
    const started = (await client.sendMessage(
      request(dataPart({ harbour: 'Hel' }), { returnImmediately: true }),
    )) as Task;
    const failed = await until(
      () => client.getTask({ tenant: '', id: started.id }),
      ({ status }) => status?.state === TaskState.TASK_STATE_FAILED,
    );
    expect(failed.status?.message?.metadata).toMatchObject({
      reason: 'UPSTREAM_ERROR',
      metadata: { retryable: 'false' },
    });
  });
});

describe('clients of 0.3', () => {
  it('are supported over JSON-RPC', async () => {
    await register('tides', '/echo');
    const message = {
      kind: 'message',
      messageId: 'm1',
      role: 'user',
      parts: [{ kind: 'data', data: { harbour: 'Hel' } }],
    };
    const { json } = await gateway.ask('POST', '/agents/tides/a2a', {
      jsonrpc: '2.0',
      id: 'a',
      method: 'message/send',
      params: { message },
    });
    expect(json).toMatchObject({
      id: 'a',
      result: { kind: 'message', role: 'agent', parts: [{ kind: 'data', data: { harbour: 'Hel' } }] },
    });
  });
});

describe('an invalid A2A request', () => {
  it.each<[string, unknown, Record<string, string>, number]>([
    ['malformed JSON', '{"jsonrpc":', {}, -32700],
    ['a list', [{ jsonrpc: '2.0', id: 1, method: 'GetTask' }], {}, -32600],
    ['an unknown method', { jsonrpc: '2.0', id: 1, method: 'SendMesage' }, {}, -32601],
    ['an unsupported revision', { jsonrpc: '2.0', id: 1, method: 'GetTask' }, { 'a2a-version': '7.1' }, -32009],
    ['no message', { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: {} }, {}, -32602],
    ['an unknown task', { jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id: 'x' } }, {}, -32001],
    ['the extended card', { jsonrpc: '2.0', id: 1, method: 'GetExtendedAgentCard' }, {}, -32004],
  ])('gets a protocol error: %s', async (_, body, headers, code) => {
    await register('tides', '/echo');
    const { status, json } = await gateway.ask('POST', '/agents/tides/a2a', body, { 'a2a-version': '1.0', ...headers });
    expect([status, (json.error as { code: number }).code]).toEqual([200, code]);
  });

  it('gets a protocol error over REST if there is no extended card', async () => {
    await register('tides', '/echo');
    const { status, json } = await gateway.ask('GET', '/agents/tides/a2a/extendedAgentCard', undefined, {
      'a2a-version': '1.0',
    });
    expect([status, JSON.stringify(json)]).toEqual([400, expect.stringContaining('UNSUPPORTED_OPERATION')]);
  });
});

async function startReceiver() {
  let take: (got: { headers: Record<string, unknown>; body: string }) => void = () => {};
  const received = new Promise<{ headers: Record<string, unknown>; body: string }>((resolve) => {
    take = resolve;
  });
  const server = createHttpServer(async (incoming, response) => {
    let body = '';
    for await (const chunk of incoming.setEncoding('utf8')) body += chunk as string;
    response.writeHead(204).end();
    take({ headers: incoming.headers, body });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/notifications`, received };
}
