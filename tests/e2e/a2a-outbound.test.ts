/** A2A agents on the official library, imported from their cards and called through the gateway. */
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { A2aAgent } from './a2a-agent.js';
import { startA2aAgent } from './a2a-agent.js';
import type { GatewayServer } from './gateway-server.js';
import { startGatewayServer } from './gateway-server.js';

let gateway: GatewayServer;
let agent: A2aAgent;

beforeEach(async () => {
  gateway = await startGatewayServer({ 'a2a.notices': 'always' });
});
afterEach(async () => {
  await gateway.server.close();
  await agent.close();
});

async function importUrl(): Promise<string> {
  const uri = `${agent.origin}/.well-known/agent-card.json`;
  const { status, json } = await gateway.ask('POST', '/imports', { items: [{ url: uri }] });
  expect([status, json]).toMatchObject([200, { results: [{ outcome: 'created' }] }]);
  const [result] = json.results as { id: string }[];
  return result?.id ?? '';
}

describe.each([
  ['JSONRPC', '1.0'],
  ['HTTP+JSON', '1.0'],
  ['GRPC', '1.0'],
  ['JSONRPC', '0.3'],
] as const)('an agent that speaks %s %s', (binding, version) => {
  beforeEach(async () => {
    agent = await startA2aAgent(binding, version);
  });

  it('is imported from its card and answers a message', async () => {
    const id = await importUrl();
    const call = await gateway.ask('POST', `/agents/${id}/invoke/tug_desk`, { message: 'Where is the Hel?' });
    expect([call.status, call.json]).toMatchObject([200, { text: 'Where is the Hel?', state: 'completed' }]);
    expect(agent.heard[0]?.metadata).toEqual({ 'urn:dragoman:a2a:operations:1/skill': 'tug-desk' });
  });

  it('is polled until its task ends, and continues a conversation', async () => {
    const id = await importUrl();
    const path = `/agents/${id}/invoke/tug_desk`;
    const worked = await gateway.ask('POST', path, { message: 'work please' });
    expect([worked.status, worked.json]).toMatchObject([
      200,
      { state: 'completed', text: expect.stringContaining('two') },
    ]);
    const asked = await gateway.ask('POST', path, { message: 'ask me' });
    expect([asked.status, asked.json]).toMatchObject([200, { state: 'input-required', text: 'Which one?' }]);
    const { task_id, context_id } = asked.json;
    const answered = await gateway.ask('POST', path, { message: 'work then', task_id, context_id });
    expect([answered.status, answered.json]).toMatchObject([200, { state: 'completed', context_id }]);
  });

  it('reports failed and rejected tasks as failures', async () => {
    const id = await importUrl();
    const failed = await gateway.ask('POST', `/agents/${id}/invoke/tug_desk`, { message: 'fail now' });
    expect([failed.status, failed.json]).toMatchObject([
      502,
      {
        detail: expect.stringMatching(
          /^The service reported an error\. The call may have .*\n.*third-party.*\nWhich one\?$/,
        ),
        retryable: false,
        outcome_unknown: true,
      },
    ]);
    const rejected = await gateway.ask('POST', `/agents/${id}/invoke/tug_desk`, { message: 'reject it' });
    expect([rejected.status, rejected.json]).toMatchObject([409, { retryable: false }]);
  });

  it('keeps the reason of a failed task in streams and in background calls', async () => {
    const id = await importUrl();
    const send = (method: string, configuration: object) => {
      const message = { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ text: 'fail now' }] };
      const body = { jsonrpc: '2.0', id: 1, method, params: { message, configuration } };
      return gateway.ask('POST', `/agents/${id}/a2a`, body, { 'a2a-version': '1.0' });
    };
    const { text } = await send('SendStreamingMessage', {});
    expect(text).toMatch(/The service reported an error\. .*third-party text[^"]*\\nWhich one\?/);
    const { json } = await send('SendMessage', { returnImmediately: true });
    const body = {
      jsonrpc: '2.0',
      id: 1,
      method: 'GetTask',
      params: { id: (json.result as { task: { id: string } }).task.id },
    };
    await expect
      .poll(async () => (await gateway.ask('POST', `/agents/${id}/a2a`, body, { 'a2a-version': '1.0' })).json.result)
      .toMatchObject({
        status: {
          state: 'TASK_STATE_FAILED',
          message: { parts: [{ text: expect.stringMatching(/^The service reported an error; its own words/) }] },
        },
        artifacts: [{ parts: [{ data: { detail: 'Which one?' } }] }],
      });
  });

  it('streams its response in chunks', async () => {
    const id = await importUrl();
    const { headers, text } = await gateway.ask(
      'POST',
      `/agents/${id}/invoke/tug_desk`,
      { message: 'work on' },
      { accept: 'text/event-stream' },
    );
    expect(headers.get('content-type')).toContain('text/event-stream');
    const pieces = [...text.matchAll(/^data: (\{.*\})$/gm)].map(([, data = '{}']) => JSON.parse(data) as unknown);
    expect(pieces.slice(0, 3)).toMatchObject([
      { state: 'working', task_id: expect.any(String) },
      { text: 'one' },
      { text: 'two' },
    ]);
  });

  it('reports its progress as states of the task, apart from its result', async () => {
    const id = await importUrl();
    const sent = { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ text: 'report it' }] };
    const body = { jsonrpc: '2.0', id: 1, method: 'SendStreamingMessage', params: { message: sent } };
    const { text } = await gateway.ask('POST', `/agents/${id}/a2a`, body, { 'a2a-version': '1.0' });
    const events = [...text.matchAll(/^data: (\{.*\})$/gm)].map(([, data = '{}']) => JSON.parse(data).result);
    const artifact = (said: string) => ({ artifactUpdate: { artifact: { parts: [{ text: said }] } } });
    expect(events).toMatchObject([
      { task: { status: { state: 'TASK_STATE_WORKING' } } },
      { statusUpdate: { status: { state: 'TASK_STATE_WORKING', message: { parts: [{ text: 'Looking for it.' }] } } } },
      artifact('one'),
      artifact('two'),
      { statusUpdate: { status: { state: 'TASK_STATE_COMPLETED' } } },
    ]);
    expect(events[2].artifactUpdate.append).toBe(false);
  });

  it('notifies the given webhook of a long-running task, and forged notifications have no effect', async () => {
    const id = await importUrl();
    const path = `/agents/${id}/invoke/tug_desk`;
    const begun = await gateway.ask('POST', path, { message: 'hold on' }, { prefer: 'respond-async' });
    expect(begun.status).toBe(202);
    const operation = `/operations/${begun.json.id}`;
    await vi.waitFor(() => expect(agent.places).toHaveLength(1), { timeout: 20_000 });
    const [place] = agent.places;
    const notice = (token: string) =>
      gateway.ask('POST', new URL(place?.url ?? '').pathname, { task: {} }, { 'x-a2a-notification-token': token });
    expect([(await notice('guessed')).status, (await notice('')).status]).toEqual([404, 404]);
    // A genuine notification that is early or repeated triggers a poll and changes nothing else.
    expect([(await notice(place?.token ?? '')).status, (await notice(place?.token ?? '')).status]).toEqual([204, 204]);
    expect((await gateway.ask('GET', operation)).json.state).toBe('running');
    agent.finish();
    await vi.waitFor(async () => expect((await gateway.ask('GET', operation)).json.state).toBe('succeeded'), {
      timeout: 20_000,
    });
    const result = await gateway.ask('GET', `${operation}/result`);
    expect(result.json).toMatchObject({ state: 'completed', text: expect.stringContaining('two') });
    expect((await notice(place?.token ?? '')).status).toBe(204);
    expect((await gateway.ask('GET', operation)).json.state).toBe('succeeded');
  });
});

