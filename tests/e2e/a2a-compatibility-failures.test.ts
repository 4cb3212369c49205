/**
 * The checks of the A2A technology compatibility kit about failures, versions, caching, capabilities and cancellation,
 * written for this project. These checks of the kit have no counterpart, for the reason given:
 *
 * | Check | Why |
 * |---|---|
 * | CORE-CAP-001 | for servers without push notifications; cards of this server declare them |
 * | CORE-CAP-002 | for servers without streaming; cards of this server declare it |
 * | CORE-CAP-004 | for servers that require an extension; cards of this server require none |
 * | CARD-EXT-001, CARD-EXT-002 | for servers that declare an extended card; cards of this server do not |
 * | CARD-SIGN-004 | for readers of cards: a key is revoked by its removal from `a2a.keysFile`, and has no expiry there; a card of a removed key is tested in `read.test.ts` |
 */
import * as sdk from '@a2a-js/sdk';
import { A2AService } from '@a2a-js/sdk/server/grpc';
import * as grpc from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { A2aAgent } from './a2a-agent.js';
import { startA2aAgent } from './a2a-agent.js';
import type { Json } from './a2a-bindings.js';
import { bindings, codes, createAsks, message } from './a2a-bindings.js';
import { agentDocument } from './agent-document.js';
import type { GatewayServer } from './gateway-server.js';
import { startGatewayServer } from './gateway-server.js';
import type { SampleAgent } from './sample-agent.js';
import { startSampleAgent } from './sample-agent.js';

const echo = '/agents/echo';
const current = { 'a2a-version': '1.0' };
const words = (text: string, more: Json = {}) => ({ message: message([{ text }], more) });
const harbour = (more: Json = {}) => ({ message: message([{ data: { harbour: 'Hel' } }], more) });

let gateway: GatewayServer;
let sample: SampleAgent;
let remote: A2aAgent;
/** Path of the remote agent behind the gateway. */
let desk: string;

beforeAll(async () => {
  gateway = await startGatewayServer({ 'a2a.grpc.port': 0 });
  sample = await startSampleAgent();
  remote = await startA2aAgent('JSONRPC');
  await gateway.ask('POST', '/agents', agentDocument('echo', { endpoint: sample.at('/echo') }));
  desk = await importCard({ url: `${remote.origin}/.well-known/agent-card.json` });
});
afterAll(async () => {
  await gateway.server.close();
  await sample.close();
  await remote.close();
});

async function importCard(item: Json): Promise<string> {
  const { json } = await gateway.ask('POST', '/imports', { items: [item] });
  return `/agents/${(json.results as { id: string }[])[0]?.id}`;
}

const asks = createAsks(() => gateway);

