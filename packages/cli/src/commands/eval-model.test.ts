import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { call, openRegistry } from '../cli.support.js';
import { freightDesk, describedOperation as operation } from './eval.support.js';

interface Asked {
  model: string;
  temperature?: number;
  messages: { role: string; content: string }[];
  tools: { function: { name: string; description: string; parameters: { type: string } } }[];
}

const desk = freightDesk(operation('quote', 'Price of freight.'), operation('track', 'Position of a container.'));
const cases = [
  { utterance: 'position of a container', operation: 'track' },
  { utterance: 'price of freight', operation: 'quote' },
  { utterance: 'sing me a song', operation: null },
];
const key = 'sk-very-secret';

/** A Chat Completions endpoint that calls the tool whose description shares most words with the request, or none. */
function choose({ messages, tools }: Asked): object {
  const words = new Set(messages.at(-1)?.content.toLowerCase().split(/\W+/));
  const shared = (text: string) =>
    text
      .toLowerCase()
      .split(/\W+/)
      .filter((word) => word.length > 2 && words.has(word)).length;
  const ranked = tools.map((tool) => ({ tool, fit: shared(tool.function.description) })).sort((a, b) => b.fit - a.fit);
  const [best] = ranked;
  const calls =
    best === undefined || best.fit === 0
      ? []
      : [{ id: 'c1', type: 'function', function: { name: best.tool.function.name, arguments: '{}' } }];
  return { choices: [{ message: { role: 'assistant', content: null, tool_calls: calls } }] };
}

