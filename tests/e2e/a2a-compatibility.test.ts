/**
 * The mandatory checks of the A2A technology compatibility kit for 1.0, written for this project: the checks are named by
 * the ids of the kit. The A2A face is the system under test, in front of an agent on the official server library.
 */
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { A2aAgent } from './a2a-agent.js';
import { startA2aAgent } from './a2a-agent.js';
import type { Answered, Ask, Json } from './a2a-bindings.js';
import { bindings, codes, createAsks, eventsIn, message } from './a2a-bindings.js';
import { agentDocument } from './agent-document.js';
import type { GatewayServer } from './gateway-server.js';
import { startGatewayServer } from './gateway-server.js';
import { grpcAddressOf, openGrpcStream } from './grpc-client.js';
import type { SampleAgent } from './sample-agent.js';
import { startSampleAgent } from './sample-agent.js';

const patient = { timeout: 20_000 };
interface Told {
  headers: Record<string, unknown>;
  body: Json;
}

let gateway: GatewayServer;
let remote: A2aAgent;
let sample: SampleAgent;
/** Path of the remote agent behind the gateway. */
let desk: string;

beforeAll(async () => {
  gateway = await startGatewayServer({ 'a2a.grpc.port': 0 });
  sample = await startSampleAgent();
  remote = await startA2aAgent('JSONRPC');
  const { json } = await gateway.ask('POST', '/imports', {
    items: [{ url: `${remote.origin}/.well-known/agent-card.json` }],
  });
  desk = `/agents/${(json.results as { id: string }[])[0]?.id}`;
  const inputs = { type: 'object', properties: { harbour: { type: 'string' } }, required: ['harbour'] };
  for (const [id, path] of [
    ['echo', '/echo'],
    ['slow-JSONRPC', '/gate/slow-JSONRPC'],
    ['slow-HTTP', '/gate/slow-HTTP'],
    ['slow-GRPC', '/gate/slow-GRPC'],
    ['never', '/gate/never'],
  ] as const) {
    await gateway.ask('POST', '/agents', agentDocument(id, { endpoint: sample.at(path), inputs }));
  }
});
afterAll(async () => {
  await gateway.server.close();
  await sample.close();
  await remote.close();
});

const asks = createAsks(() => gateway);
const harbour = (more: Json = {}) => ({ message: message([{ data: { harbour: 'Hel' } }], more) });
const words = (text: string, more: Json = {}) => ({ message: message([{ text }], more) });
const atOnce = { configuration: { returnImmediately: true } };
const taskIn = (result: Json) => result.task as { id: string; contextId: string; status: { state: string } };

describe('the agent card', () => {
  it('is available and declares its interfaces: CARD-DISC-001, CARD-PROTO-001, CARD-PROTO-002, CARD-STRUCT-001', async () => {
    const { status, json, headers } = await gateway.ask('GET', '/agents/echo/.well-known/agent-card.json');
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('application/json')]);
    for (const name of ['name', 'description', 'version', 'capabilities', 'skills']) expect(json).toHaveProperty(name);
    for (const each of json.supportedInterfaces as Json[]) {
      const isGrpc = each.protocolBinding === 'GRPC';
      const url = isGrpc ? expect.stringMatching(/^127\.0\.0\.1:\d+$/) : `${gateway.url}/agents/echo/a2a`;
      expect(each).toMatchObject({ url, protocolVersion: expect.any(String), ...(isGrpc ? { tenant: 'echo' } : {}) });
      expect(['JSONRPC', 'HTTP+JSON', 'GRPC']).toContain(each.protocolBinding);
    }
    for (const skill of json.skills as Json[]) expect(skill).toMatchObject({ id: 'invoke', tags: expect.any(Array) });
    expect(headers.get('etag')).not.toBeNull();
  });

  it('is signed with a header that names algorithm and key: CARD-SIGN-003', async () => {
    const { json } = await gateway.ask('GET', '/agents/echo/.well-known/agent-card.json');
    const [signature] = json.signatures as { protected: string }[];
    const header = JSON.parse(Buffer.from(signature?.protected ?? '', 'base64url').toString()) as Json;
    expect(header).toMatchObject({ alg: 'EdDSA', kid: expect.any(String) });
  });
});

