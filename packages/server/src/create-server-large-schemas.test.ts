/** Services with schemas that are too large for the main thread: calls, changes of sources, updates and history. */
import type { UpstreamResponse } from '@dragoman/core/engine';
import type { DocumentHost } from '@dragoman/core/http';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestServer } from './server.support.js';
import { jobsOnThreads, pierWeather, startTestServer } from './server.support.js';

/** An object with a thousand members, of which `pier` has this length at most. */
const large = (maxLength: number): JsonObject => ({
  type: 'object',
  required: ['pier'],
  properties: {
    pier: { type: 'string', maxLength },
    ...Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`m${at}`, { type: 'string' }])),
  },
});
const service = (id: string, inputs: JsonObject) => ({ ...pierWeather, id, inputs, outputs: large(5) });

/** The document that the source serves, and the answer of the upstream. */
let served: JsonObject = {};
let answer: JsonValue = { pier: 'north' };
const host: DocumentHost = {
  fetch: async (uri) => ({
    outcome: 'fetched',
    uri,
    bytes: Buffer.from(JSON.stringify(served)),
    mediaType: 'application/json',
  }),
};
const send = async (): Promise<UpstreamResponse> => ({
  status: 200,
  headers: {},
  mediaType: 'application/json',
  body: new Blob([JSON.stringify(answer)]).stream(),
  attempts: 1,
  origin: 'https://weather.example',
});

let server: TestServer;
beforeAll(async () => {
  const upstream = { send, close: async () => undefined };
  server = await startTestServer({ flags: { 'outbound.allow': ['vendor.example'] }, overrides: { host, upstream } });
});
afterAll(() => server.server.close());

async function ask<T = JsonObject>(method: string, path: string, body?: JsonObject): Promise<T & { status: number }> {
  const response = await server.ask(method, path, body === undefined ? {} : { body });
  return { ...((await response.json()) as T), status: response.status };
}

it('validates input and output of a call on a thread', async () => {
  await ask('POST', '/agents', service('wide', large(5)));
  const call = (input: JsonObject) => server.ask('POST', '/agents/wide/invoke', { body: input });
  const refused = await call({ pier: 'too long', m1: 5 });
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('m1')]);
  expect((await call({ pier: 'north' })).status).toBe(200);
  answer = { pier: 5 };
  expect((await call({ pier: 'north' })).headers.get('x-dragoman-findings')).toBe('gateway/output-mismatch');
  expect(await jobsOnThreads(server, 'validate-value')).toBe(5);
});

it('compares versions for the changes of a source on a thread', async () => {
  served = service('moved', large(5));
  const { sources } = await ask<{ sources: { id: string }[] }>('POST', '/sources', { url: 'https://vendor.example/a' });
  const id = sources[0]?.id ?? '';
  expect(await ask('POST', `/sources/${id}/refresh`)).toMatchObject({ last_outcome: 'changed' });
  served = { ...service('moved', large(3)), version: '1.1.0' };
  expect(await ask('POST', `/sources/${id}/refresh`)).toMatchObject({ last_outcome: 'changed' });
  const { changes } = await ask<{ changes: JsonObject[] }>('GET', `/sources/${id}/changes`);
  expect(JSON.stringify(changes[0])).toContain('breaking');
  expect(await jobsOnThreads(server, 'compare-operations')).toBe(1);
});

it('compares versions for the updates and the history of a toolset on a thread', async () => {
  await ask('POST', '/agents', service('chosen', large(5)));
  const { items } = await ask<{ items: { name: string }[] }>('GET', '/agents/chosen/tools');
  const tools = [{ agent_id: 'chosen', tool: items[0]?.name ?? '' }];
  expect(await ask('POST', '/toolsets', { id: 'set', name: 'Set', tools })).toMatchObject({ status: 201 });
  await ask('PUT', '/agents/chosen', { ...service('chosen', large(7)), version: '1.1.0' });
  const { updates } = await ask<{ updates: JsonObject[] }>('GET', '/toolsets/set/updates');
  expect(updates).toMatchObject([{ kind: 'new_version', effect: 'widened' }]);
  expect((await ask('POST', '/toolsets/set/updates', { accept: 'all' })).status).toBe(200);
  const { versions } = await ask<{ versions: JsonObject[] }>('GET', '/toolsets/set/versions');
  expect(versions[0]).toMatchObject({ version: 2, changes: [{ kind: 'version_moved' }] });
  expect(await jobsOnThreads(server, 'compare-tools')).toBeGreaterThanOrEqual(3);
});
