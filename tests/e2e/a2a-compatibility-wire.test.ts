/**
 * The checks of the A2A technology compatibility kit about the data model, the bindings, access and versions, written
 * for this project; those about the operations are in `a2a-compatibility.test.ts`, those about failures, versions and
 * capabilities in `a2a-compatibility-failures.test.ts`.
 */
import type { AgentCard } from '@a2a-js/sdk';
import { TaskState, verifyAgentCardSignature } from '@a2a-js/sdk';
import { status as grpcStatus } from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { A2aAgent } from './a2a-agent.js';
import { startA2aAgent } from './a2a-agent.js';
import type { Answered, Binding, Json } from './a2a-bindings.js';
import { bindings, codes, createAsks, message } from './a2a-bindings.js';
import { agentDocument } from './agent-document.js';
import type { GatewayServer } from './gateway-server.js';
import { startGatewayServer } from './gateway-server.js';
import type { SampleAgent } from './sample-agent.js';
import { startSampleAgent } from './sample-agent.js';

const patient = { timeout: 20_000 };
type Person = 'admin' | 'ann' | 'bob';

let gateway: GatewayServer;
let remote: A2aAgent;
let sample: SampleAgent;
/** Path of the remote agent behind the gateway. */
let desk: string;
const keys: Partial<Record<Person, string>> = {};
const bearer = (who: Person): Record<string, string> =>
  keys[who] === undefined ? {} : { authorization: `Bearer ${keys[who]}` };

beforeAll(async () => {
  gateway = await startGatewayServer({ 'a2a.grpc.port': 0, 'registry.visibility': 'public' });
  sample = await startSampleAgent();
  remote = await startA2aAgent('JSONRPC');
  for (const name of ['admin', 'ann', 'bob'] as const) {
    const scopes = name === 'admin' ? ['admin'] : ['agents:read', 'agents:invoke'];
    const made = await gateway.ask('POST', '/keys', { name, scopes }, bearer('admin'));
    keys[name] = String(made.json.key);
  }
  const inputs = { type: 'object', properties: { harbour: { type: 'string' } }, required: ['harbour'] };
  await gateway.ask(
    'POST',
    '/agents',
    agentDocument('echo', { endpoint: sample.at('/echo'), inputs }),
    bearer('admin'),
  );
  desk = `/agents/${await importCard({ url: `${remote.origin}/.well-known/agent-card.json` })}`;
});
afterAll(async () => {
  await gateway.server.close();
  await sample.close();
  await remote.close();
});

async function importCard(item: Json): Promise<string> {
  const { json } = await gateway.ask('POST', '/imports', { items: [item] }, bearer('admin'));
  return String((json.results as { id: string }[])[0]?.id);
}

const asks = createAsks(() => gateway);
const echo = '/agents/echo';
const current = { 'a2a-version': '1.0' };
const harbour = (more: Json = {}) => ({ message: message([{ data: { harbour: 'Hel' } }], more) });
const words = (text: string) => ({ message: message([{ text }]) });
const atOnce = { configuration: { returnImmediately: true } };
const taskIn = (result: Json) => result.task as Json;
const asAnn = (binding: Binding, agent: string, method: string, params: Json) =>
  asks[binding](agent, method, params, bearer('ann'));

async function endedTask(binding: Binding): Promise<Json> {
  const { result } = await asAnn(binding, echo, 'SendMessage', { ...harbour(), ...atOnce });
  const { id } = taskIn(result);
  return vi.waitFor(async () => {
    const task = (await asAnn(binding, echo, 'GetTask', { id })).result;
    expect(task).toMatchObject({ status: { state: 'TASK_STATE_COMPLETED' } });
    return task;
  }, patient);
}

const states = Object.values(TaskState).filter(
  (each) => typeof each === 'string' && !/UNSPECIFIED|UNRECOGNIZED/.test(each),
);
const text = expect.stringMatching(/./);