describe.each(bindings)('over %s', (binding) => {
  const ask: Ask = (...args) => asks[binding](...args);
  const refused = (answer: Answered, reason: keyof typeof codes) =>
    expect(answer).toMatchObject({ reason, code: codes[reason][binding], error: { message: expect.any(String) } });

  async function startTask(agent: string, params: Json = harbour()): Promise<string> {
    return taskIn((await ask(agent, 'SendMessage', { ...params, ...atOnce })).result).id;
  }
  /** A task in the background whose agent asks for input. */
  async function askingTask(): Promise<string> {
    const id = await startTask(desk, words('ask me'));
    await vi.waitFor(async () => {
      const { result } = await ask(desk, 'GetTask', { id });
      expect(result).toMatchObject({ status: { state: 'TASK_STATE_INPUT_REQUIRED' } });
    }, patient);
    return id;
  }
  /** Subscribes to a task; resolves when the subscription is open. */
  async function subscribe(agent: string, id: string): Promise<{ events: Promise<Json[]>; cancel: () => void }> {
    if (binding === 'GRPC') {
      const tenant = agent.slice('/agents/'.length);
      const stream = await openGrpcStream(await grpcAddressOf(gateway.url, agent), 'SubscribeToTask', { tenant, id });
      return { events: stream.ended.then(({ events }) => events), cancel: stream.cancel };
    }
    const left = new AbortController();
    const response = await fetch(`${gateway.url}${agent}/a2a${binding === 'JSONRPC' ? '' : `/tasks/${id}:subscribe`}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'SubscribeToTask', params: { id } }),
      signal: left.signal,
    });
    const text = response.text().catch(() => '');
    const events = text.then((all) => eventsIn(all).map((event) => (event.result ?? event) as Json));
    return { events, cancel: () => left.abort() };
  }
  async function endedTask(): Promise<string> {
    const id = await startTask('/agents/echo');
    await vi.waitFor(async () => {
      const { result } = await ask('/agents/echo', 'GetTask', { id });
      expect(result).toMatchObject({ status: { state: 'TASK_STATE_COMPLETED' } });
    }, patient);
    return id;
  }

  it('a message is answered by a message or a task: CORE-SEND-001, CORE-MULTI-001a, DM-MSG-001, DM-SERIAL-001 to 003', async () => {
    const { result } = await ask('/agents/echo', 'SendMessage', harbour());
    expect(result.message).toMatchObject({
      messageId: expect.any(String),
      contextId: expect.any(String),
      role: 'ROLE_AGENT',
      parts: [{ data: { harbour: 'Hel' } }],
    });
    const { result: begun } = await ask('/agents/echo', 'SendMessage', { ...harbour(), ...atOnce });
    expect(begun.task).toMatchObject({
      id: expect.any(String),
      contextId: expect.any(String),
      status: { state: expect.stringMatching(/^TASK_STATE_/), timestamp: expect.stringMatching(/^[\d-]+T[\d:.]+Z$/) },
    });
    expect(Object.keys({ ...(result.message as Json), ...taskIn(begun) }).filter((key) => key.includes('_'))).toEqual(
      [],
    );
  });

  it('a message to a task that has ended is refused: CORE-SEND-002', async () => {
    const id = await endedTask();
    refused(await ask('/agents/echo', 'SendMessage', harbour({ taskId: id })), 'UNSUPPORTED_OPERATION');
  });

  it('media that a skill does not take are refused: CORE-SEND-003', async () => {
    const parts = [{ raw: 'dGNr', mediaType: 'application/x-unsupported' }];
    refused(await ask('/agents/echo', 'SendMessage', { message: message(parts) }), 'CONTENT_TYPE_NOT_SUPPORTED');
  });

  it('a stream has one message, or a task and its updates to the end: CORE-STREAM-001 to 003', async () => {
    const single = await ask('/agents/echo', 'SendStreamingMessage', harbour());
    expect([single.type, single.events.map((event) => Object.keys(event))]).toEqual([
      expect.stringContaining(binding === 'GRPC' ? 'grpc' : 'text/event-stream'),
      [['message']],
    ]);
    const { events } = await ask(desk, 'SendStreamingMessage', words('work on'));
    expect(events.map((event) => Object.keys(event)[0])).toEqual([
      'task',
      'artifactUpdate',
      'artifactUpdate',
      'statusUpdate',
    ]);
    expect(events.at(-1)).toMatchObject({ statusUpdate: { status: { state: 'TASK_STATE_COMPLETED' } } });
  });

  it('tasks can be read, and unknown ones are not found: CORE-GET-001, CORE-GET-002, CORE-HIST-002', async () => {
    const id = await endedTask();
    const { result } = await ask('/agents/echo', 'GetTask', { id, historyLength: 0 });
    expect(result).toMatchObject({ id, artifacts: [{ artifactId: expect.any(String), parts: expect.any(Array) }] });
    expect(result.history ?? []).toEqual([]);
    refused(await ask('/agents/echo', 'GetTask', { id: 'nobody' }), 'TASK_NOT_FOUND');
  });

  it('tasks are listed in pages, latest first, without artifacts: CORE-LIST-001 to 005', async () => {
    const ids = [await endedTask(), await endedTask(), await endedTask()];
    const first = (await ask('/agents/echo', 'ListTasks', { pageSize: 2 })).result as {
      tasks: Json[];
      nextPageToken: string;
    };
    expect(first.tasks).toHaveLength(2);
    expect(first.tasks[0]?.id).toBe(ids[2]);
    expect(first.tasks.every((task) => !('artifacts' in task))).toBe(true);
    const second = await ask('/agents/echo', 'ListTasks', { pageSize: 2, pageToken: first.nextPageToken });
    expect((second.result.tasks as Json[])[0]?.id).toBe(ids[0]);
    const all = await ask('/agents/echo', 'ListTasks', { pageSize: 100 });
    // gRPC does not write an empty token.
    expect(all.result.nextPageToken ?? '').toBe('');
    const other = await ask('/agents/never', 'ListTasks', { pageSize: 100 });
    expect((other.result.tasks as Json[]).map(({ id }) => id)).not.toContain(ids[0]);
  });

  it('tasks are canceled once, and unknown ones are not found: CORE-CANCEL-001 to 003', async () => {
    const id = await startTask('/agents/never');
    const { result } = await ask('/agents/never', 'CancelTask', { id });
    expect(result).toMatchObject({ id, status: { state: 'TASK_STATE_CANCELED' } });
    refused(await ask('/agents/never', 'CancelTask', { id }), 'TASK_NOT_CANCELABLE');
    refused(await ask('/agents/echo', 'CancelTask', { id: await endedTask() }), 'TASK_NOT_CANCELABLE');
    refused(await ask('/agents/never', 'CancelTask', { id: 'nobody' }), 'TASK_NOT_FOUND');
  });

  it('a call waits for the end or a question unless it returns at once: CORE-EXECUTION-MODE-001 and 002', async () => {
    const begun = await ask('/agents/never', 'SendMessage', { ...harbour(), ...atOnce });
    expect(taskIn(begun.result).status.state).toMatch(/SUBMITTED|WORKING/);
    await ask('/agents/never', 'CancelTask', { id: taskIn(begun.result).id });
    const worked = await ask(desk, 'SendMessage', words('work on'));
    expect(JSON.stringify(worked.result)).toContain('two');
    const asked = await ask(desk, 'SendMessage', words('ask me'));
    expect(taskIn(asked.result).status).toMatchObject({ state: 'TASK_STATE_INPUT_REQUIRED' });
  });

  it('invalid requests are errors with code and message: CORE-ERR-001, CORE-ERR-002, JSONRPC-ERR-001 to 003, HTTP_JSON-ERR-001 and 002', async () => {
    for (const params of [
      {},
      { message: {} },
      { message: message([]) },
      { message: message([{ kind: 'hologram' }]) },
    ]) {
      const { code, error, type } = await ask('/agents/echo', 'SendMessage', params);
      expect([code, error?.message, type]).toEqual([
        { JSONRPC: -32602, 'HTTP+JSON': 400, GRPC: 3 }[binding],
        expect.any(String),
        expect.stringContaining(binding === 'GRPC' ? 'grpc' : 'application/json'),
      ]);
    }
    const { error } = await ask('/agents/echo', 'GetTask', { id: 'nobody' });
    const members = {
      JSONRPC: ['code', 'data', 'message'],
      'HTTP+JSON': ['code', 'details', 'message', 'status'],
      GRPC: ['message'],
    };
    expect(Object.keys(error ?? {}).sort()).toEqual(members[binding]);
  });

  it('what the card does not declare is unsupported: CORE-CAP-003', async () => {
    refused(await ask('/agents/echo', 'GetExtendedAgentCard', {}), 'UNSUPPORTED_OPERATION');
  });

  it('conversations continue under the ids of the server: CORE-MULTI-002 to 006', async () => {
    const own = await ask('/agents/echo', 'SendMessage', harbour({ contextId: 'mine' }));
    expect(own.result).toMatchObject({ message: { contextId: 'mine' } });
    refused(await ask('/agents/echo', 'SendMessage', harbour({ taskId: 'invented' })), 'TASK_NOT_FOUND');
    refused(await ask(desk, 'SendMessage', words('x', { taskId: 'invented' })), 'TASK_NOT_FOUND');
    const asked = taskIn((await ask(desk, 'SendMessage', words('ask me'))).result);
    const read = await ask(desk, 'GetTask', { id: asked.id });
    expect(read.result).toMatchObject({ id: asked.id, status: { state: 'TASK_STATE_INPUT_REQUIRED' } });
    const other = await ask(desk, 'SendMessage', words('work', { taskId: asked.id, contextId: 'another' }));
    expect(other.error?.message).toMatch(/contextId/);
    const answered = taskIn((await ask(desk, 'SendMessage', words('work then', { taskId: asked.id }))).result);
    expect(answered).toMatchObject({
      id: asked.id,
      contextId: asked.contextId,
      status: { state: 'TASK_STATE_COMPLETED' },
    });
    refused(await ask(desk, 'SendMessage', words('more', { taskId: asked.id })), 'UNSUPPORTED_OPERATION');
  });

  it('a waiting task is canceled at its agent too: CORE-CANCEL-001', async () => {
    const { id } = taskIn((await ask(desk, 'SendMessage', words('ask me'))).result);
    const before = remote.canceled.length;
    expect((await ask(desk, 'CancelTask', { id })).result).toMatchObject({ status: { state: 'TASK_STATE_CANCELED' } });
    expect(remote.canceled).toHaveLength(before + 1);
    refused(await ask(desk, 'CancelTask', { id }), 'TASK_NOT_CANCELABLE');
  });

  it('a task in the background keeps its id when it continues: CORE-MULTI-003, CORE-MULTI-005', async () => {
    const id = await askingTask();
    const again = taskIn((await ask(desk, 'SendMessage', words('ask again', { taskId: id }))).result);
    expect(again).toMatchObject({ id, status: { state: 'TASK_STATE_INPUT_REQUIRED' } });
    const begun = await ask(desk, 'SendMessage', { ...words('work on', { taskId: id }), ...atOnce });
    expect(taskIn(begun.result)).toMatchObject({ id, contextId: again.contextId });
    await vi.waitFor(async () => {
      const { result } = await ask(desk, 'GetTask', { id });
      expect(result).toMatchObject({ id, status: { state: 'TASK_STATE_COMPLETED' } });
      expect(JSON.stringify(result.artifacts)).toContain('two');
    }, patient);
    const { result } = await ask(desk, 'ListTasks', { pageSize: 100 });
    expect((result.tasks as Json[]).filter((task) => task.id === id)).toHaveLength(1);
    refused(await ask(desk, 'SendMessage', words('more', { taskId: id })), 'UNSUPPORTED_OPERATION');
  });

  it('a task in the background that asks is canceled at its agent: CORE-CANCEL-001, CORE-CANCEL-002', async () => {
    const id = await askingTask();
    const subscribed = await ask(desk, 'SubscribeToTask', { id });
    expect(subscribed.events).toMatchObject([{ task: { id, status: { state: 'TASK_STATE_INPUT_REQUIRED' } } }]);
    const before = remote.canceled.length;
    expect((await ask(desk, 'CancelTask', { id })).result).toMatchObject({
      id,
      status: { state: 'TASK_STATE_CANCELED' },
    });
    expect(remote.canceled).toHaveLength(before + 1);
    expect((await ask(desk, 'GetTask', { id })).result).toMatchObject({ status: { state: 'TASK_STATE_CANCELED' } });
    refused(await ask(desk, 'CancelTask', { id }), 'TASK_NOT_CANCELABLE');
  });

  it('every subscriber gets the task first and the same events to the end: STREAM-SUB-001 to 004, STREAM-ORDER-001 to 004', async () => {
    const gate = `slow-${binding.replace('+JSON', '')}`;
    const agent = `/agents/${gate}`;
    const id = await startTask(agent);
    const [one, two, three] = [await subscribe(agent, id), await subscribe(agent, id), await subscribe(agent, id)];
    three.cancel();
    sample.open(gate);
    const [first, second] = [await one.events, await two.events];
    expect(Object.keys(first[0] ?? {})).toEqual(['task']);
    expect(first.at(-1)).toMatchObject({ statusUpdate: { status: { state: 'TASK_STATE_COMPLETED' } } });
    expect(second.slice(-2)).toEqual(first.slice(-2));
    refused(await ask(agent, 'SubscribeToTask', { id }), 'UNSUPPORTED_OPERATION');
    refused(await ask(agent, 'SubscribeToTask', { id: 'nobody' }), 'TASK_NOT_FOUND');
  });

  it('versions are negotiated without patch numbers: VER-SERVER-001 and 002, VER-CLIENT-002', async () => {
    refused(await ask('/agents/echo', 'SendMessage', harbour(), { 'a2a-version': '99.0' }), 'VERSION_NOT_SUPPORTED');
    for (const version of ['1.0', '1.0.4']) {
      expect((await ask('/agents/echo', 'SendMessage', harbour(), { 'a2a-version': version })).error).toBeUndefined();
    }
  });

  it('unknown members of a request are ignored: DM-SERIAL-005', async () => {
    const { result } = await ask('/agents/echo', 'SendMessage', { ...harbour({ unknownMember: 1 }), extra: true });
    expect(result).toHaveProperty('message');
  });

  it('push configurations are kept and used: PUSH-CREATE-001 to PUSH-DEL-002, PUSH-DELIVER-001 to 003', async () => {
    const received = await receive();
    const config = {
      id: 'kit',
      url: received.url,
      token: 'sesame',
      authentication: { scheme: 'Bearer', credentials: 'kit-credentials' },
    };
    const sent = { ...harbour(), configuration: { taskPushNotificationConfig: config } };
    const { id: taskId } = taskIn((await ask('/agents/echo', 'SendMessage', sent)).result);
    const { headers, body } = await received.first;
    expect(headers).toMatchObject({
      authorization: 'Bearer kit-credentials',
      'x-a2a-notification-token': 'sesame',
      'webhook-signature': expect.stringMatching(/^v1,/),
    });
    expect(body).toMatchObject({ statusUpdate: { taskId, status: { state: 'TASK_STATE_COMPLETED' } } });
    const place = { taskId, id: 'kit' };
    const shown = await ask('/agents/echo', 'GetTaskPushNotificationConfig', place);
    expect(shown.result).toMatchObject({ ...place, url: received.url, authentication: { scheme: 'Bearer' } });
    expect(JSON.stringify(shown.result)).not.toContain('kit-credentials');
    const listed = await ask('/agents/echo', 'ListTaskPushNotificationConfigs', { taskId });
    expect(listed.result.configs).toHaveLength(1);
    for (let times = 0; times < 2; times += 1) {
      expect((await ask('/agents/echo', 'DeleteTaskPushNotificationConfig', place)).error).toBeUndefined();
    }
    refused(await ask('/agents/echo', 'GetTaskPushNotificationConfig', place), 'TASK_NOT_FOUND');
    await received.close();
  });
});

async function receive() {
  let take: (told: Told) => void = () => {};
  const first = new Promise<Told>((resolve) => {
    take = resolve;
  });
  const server = createHttpServer(async (incoming, response) => {
    let text = '';
    for await (const chunk of incoming.setEncoding('utf8')) text += chunk as string;
    response.writeHead(204).end();
    take({ headers: incoming.headers, body: JSON.parse(text) as Json });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/notifications`,
    first,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
