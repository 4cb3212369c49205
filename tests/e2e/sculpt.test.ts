/** The weather tool of the examples over real connections: one tool call makes two upstream calls. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArazzo } from '@dragoman/core/conversion';
import type { JsonObject } from '@dragoman/model';
import { createClient } from '@dragoman/sdk';
import { createServer, loadConfig } from '@dragoman/server';
import { afterEach, expect, it } from 'vitest';
import { startGeocoder, startGridForecast } from '../../examples/sculpt-a-weather-tool/services.js';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function startWeather() {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-sculpt-'));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  const geocoder = await startGeocoder({ left: 0 });
  const grid = await startGridForecast();
  closers.push(geocoder.close, grid.close);
  const server = await createServer(
    loadConfig({
      cwd: folder,
      flags: {
        port: 0,
        store: join(folder, 'registry.db'),
        'log.level': 'silent',
        'gateway.auditDurable': true,
        'outbound.allow': [geocoder, grid].map(({ document }) => new URL(document.endpoint).host),
        'outbound.allowHttp': true,
      },
    }),
  );
  closers.push(() => server.close());
  const { url } = await server.listen();
  const post = async (path: string, body: unknown) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: response.status, body: (await response.json()) as JsonObject };
  };
  return { url, post, geocoder, grid };
}

async function readTool(): Promise<string> {
  return readFile(new URL('../../examples/sculpt-a-weather-tool/weather-tool.yaml', import.meta.url), 'utf8');
}

it('[NACT-SCULPT-05] makes both upstream calls in one invocation of the tool, and flags an opaque token of another tool', async () => {
  const { url, post, geocoder, grid } = await startWeather();
  const text = await readTool();
  const items = [geocoder.document, grid.document, parseArazzo(text).document].map((document) => ({ document }));
  expect((await post('/imports', { items })).body.summary).toMatchObject({ created: 3 });

  const listed = (await (await fetch(`${url}/agents/weather-tool/tools`)).json()) as { items: { toolId: string }[] };
  const [tool] = listed.items;
  expect(tool).toMatchObject({ name: 'weather', input_parameters: [{ name: 'place' }] });
  const { status, body } = await post(`/agents/weather-tool/tools/${tool?.toolId}:invoke`, {
    name: 'weather_tool__weather',
    input_parameters: [{ name: 'place', value: 'Bergen' }],
  });
  expect(status, JSON.stringify(body)).toBe(200);
  expect(JSON.stringify(body)).toContain('Bergen, Vestland, Norway');
  expect([geocoder.received.length, grid.received.length]).toEqual([1, 1]);
  expect(grid.received[0]?.input).toEqual({ point: { latitude: 60.3913, longitude: 5.3221 }, units: 'si' });

  const opaque = parseArazzo(
    text
      .replaceAll('place:\n          type', 'place_token:\n          type')
      .replace('$inputs.place', '$inputs.place_token'),
  );
  expect(opaque.diagnostics.map(({ code, location }) => `${code} ${location.pointer}`)).toContain(
    'arazzo/programmatic-input /workflows/0/inputs/properties/place_token',
  );
});

it('reports the failed step in a machine-readable problem', async () => {
  const { post, geocoder, grid } = await startWeather();
  const items = [geocoder.document, grid.document, parseArazzo(await readTool()).document].map((document) => ({
    document,
  }));
  await post('/imports', { items });
  const { status, body } = await post('/agents/weather-tool/invoke', { place: 'Atlantis' });
  expect(status).toBe(502);
  expect(body).toMatchObject({
    code: 'STEP_FAILED',
    retryable: false,
    field_errors: [{ field: 'steps.find_place', code: 'workflow/failed' }],
  });
  const faulty = { arazzo: '1.0.1', info: { title: 'x', version: '1' }, sourceDescriptions: [], workflows: [] };
  const refused = await post('/imports', { items: [{ document: faulty }] });
  expect(refused.body.results).toMatchObject([{ outcome: 'failed', error: { code: 'INVALID_INPUT' } }]);
});

it('runs in the background, with the records of its steps in the same trace', async () => {
  const { url, post, geocoder, grid } = await startWeather();
  const items = [geocoder.document, grid.document, parseArazzo(await readTool()).document].map((document) => ({
    document,
  }));
  await post('/imports', { items });
  const client = createClient({ baseUrl: url, allowInsecure: true });
  const run = await client.agents.invoke('weather-tool', { place: 'Key West' }, { async: true });
  expect((await run.wait()).output).toMatchObject({
    place: expect.stringContaining('Key West'),
    forecast: 'Mostly sunny',
  });
  expect([geocoder.received.length, grid.received.length]).toEqual([1, 1]);
  const { records } = (await (await fetch(`${url}/audit?action=call`)).json()) as { records: JsonObject[] };
  expect(records.map(({ target }) => target).sort()).toEqual([
    'geocoder',
    'grid-forecast',
    'weather-tool',
    'weather-tool',
  ]);
  expect(new Set(records.map(({ trace_id: trace }) => trace)).size).toBe(1);
  expect(JSON.stringify(records)).toContain('weather-tool weather');
});
