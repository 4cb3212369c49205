/** Cancellation reaches the task of an agent in every mode of calling; the agent follows the official cancellable pattern. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectMcp, generations } from '../../packages/server/src/mcp.support.js';
import type { A2aAgent } from './a2a-agent.js';
import { startA2aAgent } from './a2a-agent.js';
import type { GatewayServer } from './gateway-server.js';
import { startGatewayServer } from './gateway-server.js';

let gateway: GatewayServer;
let agent: A2aAgent;
let path: string;

const wait = { timeout: 10_000, interval: 20 };
const untilHeard = () => vi.waitFor(() => expect(agent.heard).toHaveLength(1), wait);
const untilCanceled = () => vi.waitFor(() => expect(agent.canceled).toHaveLength(1), wait);

async function open(binding: 'JSONRPC' | 'HTTP+JSON' | 'GRPC', version: string): Promise<void> {
  agent = await startA2aAgent(binding, version);
  const uri = `${agent.origin}/.well-known/agent-card.json`;
  const { json } = await gateway.ask('POST', '/imports', { items: [{ url: uri }] });
  path = `/agents/${(json.results as { id: string }[])[0]?.id}`;
}

beforeEach(async () => {
  gateway = await startGatewayServer();
});
afterEach(async () => {
  await gateway.server.close();
  await agent.close();
});

/** Calls the skill and disconnects once the agent has the message. */
async function leave(target: string, headers: Record<string, string>, body: unknown): Promise<void> {
  const leaving = new AbortController();
  const call = fetch(`${gateway.url}${target}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: leaving.signal,
  });
  // A streamed call is answered before its caller leaves.
  const ended = call.then((response) => response.text()).catch(() => undefined);
  await untilHeard();
  leaving.abort();
  await ended;
}

describe.each([
  ['JSONRPC', '1.0'],
  ['HTTP+JSON', '1.0'],
  ['GRPC', '1.0'],
  ['JSONRPC', '0.3'],
] as const)('a task of an agent that speaks %s %s is canceled', (binding, version) => {
  beforeEach(() => open(binding, version));

  it.each([
    ['of a plain call', {}],
    ['of a streamed call', { accept: 'text/event-stream' }],
  ])('when the caller %s disconnects', async (_, headers) => {
    await leave(`${path}/invoke/tug_desk`, headers as Record<string, string>, { message: 'hold on' });
    await untilCanceled();
  });

  it('when a background call is canceled', async () => {
    const begun = await gateway.ask(
      'POST',
      `${path}/invoke/tug_desk`,
      { message: 'hold on' },
      { prefer: 'respond-async' },
    );
    await untilHeard();
    const canceled = await gateway.ask('POST', `/operations/${begun.json.id}/cancel`);
    expect([canceled.status, canceled.json.state]).toEqual([200, 'cancelled']);
    await untilCanceled();
    const again = await gateway.ask('POST', `/operations/${begun.json.id}/cancel`);
    expect(again.status).toBe(409);
    expect(agent.canceled).toHaveLength(1);
    const records = async () => (await gateway.ask('GET', '/audit?action=call')).text;
    await vi.waitFor(async () => expect(await records()).toContain('\\"remoteTask\\":\\"canceled\\"'), wait);
  });
});

describe('a task of an agent is canceled', () => {
  beforeEach(() => open('JSONRPC', '1.0'));

  const text = 'hold on';
  const rpc = (method: string, message: object) => ({ jsonrpc: '2.0', id: 1, method, params: { message } });
  const said = () => ({ messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ text }] });
  const current = { 'a2a-version': '1.0' };

  it.each<[string, string, Record<string, string>, () => unknown]>([
    ['A2A', '/a2a', current, () => rpc('SendMessage', said())],
    ['A2A with a stream', '/a2a', current, () => rpc('SendStreamingMessage', said())],
    ['A2A over REST', '/a2a/message:send', current, () => ({ message: said() })],
    [
      'A2A 0.3',
      '/a2a',
      {},
      () => rpc('message/send', { ...said(), kind: 'message', role: 'user', parts: [{ kind: 'text', text }] }),
    ],
    ['N-ACT', '/tools', {}, () => ({ name: 'tug_desk', input_parameters: [{ name: 'message', value: text }] })],
  ])('when its caller over %s disconnects', async (_, place, headers, body) => {
    const { items } = (await gateway.ask('GET', `${path}/tools`)).json as { items: { toolId: string }[] };
    const target = place === '/tools' ? `/tools/${items[0]?.toolId}:invoke` : place;
    await leave(`${path}${target}`, headers, body());
    await untilCanceled();
  });

  it.each(generations)('when its caller over MCP of %s cancels', async (_, negotiation) => {
    const client = await connectMcp(`${gateway.url}${path}/mcp`, { negotiation });
    const leaving = new AbortController();
    const call = client.callTool({ name: 'tug_desk', arguments: { message: text } }, { signal: leaving.signal });
    const ended = call.catch((error: unknown) => error);
    await untilHeard();
    leaving.abort();
    await ended;
    await untilCanceled();
    await client.close();
  });

  it('when the A2A task of its caller is canceled', async () => {
    const ask = (method: string, params: object) =>
      gateway.ask('POST', `${path}/a2a`, { jsonrpc: '2.0', id: 1, method, params }, current);
    const { json } = await ask('SendMessage', { message: said(), configuration: { returnImmediately: true } });
    const { id } = (json.result as { task: { id: string } }).task;
    await untilHeard();
    expect((await ask('CancelTask', { id })).json.result).toMatchObject({ status: { state: 'TASK_STATE_CANCELED' } });
    await untilCanceled();
  });

  it('when the caller of a workflow that waits for it disconnects', async () => {
    const arazzo = {
      arazzo: '1.0.1',
      info: { title: 'Tug rounds', version: '1.0.0' },
      sourceDescriptions: [{ name: 'tugs', url: `${gateway.url}${path}`, type: 'openapi' }],
      workflows: [
        {
          workflowId: 'ask_the_desk',
          summary: 'Asks the desk.',
          steps: [
            {
              stepId: 'ask',
              operationId: 'tug_desk',
              requestBody: { contentType: 'application/json', payload: { message: 'hold on' } },
            },
          ],
        },
      ],
    };
    const added = await gateway.ask('POST', '/imports', { items: [{ document: arazzo }] });
    const [result] = added.json.results as { id: string; outcome: string }[];
    expect(result).toMatchObject({ outcome: 'created' });
    await leave(`/agents/${result?.id}/invoke/ask_the_desk`, {}, {});
    await untilCanceled();
  });
});
