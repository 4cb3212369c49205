/** The README's examples: compiled and run here between the marks, and compared with the page. */
import { readFileSync } from 'node:fs';
import type OpenAI from 'openai';
import { beforeEach, expect, it, vi } from 'vitest';
import type { ExecutorOptions } from './executor/index.js';
import { createExecutor as createRealExecutor } from './executor/index.js';
import { createToolServer, weather } from './executor/tool-server.support.js';
import type { AgentDocument } from './index.js';
import { createFederation, createClient as createRealClient, discoverAndCall, isDragomanError } from './index.js';
import { freightDesk, pierWeather, scriptedRegistry } from './registry.support.js';

const baseUrl = 'https://registry.example';
const marketUrl = 'https://market.example';
const apiKey = 'key';
const input = { booking: 'B-1001' };
const document: AgentDocument = freightDesk;

const log = vi.fn();
const console = { log, error: log, warn: log };
const found = { results: [{ ...pierWeather, score: 0.9 }], count: 1 };
let registry: ReturnType<typeof scriptedRegistry>;
const createClient = (options: { baseUrl: string; credential?: { apiKey: string } }) =>
  createRealClient({ ...options, fetch: registry.fetch });

beforeEach(() => log.mockReset());

it('finds a service and calls it', async () => {
  registry = scriptedRegistry({ body: found }, { body: pierWeather }, { body: { knots: 14 } });
  // readme: createClient, discoverAndCall
  const client = createClient({ baseUrl, credential: { apiKey } });

  const { answer, chosen } = await discoverAndCall(
    { client, log: (entry) => console.log(entry.agent, entry.outcome) },
    {
      search: { query: 'is it too windy at the harbour to load containers', languages: ['en'], minScore: 0.2 },
      policy: { certifiedOnly: true, minQuality: 4 },
      input: { harbour: 'Gdansk', hours_ahead: 6 },
    },
  );
  console.log(chosen.agent.name, answer.output, answer.verdict);
  // end
  expect(registry.received.at(-1)).toMatchObject({
    method: 'POST',
    url: { pathname: '/agents/pier-weather-001/invoke' },
  });
  expect(log.mock.calls.at(-1)).toEqual(['Pier Weather', { knots: 14 }, 'unchecked']);
});

it('calls with a preview before an irreversible call', async () => {
  const confirmation = { token: 'tok', expires_at: '2027-01-01T00:00:00Z' };
  const preview = { dry_run: true, operation: 'cancel', target: 'https://x.example/', input, confirmation };
  registry = scriptedRegistry({ body: { ...preview, confirmation_required: true } }, { body: { cancelled: true } });
  // readme: createClient, isDragomanError
  const client = createClient({ baseUrl, credential: { apiKey } });
  const call = { operation: 'cancel' };
  try {
    const preview = await client.agents.invoke('freight-desk', input, { ...call, dryRun: true });
    console.log(preview.impact, preview.target, preview.input);
    const token = preview.confirmation?.token;
    const { output } = await client.agents.invoke('freight-desk', input, {
      ...call,
      ...(token === undefined ? {} : { confirm: token }),
    });
    console.log(output);
  } catch (error) {
    if (!isDragomanError(error)) throw error;
    if (error.outcomeUnknown) console.error('the call may have taken effect: check with the service before retrying');
    else console.error(error.code, error.retryable, error.fieldErrors);
  }
  // end
  expect(registry.received.at(-1)?.headers.get('x-confirm')).toBe('tok');
  expect(log.mock.calls.at(-1)).toEqual([{ cancelled: true }]);
});

it('streams, sends a batch and starts an asynchronous call', async () => {
  const running = { id: 'op-1', state: 'running', retry_after: 1 };
  const ended = { id: 'op-1', state: 'succeeded', result: { status: 200, content: 'report' } };
  registry = scriptedRegistry(
    { text: 'data: "Guten"\n\nevent: done\ndata: {}\n\n', headers: { 'content-type': 'text/event-stream' } },
    { status: 207, body: [{ eur: 7 }, { code: 'UNAVAILABLE', status: 503, error: { code: 'AgentUnavailable' } }] },
    { status: 202, body: running },
    { body: ended },
  );
  // readme: createClient
  const client = createClient({ baseUrl, credential: { apiKey } });

  const { events } = await client.agents.invoke('translator', { text: 'Good day' }, { stream: true });
  for await (const { event, data } of events) if (event !== 'done') console.log(data);

  const { items } = await client.agents.invokeBatch('freight-desk', [{ to: 'Oslo' }, { to: 'Riga' }]);
  for (const { output, error } of items) console.log(output ?? error?.code);

  const long = await client.agents.invoke('freight-desk', { year: 2026 }, { operation: 'report', async: true });
  const { output } = await long.wait();
  console.log(long.id, output);
  // end
  expect(log.mock.calls).toEqual([['"Guten"'], [{ eur: 7 }], ['UNAVAILABLE'], ['op-1', 'report']]);
});