describe('a failure before the route of a request over HTTP+JSON: HTTP_JSON-ERR-001', () => {
  let limited: GatewayServer;
  const keys: Record<string, string> = {};

  beforeAll(async () => {
    limited = await startGatewayServer({ 'limits.perMinute.invoke': 1, 'registry.visibility': 'public' });
    for (const [name, scopes] of [
      ['admin', ['admin']],
      ['reader', ['agents:read']],
      ['caller', ['agents:read', 'agents:invoke']],
    ] as const) {
      const as = keys.admin === undefined ? {} : { authorization: `Bearer ${keys.admin}` };
      keys[name] = String((await limited.ask('POST', '/keys', { name, scopes }, as)).json.key);
    }
    const as = { authorization: `Bearer ${keys.admin}` };
    await limited.ask('POST', '/agents', agentDocument('echo', { endpoint: sample.at('/echo') }), as);
  });
  afterAll(() => limited.server.close());

  const ask = (method: string, path: string, who: string, headers: Record<string, string> = {}) =>
    limited.ask(method, `${echo}/a2a${path}`, method === 'POST' ? harbour() : undefined, {
      ...current,
      ...(who === 'nobody' ? {} : { authorization: `Bearer ${keys[who] ?? who}` }),
      ...headers,
    });

  it.each<[number, string, string, string, string, Record<string, string>?]>([
    [401, 'UNAUTHENTICATED', 'GET', '/tasks', 'nobody'],
    [401, 'UNAUTHENTICATED', 'GET', '/tasks', 'dgm_wrong'],
    [403, 'PERMISSION_DENIED', 'GET', '/tasks', 'reader'],
    [404, 'NOT_FOUND', 'GET', '/nothing', 'caller'],
    [405, 'FAILED_PRECONDITION', 'GET', '/message:send', 'caller'],
    [406, 'FAILED_PRECONDITION', 'GET', '/tasks', 'caller', { accept: 'text/html' }],
    [400, 'INVALID_ARGUMENT', 'POST', '/message:send', 'caller', { 'content-type': 'text/plain' }],
    [400, 'INVALID_ARGUMENT', 'GET', '/tasks?pagesize=1', 'caller'],
  ])('is an error object with status %i %s for %s %s of %s', async (status, name, method, path, who, headers) => {
    const answer = await ask(method, path, who, headers);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'application/json']);
    expect(answer.json).toEqual({
      error: {
        code: status,
        status: name,
        message: expect.stringMatching(/./),
        details: expect.arrayContaining([
          expect.objectContaining({ '@type': 'type.googleapis.com/google.rpc.ErrorInfo' }),
        ]),
      },
    });
    if (status === 401) expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer /);
    if (status === 405) expect(answer.headers.get('allow')).toContain('POST');
  });

  it('is an error object for a caller over its rate limit, and says when to come back', async () => {
    const answers = [];
    for (let at = 0; at < 3; at += 1) answers.push(await ask('POST', '/message:send', 'caller'));
    const last = answers.at(-1);
    expect([last?.status, last?.json.error]).toMatchObject([429, { code: 429, status: 'RESOURCE_EXHAUSTED' }]);
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('stays problem+json outside the binding', async () => {
    for (const path of ['/agents/nobody', '/a2a/nothing', `${echo}/nothing`]) {
      const { headers } = await limited.ask('GET', path, undefined, { authorization: `Bearer ${keys.caller}` });
      expect([path, headers.get('content-type')]).toEqual([path, 'application/problem+json']);
    }
  });
});

describe('a request without a version is one of 0.3: VER-SERVER-003', () => {
  it.each(['HTTP+JSON', 'GRPC'] as const)('which %s does not support', async (binding) => {
    const { reason, code, error } = await asks[binding](echo, 'SendMessage', harbour(), { 'a2a-version': '' });
    expect([reason, code]).toEqual(['VERSION_NOT_SUPPORTED', codes.VERSION_NOT_SUPPORTED[binding]]);
    expect(error?.message).toContain("'A2A-Version: 1.0'");
  });

  it.each<[string, Record<string, string>]>([
    ['missing', {}],
    ['empty', { 'a2a-version': '' }],
    ['0.3', { 'a2a-version': '0.3' }],
  ])('over JSON-RPC, when it is %s', async (_, headers) => {
    const rpc = async (method: string, params: Json) =>
      (await gateway.ask('POST', `${echo}/a2a`, { jsonrpc: '2.0', id: 7, method, params }, headers)).json;
    const parts = [{ kind: 'data', data: { harbour: 'Hel' } }];
    const older = { message: { kind: 'message', messageId: 'm', role: 'user', parts } };
    expect(await rpc('message/send', older)).toMatchObject({ id: 7, result: { kind: 'message', role: 'agent' } });
    const { error } = await rpc('SendMessage', harbour());
    expect(error).toMatchObject({ code: -32601, message: expect.stringContaining("'A2A-Version: 1.0'") });
  });
});

