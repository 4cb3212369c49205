/** The README's examples: compiled and run here between the marks, and compared with the page. */
import { readFileSync } from 'node:fs';
import { beforeEach, expect, it, vi } from 'vitest';
import type { AgentDocument } from './index.js';
import { chooseAgent, createFederation, createClient as createRealClient, isDragomanError } from './index.js';
import { freightDesk, pierWeather, scriptedRegistry } from './registry.support.js';

const baseUrl = 'https://registry.example';
const marketUrl = 'https://market.example';
const apiKey = 'key';
const weatherKey = 'weather-key';
const document: AgentDocument = freightDesk;

const log = vi.fn();
const console = { log, error: log, warn: log };
const answer = { results: [{ ...pierWeather, score: 0.9 }], count: 1 };
let registry: ReturnType<typeof scriptedRegistry>;
const createClient = (options: { baseUrl: string; credential?: { apiKey: string } }) =>
  createRealClient({ ...options, fetch: registry.fetch });
const fetch = (url: string, init: RequestInit) => registry.fetch(url, init);

beforeEach(() => log.mockReset());

it('finds an agent and gets ready to call it', async () => {
  registry = scriptedRegistry({ body: answer }, { body: pierWeather }, { body: {} });
  // readme: chooseAgent, createClient
  const client = createClient({ baseUrl, credential: { apiKey } });

  const { hits } = await client.agents.search({
    query: 'is it too windy at the harbour to load containers',
    languages: ['en'],
    minScore: 0.2,
    includeMetadata: true,
  });
  const chosen = chooseAgent(hits, { certifiedOnly: true, minQuality: 4 });
  if (chosen === undefined) throw new Error('nobody that can be trusted');

  const reading = await client.agents.read(chosen.id);
  if (reading.outcome === 'read') {
    const call = client.agents.prepareCall(reading.agent, { credentials: { apiKey: weatherKey } });
    await fetch(call.url, { ...call, body: JSON.stringify({ harbour: 'Gdansk', hours_ahead: 6 }) });
  }
  // end
  expect(registry.received.at(-1)).toMatchObject({ method: 'POST', url: { href: pierWeather.endpoint } });
  expect(registry.received.at(-1)?.headers.get('x-api-key')).toBe('weather-key');
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
  registry = scriptedRegistry({ body: answer }, { status: 403 });
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

it('shows the same examples on the page', () => {
  const here = readFileSync(new URL(import.meta.url), 'utf8');
  const page = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const run = [...here.matchAll(/^ {2}\/\/ readme: (.*)\n([\s\S]*?)^ {2}\/\/ end$/gm)].map(
    ([, names = '', code = '']) => `import { ${names} } from '@dragoman/sdk';\n\n${code.replaceAll(/^ {2}/gm, '')}`,
  );
  const shown = [...page.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
  expect(shown).toEqual(run);
});