describe('task notifications', () => {
  beforeEach(async () => {
    agent = await startA2aAgent('JSONRPC', '1.0');
  });

  it('are accepted only with a token that this gateway issued', async () => {
    const notice = { statusUpdate: { taskId: 't', status: { state: 'TASK_STATE_COMPLETED' } } };
    for (const token of ['', 'guessed', 'x'.repeat(10_000)]) {
      const { status, json } = await gateway.ask('POST', '/a2a/notices/some-id', notice, {
        'x-a2a-notification-token': token,
      });
      expect([status, json.code, json.retryable]).toEqual([404, 'NOT_FOUND', false]);
    }
  });

  it('of the agent reach the webhook of the caller, signed and with its token', async () => {
    const id = await importUrl();
    let take: (told: { headers: Record<string, unknown>; body: string }) => void = () => {};
    const received = new Promise<{ headers: Record<string, unknown>; body: string }>((resolve) => {
      take = resolve;
    });
    const receiver = createHttpServer(async (incoming, response) => {
      let body = '';
      for await (const chunk of incoming.setEncoding('utf8')) body += chunk as string;
      response.writeHead(204).end();
      take({ headers: incoming.headers, body });
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/ends`;
    const message = { kind: 'message', messageId: 'm', role: 'user', parts: [{ kind: 'text', text: 'hold on' }] };
    const configuration = { blocking: false, pushNotificationConfig: { url, token: 'mine' } };
    const params = { message, configuration };
    const call = { jsonrpc: '2.0', id: 1, method: 'message/send', params };
    const { json } = await gateway.ask('POST', `/agents/${id}/a2a`, call);
    const task = json.result as { kind: string; id: string };
    await vi.waitFor(() => expect(agent.places).toHaveLength(1), { timeout: 20_000 });
    agent.finish();
    const { headers, body } = await received;
    expect(headers).toMatchObject({
      'x-a2a-notification-token': 'mine',
      'content-type': 'application/json',
      'webhook-signature': expect.stringMatching(/^v1,/),
    });
    // A client of 0.3 gets a whole task of 0.3.
    expect(JSON.parse(body)).toMatchObject({ kind: 'task', id: task.id, status: { state: 'completed' } });
    receiver.closeAllConnections();
    receiver.close();
  });
});