it('registers, changes, deletes and restores', async () => {
  const stored = { body: freightDesk, headers: { etag: '"1"' } };
  const refusal = { status: 409, body: { code: 'CONFLICT', field_errors: [{ field: 'f', code: 'c', detail: 'd' }] } };
  registry = scriptedRegistry(stored, stored, { status: 204 }, refusal);
  // readme: createClient, isDragomanError
  const client = createClient({ baseUrl, credential: { apiKey } });
  try {
    const { agent, etag = '*' } = await client.agents.register(document);
    await client.agents.replace(agent.id, { ...agent, version: '1.1.0' }, { ifMatch: etag });
    await client.agents.remove(agent.id);
    await client.agents.restore(agent.id);
  } catch (error) {
    if (!isDragomanError(error)) throw error;
    for (const { field, detail } of error.fieldErrors) console.error(`${field}: ${detail}`);
    console.error(error.code, error.status, error.traceId);
  }
  // end
  expect(registry.received[1]?.headers.get('if-match')).toBe('"1"');
  expect(log.mock.calls).toEqual([['f: d'], ['CONFLICT', 409, undefined]]);
});

it('lists everything, page after page', async () => {
  registry = scriptedRegistry({ body: [freightDesk] });
  // readme: createClient
  const client = createClient({ baseUrl });
  for await (const agent of client.agents.list({ tags: ['sea', 'logistics'] })) {
    console.log(agent.id, agent.name);
  }
  // end
  expect(log.mock.calls).toEqual([[freightDesk.id, freightDesk.name]]);
});

it('searches several registries as one', async () => {
  registry = scriptedRegistry({ body: found }, { status: 403 });
  // readme: createClient, createFederation
  const federation = createFederation([
    { name: 'in-house', client: createClient({ baseUrl, credential: { apiKey } }) },
    { name: 'market', client: createClient({ baseUrl: marketUrl }), minScore: 0.3 },
  ]);
  const { hits, failed } = await federation.search({ query: 'translate a contract', top: 5 });
  for (const { agent, found } of hits) {
    console.log(agent.name, ...found.map(({ registry }) => registry));
  }
  for (const { registry, error } of failed) console.warn(registry, error.code);
  // end
  expect(log.mock.calls).toEqual([
    [pierWeather.name, 'in-house'],
    ['market', 'FORBIDDEN'],
  ]);
});

it('gives tools to a model', async () => {
  const server = createToolServer({ tools: [weather] });
  const createExecutor = ({ sources, ...options }: ExecutorOptions) =>
    createRealExecutor({ ...options, sources: sources.map((source) => ({ ...source, fetch: server.fetch })) });
  const apiRoot = server.root;
  const token = 'token';
  const question = 'How is the weather in Omaha?';
  const call = { id: 'c', function: { name: weather.name, arguments: '{"City":"Omaha"}' } };
  const script = [{ tool_calls: [call] }, { content: 'Fine.' }];
  const create = async ({ model: _, ...request }: { model: string }) => {
    log(Object.keys(request));
    return { choices: [{ message: { role: 'assistant', ...script.shift() } }] };
  };
  const openai = { chat: { completions: { create } } } as unknown as OpenAI;
  const model = 'scripted';
  // readme/executor: createExecutor; OpenAI from openai
  const executor = createExecutor({
    sources: [{ label: 'weather', root: apiRoot, credential: { token } }],
    tools: [{ tool: 'lookup_weather_by_city', version: 1, retrySeconds: 20 }],
    procedure: 'When asked about the weather, call lookup_weather_by_city().',
    onEvent: (event) => console.log(event.type),
  });
  const session = await executor.startSession();

  const messages: OpenAI.ChatCompletionMessageParam[] = [
    ...session.opening('openai-chat').messages,
    { role: 'user', content: question },
  ];
  for (;;) {
    const response = await openai.chat.completions.create({ model, messages, tools: session.tools('openai-chat') });
    messages.push(...response.choices.map(({ message }) => message));
    const turn = await session.run('openai-chat', response);
    messages.push(...turn.messages);
    if (turn.outcomes.length === 0 || turn.stop) break;
  }
  // end
  expect(messages).toMatchObject([{ role: 'system' }, { role: 'user' }, {}, { role: 'tool' }, { content: 'Fine.' }]);
  expect(log.mock.calls.map(([line]) => line)).toEqual([
    'session-started',
    ['messages', 'tools'],
    'sent',
    'result-faults',
    'succeeded',
    ['messages', 'tools'],
  ]);
});

it('matches the examples on the page', () => {
  const here = readFileSync(new URL(import.meta.url), 'utf8');
  const page = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const run = [...here.matchAll(/^ {2}\/\/ readme(\/\w+)?: (.*)\n([\s\S]*?)^ {2}\/\/ end$/gm)].map(
    ([, sub = '', list = '', code = '']) => {
      const [names = '', type] = list.split('; ');
      const vendor = type === undefined ? '' : `import type ${type.replace(/from (.*)/, "from '$1'")};\n`;
      return `import { ${names} } from '@dragoman/sdk${sub}';\n${vendor}\n${code.replaceAll(/^ {2}/gm, '')}`;
    },
  );
  const shown = [...page.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
  expect(shown).toEqual(run);
});