function expectParts(parts: unknown): void {
  expect(Array.isArray(parts) && parts.length > 0).toBe(true);
  for (const part of parts as Json[]) {
    expect(['text', 'data', 'raw', 'url'].filter((kind) => part[kind] !== undefined)).toHaveLength(1);
  }
}

function expectMessage(sent: Json): void {
  expect(sent).toMatchObject({ messageId: text, role: 'ROLE_AGENT' });
  expectParts(sent.parts);
}

function expectStatus(status: Json): void {
  expect(states).toContain(status.state);
  if (status.timestamp !== undefined) expect(status.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
  if (status.message !== undefined) expectMessage(status.message as Json);
}

function expectTask(task: Json): void {
  expect(task).toMatchObject({ id: text, contextId: text, status: { state: text } });
  expectStatus(task.status as Json);
  for (const artifact of (task.artifacts ?? []) as Json[]) {
    expect(artifact).toMatchObject({ artifactId: text });
    expectParts(artifact.parts);
  }
}

function expectEvent(event: Json): void {
  const [kind = '', other] = Object.keys(event);
  expect([['task', 'message', 'statusUpdate', 'artifactUpdate'].includes(kind), other]).toEqual([true, undefined]);
  const value = event[kind] as Json;
  if (kind === 'task') expectTask(value);
  else if (kind === 'message') expectMessage(value);
  else expect(value).toMatchObject({ taskId: text, contextId: text });
  if (kind === 'statusUpdate') expectStatus(value.status as Json);
  if (kind === 'artifactUpdate') {
    expect(value.artifact).toMatchObject({ artifactId: text });
    expectParts((value.artifact as Json).parts);
  }
}

describe.each(bindings)('over %s', (binding) => {
  const ask = (agent: string, method: string, params: Json) => asAnn(binding, agent, method, params);

  it('objects have their required members and known values: DM-TASK-001 and 002, DM-MSG-001 and 002, DM-PART-001, DM-ART-001, DM-STATUS-001, DM-SERIAL-001 to 004', async () => {
    expectMessage((await ask(echo, 'SendMessage', harbour())).result.message as Json);
    expectTask(await endedTask(binding));
    for (const said of ['ask me', 'authorize me'])
      expectTask(taskIn((await ask(desk, 'SendMessage', words(said))).result));
    for (const said of ['work on', 'report it', 'ask me', 'fail now', 'reject it']) {
      const { events } = await ask(desk, 'SendStreamingMessage', words(said));
      expect(events.length).toBeGreaterThan(0);
      for (const event of events) expectEvent(event);
    }
    const { tasks } = (await ask(echo, 'ListTasks', {})).result as { tasks: Json[] };
    for (const task of tasks) expectTask(task);
    expect(JSON.stringify(tasks)).not.toMatch(/"(?:context_id|task_id|artifact_id|message_id)"/);
  });

  it('an agent that needs other credentials interrupts its task: CORE-EXECUTION-MODE-001, AUTH-INTASK-001', async () => {
    const task = taskIn((await ask(desk, 'SendMessage', words('authorize me'))).result);
    expect(task).toMatchObject({
      status: { state: 'TASK_STATE_AUTH_REQUIRED', message: { parts: [{ text: 'Which one?' }] } },
    });
    const { result } = await ask(desk, 'GetTask', { id: task.id });
    expect(result).toMatchObject({ id: task.id, status: { state: 'TASK_STATE_AUTH_REQUIRED' } });
    const { id, contextId } = task as { id: string; contextId: string };
    const sent = { message: message([{ text: 'work now' }], { taskId: id, contextId }) };
    expect(taskIn((await ask(desk, 'SendMessage', sent)).result)).toMatchObject({
      id,
      status: { state: 'TASK_STATE_COMPLETED' },
    });
  });

  const unauthenticated = { JSONRPC: 401, 'HTTP+JSON': 401, GRPC: grpcStatus.UNAUTHENTICATED }[binding];
  const requests: [string, Json][] = [
    ['SendMessage', harbour()],
    ['SendStreamingMessage', harbour()],
    ['GetTask', { id: 'x' }],
    ['ListTasks', {}],
    ['CancelTask', { id: 'x' }],
    ['SubscribeToTask', { id: 'x' }],
    ['CreateTaskPushNotificationConfig', { taskId: 'x', id: 'c', url: 'https://hook.example' }],
    ['GetTaskPushNotificationConfig', { taskId: 'x', id: 'c' }],
    ['ListTaskPushNotificationConfigs', { taskId: 'x' }],
    ['DeleteTaskPushNotificationConfig', { taskId: 'x', id: 'c' }],
  ];

  it.each(requests)(
    '%s requires a credential: AUTH-SERVER-002, AUTH-SCOPE-001, BIND-EQUIV-004',
    async (method, params) => {
      const seen = sample.seen.length;
      const wrong = { authorization: 'Bearer dgm_wrong' };
      for (const headers of [{}, wrong]) {
        const { code, result } = await asks[binding](echo, method, params, headers);
        expect(code).toBe(unauthenticated);
        expect([result.task, result.message]).toEqual([undefined, undefined]);
      }
      expect(sample.seen).toHaveLength(seen);
    },
  );

  it('tasks of others are answered like tasks that do not exist: AUTH-SCOPE-002 and 003, CORE-LIST-001', async () => {
    const { id } = await endedTask(binding);
    const withId = (params: Json, task: unknown) => ({
      ...params,
      ...('id' in params && !('taskId' in params) ? { id: task } : {}),
      ...('taskId' in params ? { taskId: task } : {}),
    });
    const answerOf = ({ code, reason, error }: Answered) => [code, reason, error?.message];
    for (const [method, params] of requests.slice(2).filter(([name]) => name !== 'ListTasks')) {
      const others = await asks[binding](echo, method, withId(params, id), bearer('bob'));
      const nobodys = await asks[binding](echo, method, withId(params, crypto.randomUUID()), bearer('bob'));
      expect([method, ...answerOf(others)]).toEqual([method, ...answerOf(nobodys)]);
      expect(others.reason).toBe('TASK_NOT_FOUND');
    }
    const { result } = await asks[binding](echo, 'ListTasks', {}, bearer('bob'));
    expect(result.tasks ?? []).toEqual([]);
  });

  it('every operation exists: BIND-EQUIV-001, BIND-EQUIV-003, GRPC-SVC-001, JSONRPC-SVC-001, HTTP_JSON-URL-001', async () => {
    for (const [method, params] of requests.slice(2).filter(([name]) => name !== 'ListTasks')) {
      const answer = await ask(echo, method, params);
      expect([method, answer.reason, answer.code]).toEqual([method, 'TASK_NOT_FOUND', codes.TASK_NOT_FOUND[binding]]);
    }
    const { reason, code } = await ask(echo, 'GetExtendedAgentCard', {});
    expect([reason, code]).toEqual(['UNSUPPORTED_OPERATION', codes.UNSUPPORTED_OPERATION[binding]]);
  });

  it('the same task is read from every other binding: BIND-EQUIV-002', async () => {
    const { id, contextId } = await endedTask(binding);
    for (const other of bindings) {
      const { result } = await asAnn(other, echo, 'GetTask', { id });
      expect(result).toMatchObject({ id, contextId, artifacts: [{ parts: [{ data: { harbour: 'Hel' } }] }] });
    }
  });

  it('service parameters are headers, and unknown extensions are ignored: JSONRPC-SVC-002, HTTP_JSON-SVC-002, GRPC-META-001', async () => {
    const headers = { ...bearer('ann'), 'a2a-extensions': 'https://one.example/v1,https://two.example/v1' };
    expect((await asks[binding](echo, 'SendMessage', harbour(), headers)).result).toHaveProperty('message');
    const { reason } = await asks[binding](echo, 'SendMessage', harbour(), { ...headers, 'a2a-version': '99.0' });
    expect(reason).toBe('VERSION_NOT_SUPPORTED');
  });
});

describe('the card', () => {
  const read = async () =>
    (await gateway.ask('GET', `${echo}/.well-known/agent-card.json`, undefined, bearer('ann'))).json;

  it('declares every binding, streams and push notifications, no extended card and no required extension: BIND-FIELD-001', async () => {
    const card = (await read()) as unknown as AgentCard;
    const offered = card.supportedInterfaces.map(({ protocolBinding }) => protocolBinding);
    expect(bindings.every((binding) => offered.includes(binding))).toBe(true);
    const { streaming, pushNotifications, extendedAgentCard, extensions = [] } = card.capabilities ?? {};
    expect([streaming, pushNotifications, extendedAgentCard ?? false]).toEqual([true, true, false]);
    expect(extensions.filter((extension) => extension.required)).toEqual([]);
  });

  it('is signed in its canonical form, without its signatures: CARD-SIGN-001, CARD-SIGN-002', async () => {
    const card = await read();
    const verify = verifyAgentCardSignature(async (kid, jku) => {
      const set = (await (await fetch(jku ?? '')).json()) as { keys: { kid: string }[] };
      return set.keys.find((each) => each.kid === kid) as never;
    });
    const reordered = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(reordered)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(
              Object.entries(value)
                .reverse()
                .map(([name, each]) => [name, reordered(each)]),
            )
          : value;
    await verify(reordered(card) as AgentCard);
    await verify({
      ...card,
      signatures: [...(card.signatures as unknown[]), { protected: 'e30', signature: 'AA' }],
    } as never);
    await expect(verify({ ...card, name: 'Another' } as never)).rejects.toThrow();
  });
});

describe('JSON-RPC', () => {
  const post = (body: string, headers: Record<string, string> = {}, query = '') =>
    fetch(`${gateway.url}${echo}/a2a${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(query === '' ? current : {}), ...bearer('ann'), ...headers },
      body,
    });
  const request = { jsonrpc: '2.0', id: 7, method: 'GetTask', params: { id: 'x' } };

  it.each<[string, string, number, Record<string, string>]>([
    ['a body that is no JSON', '{"jsonrpc":', -32700, {}],
    ['a request without a version', JSON.stringify({ ...request, jsonrpc: undefined }), -32600, {}],
    ['an unknown method', JSON.stringify({ ...request, method: 'Nothing' }), -32601, {}],
    ['another media type', JSON.stringify(request), -32005, { 'content-type': 'text/plain' }],
    ['an unknown task', JSON.stringify(request), -32001, {}],
  ])(
    'answers %s in its own form: JSONRPC-FMT-001 and 002, JSONRPC-ERR-001 to 003, JSONRPC-SSE-002',
    async (_, body, code, headers) => {
      const response = await post(body, headers);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
      const answer = (await response.json()) as {
        jsonrpc: string;
        id: unknown;
        error: { code: number; data?: Json[] };
      };
      expect(answer).toMatchObject({ jsonrpc: '2.0', error: { code, message: text } });
      expect([7, null]).toContain(answer.id);
      if (code > -32099) expect(answer.error.data?.[0]).toMatchObject({ domain: 'a2a-protocol.org', reason: text });
    },
  );

  it('streams events that are responses: JSONRPC-SSE-001', async () => {
    const response = await post(JSON.stringify({ ...request, method: 'SendStreamingMessage', params: harbour() }));
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const [, data = ''] = /^data: (.*)$/m.exec(await response.text()) ?? [];
    expect(JSON.parse(data)).toMatchObject({ jsonrpc: '2.0', id: 7, result: { message: { role: 'ROLE_AGENT' } } });
  });

  it('takes the version from the query of a client that cannot set the header: VER-SERVER-001 and 002', async () => {
    const codeOf = async (query: string) =>
      ((await (await post(JSON.stringify(request), {}, query)).json()) as Json).error;
    expect(await codeOf('?A2A-Version=99.0')).toMatchObject({ code: -32009 });
    expect(await codeOf('?A2A-Version=1.0')).toMatchObject({ code: -32001 });
  });
});

describe('HTTP+JSON', () => {
  const ask = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    gateway.ask(method, `${echo}/a2a${path}`, body, {
      ...(path.includes('A2A-Version') ? {} : current),
      ...bearer('ann'),
      ...headers,
    });

  it('uses its URLs with their verbs only: HTTP_JSON-URL-001 and 002', async () => {
    for (const [verb, path] of [
      ['GET', '/message:send'],
      ['GET', '/message:stream'],
      ['POST', '/tasks'],
      ['DELETE', '/tasks/x'],
      ['GET', '/tasks/x:cancel'],
      ['PUT', '/tasks/x/pushNotificationConfigs'],
      ['POST', '/tasks/x/pushNotificationConfigs/c'],
    ] as const) {
      expect([path, (await ask(verb, path, verb === 'POST' ? {} : undefined)).status]).toEqual([path, 405]);
    }
  });

  it('answers with its media type, and streams events: HTTP_JSON-SVC-001, HTTP_JSON-SSE-001', async () => {
    const type = 'application/a2a+json';
    const single = await ask('POST', '/message:send', harbour(), { 'content-type': type, accept: type });
    expect([single.status, single.headers.get('content-type')]).toEqual([200, type]);
    const stream = await ask('POST', '/message:stream', harbour());
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    expect(stream.text).toMatch(/^data: \{"message":\{/m);
  });

  it('names query parameters in camelCase: HTTP_JSON-QP-001', async () => {
    const { id, contextId } = await endedTask('HTTP+JSON');
    const query = `contextId=${contextId}&pageSize=1&status=TASK_STATE_COMPLETED&includeArtifacts=true`;
    expect((await ask('GET', `/tasks?${query}`)).json).toMatchObject({ tasks: [{ id, artifacts: [{}] }] });
    expect((await ask('GET', `/tasks/${id}?historyLength=0`)).json).toMatchObject({ id });
  });

  it('maps errors to statuses, with the reason in details: HTTP_JSON-STATUS-001, HTTP_JSON-ERR-001 and 002', async () => {
    const { id } = await endedTask('HTTP+JSON');
    const plain = { 'content-type': 'text/plain' };
    for (const [reason, given] of [
      ['TASK_NOT_FOUND', ask('GET', '/tasks/x')],
      ['TASK_NOT_CANCELABLE', ask('POST', `/tasks/${id}:cancel`, {})],
      ['UNSUPPORTED_OPERATION', ask('GET', '/extendedAgentCard')],
      ['CONTENT_TYPE_NOT_SUPPORTED', ask('POST', '/message:send', harbour(), plain)],
      ['VERSION_NOT_SUPPORTED', ask('GET', '/tasks?A2A-Version=99.0')],
    ] as const) {
      const { status, json } = await given;
      const code = codes[reason]['HTTP+JSON'];
      expect([status, json.error]).toMatchObject([
        code,
        { code, status: text, message: text, details: [{ '@type': text, reason, domain: 'a2a-protocol.org' }, {}] },
      ]);
    }
  });
});

describe('as a client', () => {
  it.each(['JSONRPC', 'HTTP+JSON'])(
    'the gateway sends its version with every request over %s: VER-CLIENT-001',
    async (protocolBinding) => {
      const skills = [{ id: 'desk', name: 'Desk', description: 'Answers.', tags: ['desk'] }];
      const modes = { defaultInputModes: ['text/plain'], defaultOutputModes: ['text/plain'] };
      const only = { url: sample.at('/echo'), protocolBinding, protocolVersion: '1.0' };
      const about = { name: `Desk ${protocolBinding}`, description: 'Answers.', version: '1', capabilities: {} };
      const id = await importCard({ document: { ...about, ...modes, skills, supportedInterfaces: [only] } });
      await gateway.ask('POST', `/agents/${id}/invoke/desk`, { message: 'x' }, bearer('ann'));
      expect(sample.seen.at(-1)?.headers['a2a-version']).toBe('1.0');
    },
  );
});
