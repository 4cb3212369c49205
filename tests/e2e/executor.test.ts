/**
 * The executor as an application uses it: a scripted model with a Chat Completions API and our own N-ACT servers, all over
 * sockets. The test compares what the model sees and what the servers get with the requirements of the draft.
 */
import type { ExecutorEvent, ExecutorOptions, Session } from '@dragoman/sdk/executor';
import { createExecutor } from '@dragoman/sdk/executor';
import { afterEach, describe, expect, it } from 'vitest';
import {
  createToolServer,
  refill,
  type ToolServer,
  type ToolServerOptions,
  weather,
} from '../../packages/sdk/src/executor/tool-server.support.js';
import { startGatewayServer } from './gateway-server.js';
import { startHttpHost } from './http-host.js';
import { startMcpServer } from './mcp-servers.js';
import { converse, type Line, startScriptedModel } from './scripted-model.js';

const token = 'very-secret-token-4711';
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function serve(options: ToolServerOptions): Promise<ToolServer> {
  let server: ToolServer | undefined;
  const host = await startHttpHost((url, init) => server?.fetch(url, init) ?? Promise.reject(new Error('too early')));
  closers.push(host.close);
  server = createToolServer({ ...options, root: `${host.origin}/api/v3` });
  return server;
}

async function start(server: ToolServer, options: Partial<ExecutorOptions>): Promise<[Session, ExecutorEvent[]]> {
  const events: ExecutorEvent[] = [];
  const { root } = server;
  const executor = createExecutor({
    sources: [{ label: 'city', root, credential: { token }, allowInsecure: true }],
    tools: [{ tool: weather.name, version: 1 }],
    onEvent: (event) => events.push(event),
    ...options,
  });
  return [await executor.startSession(), events];
}

async function play(session: Session, script: Line[]) {
  const model = await startScriptedModel(script);
  closers.push(model.close);
  const conversation = await converse(session, model, 'How is the weather in Omaha?');
  return { ...conversation, inputs: model.inputs };
}

const sunny = (_name: string, inputs: ReadonlyMap<string, unknown>) => ({
  output_parameters: [
    { name: 'Temperature in Fahrenheit', value: 80 },
    { name: 'Sky', value: { of: inputs.get('City'), clouds: [] } },
  ],
});

it('[NACT-EXEC-01] [NACT-EXEC-13] [NACT-EXEC-14] shows procedure and tools, runs the tool calls of the model, and returns all results', async () => {
  const server = await serve({ tools: [weather, refill], answer: sunny, tokens: [token] });
  const procedure = 'When asked about the weather, call lookup_weather_by_city().';
  const script: Line[] = [
    [[weather.name, { City: 'Omaha' }]],
    (reply) => `It has ${/"value":(\d+)/.exec(reply)?.[1]} degrees.`,
  ];
  const [session] = await start(server, { procedure });
  const { words, inputs } = await play(session, script);
  expect(words).toBe('It has 80 degrees.');
  expect(server.invoked().map(({ url, body }) => [url.pathname, body])).toEqual([
    [
      `/api/v3/tools/${weather.toolId}/versions/1:invoke`,
      { name: weather.name, input_parameters: [{ name: 'City', value: 'Omaha' }] },
    ],
  ]);
  expect(inputs[0]?.messages[0]).toEqual({ role: 'system', content: procedure });
  expect(inputs[0]?.tools.map((tool) => tool.function.name)).toEqual([weather.name]);
  expect(JSON.parse(inputs[1]?.messages.at(-1)?.content ?? '')).toEqual(sunny('', new Map([['City', 'Omaha']])));
  const again = await play((await start(server, { procedure }))[0], script);
  expect(again.inputs[0]).toEqual(inputs[0]);
});

it('[NACT-EXEC-07] rejects invalid calls with a correction, accepts the corrected call, and stops after a limit', async () => {
  const server = await serve({ tools: [weather, refill], answer: sunny });
  const tools = [{ tool: weather.name }];
  const [session, events] = await start(server, { tools, corrections: { limit: 3 } });
  const { inputs, turns, words } = await play(session, [
    [[weather.name, '{"City": "Oma']],
    [[refill.name, {}]],
    [[weather.name, { Town: 'Omaha' }]],
    (correction) => [[weather.name, { [/'(City)' is required/.exec(correction)?.[1] ?? 'lost']: 'Omaha' }]],
    'Done.',
  ]);
  const replies = inputs.map(({ messages }) => messages.at(-1)?.content ?? '');
  expect(replies[1]).toContain('not valid JSON');
  expect(replies[2]).toMatch(/unknown tool .*lookup_weather_by_city/);
  expect(replies[3]).toMatch(/no input 'Town'.*'City'[\s\S]*'City' is required: The city/);
  expect([turns.at(-2)?.outcomes[0]?.kind, words]).toEqual(['succeeded', 'Done.']);
  expect(server.invoked()).toHaveLength(1);
  expect(events.filter(({ type }) => type === 'refused')).toHaveLength(3);

  const stubborn = Array.from({ length: 50 }, (): Line => [[weather.name, {}]]);
  const lost = await play((await start(server, { tools, corrections: { limit: 3 } }))[0], stubborn);
  expect(lost.turns.map(({ outcomes }) => outcomes[0]?.kind)).toEqual(['refused', 'refused', 'refused', 'exhausted']);
  expect(lost.turns.at(-1)?.stop).toBe(true);
  expect(server.invoked()).toHaveLength(1);
});