it('over gRPC the gateway sends its version in the metadata of every request: VER-CLIENT-001', async () => {
  const seen: [string, unknown][] = [];
  const answers: Record<string, unknown> = {
    sendMessage: sdk.SendMessageResponse.fromJSON({
      task: { id: 't', contextId: 'c', status: { state: 'TASK_STATE_WORKING' } },
    }),
    getTask: sdk.Task.fromJSON({ id: 't', contextId: 'c', status: { state: 'TASK_STATE_COMPLETED' } }),
  };
  const server = new grpc.Server();
  const method =
    (name: string) => (call: grpc.ServerUnaryCall<unknown, unknown>, send: grpc.sendUnaryData<unknown>) => {
      seen.push([name, call.metadata.get('a2a-version')]);
      send(null, answers[name]);
    };
  server.addService(A2AService, { sendMessage: method('sendMessage'), getTask: method('getTask') } as never);
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  const agent = await importCard({
    document: {
      name: 'Watch desk',
      description: 'Answers.',
      version: '1',
      capabilities: {},
      defaultInputModes: ['text/plain'],
      defaultOutputModes: ['text/plain'],
      skills: [{ id: 'watch', name: 'Watch', description: 'Answers.', tags: ['watch'] }],
      supportedInterfaces: [{ url: `http://127.0.0.1:${port}`, protocolBinding: 'GRPC', protocolVersion: '1.0' }],
    },
  });
  const { status } = await gateway.ask('POST', `${agent}/invoke/watch`, { message: 'Hello' });
  server.forceShutdown();
  expect(status).toBe(200);
  expect(seen).toEqual([
    ['sendMessage', ['1.0']],
    ['getTask', ['1.0']],
  ]);
});

it.each(['agent-card.json', 'agent.json'])(
  'the card at %s may be cached by its reader for a while: CARD-CACHE-001 to 003',
  async (name) => {
    const path = `${echo}/.well-known/${name}`;
    const { headers } = await gateway.ask('GET', path);
    expect(headers.get('cache-control')).toBe('private, max-age=60');
    expect(headers.get('vary')).toContain('Authorization');
    expect(headers.get('last-modified')).not.toBeNull();
    const again = await gateway.ask('GET', path, undefined, { 'if-none-match': headers.get('etag') ?? '' });
    expect([again.status, again.headers.get('cache-control')]).toEqual([304, 'private, max-age=60']);
  },
);

it('the card declares what CORE-CAP-001, 002, 004 and CARD-EXT-001, 002 are about', async () => {
  const { capabilities } = (await gateway.ask('GET', `${echo}/.well-known/agent-card.json`)).json as {
    capabilities: Json & { extensions?: Json[] };
  };
  expect(capabilities).toMatchObject({ streaming: true, pushNotifications: true });
  expect(capabilities.extendedAgentCard ?? false).toBe(false);
  expect((capabilities.extensions ?? []).filter(({ required }) => required === true)).toEqual([]);
});

describe.each(bindings)('over %s', (binding) => {
  const ids = ['x'.repeat(201), ' spaced '];
  it.each(ids)(
    'a context id that cannot be kept is refused, and none is created: CORE-MULTI-002a',
    async (contextId) => {
      const before = sample.seen.length;
      const { result, code, error } = await asks[binding](echo, 'SendMessage', harbour({ contextId }));
      expect(code).toBe({ JSONRPC: -32602, 'HTTP+JSON': 400, GRPC: grpc.status.INVALID_ARGUMENT }[binding]);
      expect(error?.message).toContain('message.contextId');
      expect([result.task, result.message, sample.seen.length]).toEqual([undefined, undefined, before]);
    },
  );
});

it('a task whose agent does not answer its cancellation is not canceled, and can be continued: CORE-CANCEL-002', async () => {
  const ask = asks.JSONRPC;
  const { id } = (await ask(desk, 'SendMessage', words('ask silently'))).result.task as { id: string };
  const { reason, code } = await ask(desk, 'CancelTask', { id });
  expect([reason, code]).toEqual(['TASK_NOT_CANCELABLE', codes.TASK_NOT_CANCELABLE.JSONRPC]);
  expect(remote.canceled).toHaveLength(1);
  const waiting = { id, status: { state: 'TASK_STATE_INPUT_REQUIRED' } };
  expect((await ask(desk, 'GetTask', { id })).result).toMatchObject(waiting);
  const { result } = await ask(desk, 'SendMessage', words('work then', { taskId: id }));
  expect(result.task).toMatchObject({ id, status: { state: 'TASK_STATE_COMPLETED' } });
}, 30_000);