describe('eval with a model', () => {
  let server: Server;
  let url: string;
  let asked: Asked[] = [];
  let keys: (string | undefined)[] = [];
  let answer: (body: Asked, response: ServerResponse) => void;

  const send = (response: ServerResponse, status: number, body: unknown, headers = {}) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request) text += chunk;
    if (request.url !== '/v1/chat/completions') return send(response, 404, { error: { message: 'no such route' } });
    const body = JSON.parse(text) as Asked;
    asked.push(body);
    keys.push(request.headers.authorization);
    answer(body, response);
  }

  beforeAll(async () => {
    server = createServer((request, response) => void serve(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  beforeEach(() => {
    asked = [];
    keys = [];
    answer = (body, response) => send(response, 200, choose(body));
  });

  const evaluate = (options: string[] = [], files: Record<string, unknown> = {}) =>
    call(['eval', 'cases.json', '--model-url', url, '--model-name', 'small', ...options], {
      fetch,
      env: { DRAGOMAN_MODEL_KEY: key },
      files: { 'cases.json': cases, 'desk.json': desk, ...files },
    });

  it('lets the model choose among all tools of a description', async () => {
    const { code, stdout } = await evaluate(['--against', 'desk.json', '--json', '--min', '1']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      first: 1,
      abstention: { expected: 1, precision: 1, recall: 1 },
      failed: 0,
    });
    expect(keys).toEqual(Array(3).fill(`Bearer ${key}`));
    expect(asked.map(({ model, tools }) => [model, tools.length])).toEqual(Array(3).fill(['small', 2]));
    expect(asked[0]?.tools[0]?.function).toMatchObject({ name: 'quote', parameters: { type: 'object' } });
  });

  it('[PROF-DESC-31] reports per operation how often another was chosen and how often an input was wrong', async () => {
    const goals = [
      { utterance: 'position of a container, booking B-1', operation: 'track', arguments: { booking: 'b-1' } },
      { utterance: 'position of a container, booking B-2', operation: 'track', arguments: { booking: 'B-2' } },
      { utterance: 'price of freight', operation: 'track' },
      { utterance: 'price of freight', operation: 'quote' },
    ];
    answer = (body, response) => {
      const [choice] = (choose(body) as { choices: { message: { tool_calls: { function: object }[] } }[] }).choices;
      const calls = (choice?.message.tool_calls ?? []).map((each) => ({
        ...each,
        function: { ...each.function, arguments: '{"booking":"B-1"}' },
      }));
      send(response, 200, { choices: [{ message: { role: 'assistant', content: null, tool_calls: calls } }] });
    };
    const { stdout } = await evaluate(['--against', 'desk.json', '--json'], { 'cases.json': goals });
    expect(JSON.parse(stdout)).toMatchObject({
      operations: [
        { operation: 'track', cases: 3, wrongOperation: 1 / 3, badArgument: 0.5 },
        { operation: 'quote', cases: 1, wrongOperation: 0 },
      ],
    });
    const shown = await evaluate(['--against', 'desk.json'], { 'cases.json': goals });
    expect(shown.stdout + shown.stderr).toMatch(/track\s+3\s+33\.3 %\s+50\.0 %\s+booking/);
    const faulty = await evaluate(['--against', 'desk.json'], { 'cases.json': [{ ...goals[0], arguments: 'B-1' }] });
    expect([faulty.code, faulty.stderr]).toEqual([2, expect.stringContaining('arguments must be an object of inputs')]);
  });

  it('tries alternative wordings on the model with --tries', async () => {
    const operations = [
      operation('quote', 'Price of freight. Never the position of a container.'),
      operation('track', 'Position.'),
    ];
    const files = { 'desk.json': { ...desk, operations }, 'cases.json': cases.slice(0, 2) };
    const plain = await evaluate(['--against', 'desk.json'], files);
    expect(plain.stderr).toContain('3 more wordings were not tried');
    const tried = await evaluate(['--against', 'desk.json', '--tries', '5'], files);
    expect(tried.stderr).toContain('in quote, remove "Never the position of a container.": 1 more correct');
  });

  it('offers the first search results when there are more tools than an endpoint accepts', async () => {
    const many = Array.from({ length: 150 }, (_, at) => operation(`filler_${at}`, `Archives document kind ${at}.`));
    const files = {
      'desk.json': { ...desk, operations: [...desk.operations, ...many] },
      'cases.json': cases.slice(0, 2),
    };
    const { stdout } = await evaluate(['--against', 'desk.json', '--meaning', 'off', '--json'], files);
    expect(JSON.parse(stdout)).toMatchObject({ first: 1 });
    for (const { tools } of asked) expect(tools.length).toBeLessThanOrEqual(40);
  });

  it('chooses among the candidates of a registry', async () => {
    const registry = await openRegistry();
    await registry.fetch('http://127.0.0.1:4780/agents', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(desk),
    });
    const both: typeof fetch = (input, init) =>
      (String(input).startsWith(url) ? fetch : registry.fetch)(input as string, init as never) as Promise<Response>;
    const { stdout } = await call(['eval', 'cases.json', '--model-url', url, '--model-name', 'small', '--json'], {
      fetch: both as never,
      files: { 'cases.json': cases.slice(0, 2) },
    });
    await registry.close();
    expect(JSON.parse(stdout)).toMatchObject({
      first: 1,
      cases: [{ found: ['desk/track'] }, { found: ['desk/quote'] }],
    });
  }, 60_000);

  it('honors Retry-After, and supports models that reject a temperature', async () => {
    let limited = false;
    answer = (body, response) => {
      if (body.temperature !== undefined) return send(response, 400, { error: { message: 'temperature' } });
      if (!limited) {
        limited = true;
        return send(response, 429, {}, { 'retry-after': '0' });
      }
      send(response, 200, choose(body));
    };
    const { stdout } = await evaluate(['--against', 'desk.json', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ first: 1, failed: 0 });
  });

  it.each<[string, string, (body: Asked, response: ServerResponse) => void]>([
    [
      'rejects the key',
      'responded with 401: wrong key ***',
      (_, response) => send(response, 401, { error: { message: `wrong key ${key}` } }),
    ],
    ['uses another format', 'has no choices', (_, response) => send(response, 200, { text: 'hi' })],
    ['sends something other than JSON', 'it is not JSON', (_, response) => void response.end('<html>')],
    [
      'closes the connection in the body',
      'it cannot be read',
      (_, response) => void response.writeHead(200, { 'content-length': '99' }).end('{'),
    ],
    ['resets the connection', 'does not respond', (_, response) => void response.socket?.destroy()],
  ])(
    'counts cases as wrong, reports the reason and hides the key when the endpoint %s',
    async (_, reason, behavior) => {
      answer = behavior;
      const { code, stderr, stdout } = await evaluate(['--against', 'desk.json']);
      expect(code).toBe(1);
      expect(stderr).toContain('3 cases could not be run');
      expect(stderr).toContain(reason);
      expect(stderr + stdout).not.toContain(key);
    },
  );
});