describe('a failing server', () => {
  it('is retried with one key, without the model noticing', async () => {
    const server = await serve({ tools: [weather], answer: sunny, tokens: [token] });
    server.faults = [{ status: 503 }, 'broken'];
    const [session] = await start(server, { retrySeconds: 30 });
    const { inputs } = await play(session, [[[weather.name, { City: 'Omaha' }]], 'Done.']);
    expect(inputs).toHaveLength(2);
    expect(JSON.stringify(inputs)).not.toMatch(/503|broke|fail/i);
    const keys = server.invoked().map(({ headers }) => headers.get('idempotency-key'));
    expect([keys.length, new Set(keys).size]).toEqual([3, 1]);
  });

  it('is reported to the model when the retry time is over, and the model decides', async () => {
    const server = await serve({ tools: [weather], answer: sunny });
    server.faults = [{ status: 503, body: { error: { message: 'The yard is closed.' } } }];
    const [session] = await start(server, { tools: [{ tool: weather.name, retrySeconds: 0 }] });
    const { words } = await play(session, [
      [[weather.name, { City: 'Omaha' }]],
      (reply) => (reply.includes('The yard is closed.') ? 'Not now.' : 'What?'),
    ]);
    expect(words).toBe('Not now.');
    expect(server.invoked()).toHaveLength(1);
  });
});

it('[NACT-EXEC-22] never shows the credential to the model', async () => {
  const answer = () => ({ output_parameters: [{ name: 'Sky', value: `your token is ${token}` }] });
  const server = await serve({ tools: [weather], answer, tokens: [token] });
  const [session, events] = await start(server, {});
  server.faults = [{ status: 400, body: { error: { message: `bad ${token}` } } }];
  const call: Line = [[weather.name, { City: 'Omaha' }]];
  const { inputs } = await play(session, [call, call, 'Done.']);
  expect(server.invoked().map(({ headers }) => headers.get('authorization'))).toEqual(Array(2).fill(`Bearer ${token}`));
  expect(inputs).toHaveLength(3);
  expect(JSON.stringify([inputs, events])).not.toContain(token);
});

it('runs several calls of one turn in order, and asks a person where the rules require it', async () => {
  const server = await serve({ tools: [weather, refill] });
  const asked: string[] = [];
  const [session] = await start(server, {
    tools: [{ tool: weather.name }, { tool: refill.name, impact: 'irreversible' }],
    escalate: {
      impacts: ['irreversible'],
      ask: ({ alias }) => {
        asked.push(alias);
        return { approved: asked.length > 1, reason: 'ask the doctor first' };
      },
    },
  });
  const order: [string, Record<string, unknown>] = [
    refill.name,
    { Prescription_Number: 'RX-1', Days_of_Supply: 30, Delivery: 'PICKUP', Accept_Generic: null },
  ];
  const { inputs } = await play(session, [[order, [weather.name, { City: 'Omaha' }], order], 'Done.']);
  const replies = inputs[1]?.messages.filter(({ role }) => role === 'tool') ?? [];
  expect(replies.map(({ tool_call_id }) => tool_call_id)).toEqual(['call_1_0', 'call_1_1', 'call_1_2']);
  expect(replies[0]?.content).toContain('ask the doctor first');
  expect(server.invoked().map(({ body }) => body?.name)).toEqual([weather.name, refill.name]);
});

describe('tools of an MCP server behind the gateway', () => {
  it('report their progress as events, and return their result or failure as usual', async () => {
    const gateway = await startGatewayServer();
    const upstream = await startMcpServer();
    closers.push(
      () => gateway.server.close(),
      () => upstream.stop(),
    );
    await gateway.ask('POST', '/imports', { items: [{ url: `${upstream.url}/mcp`, curation: { id: 'workshop' } }] });
    const events: ExecutorEvent[] = [];
    const executor = createExecutor({
      sources: [{ label: 'tools', root: `${gateway.url}/agents/workshop`, searches: true, allowInsecure: true }],
      tools: 'all',
      retrySeconds: 0,
      onEvent: (event) => events.push(event),
    });
    const session = await executor.startSession();
    const slow = await session.execute({ id: 'c1', name: 'test_tool_with_progress', inputs: {} });
    expect([slow.kind, slow.text]).toEqual(['succeeded', expect.stringContaining('done')]);
    const told = events.flatMap((event) =>
      event.type === 'progress' ? [[event.call, event.progress, event.total]] : [],
    );
    expect(told).toEqual([0, 50, 100].map((progress) => ['c1', progress, 100]));
    const failed = await session.execute({ id: 'c2', name: 'busy', inputs: {} });
    expect([failed.kind, failed.status]).toEqual(['failed', 429]);
  });
});
