/**
 * Scenario: a geocoder and a grid forecast become one tool that takes the name of a place. Every printed statement is asserted
 * first; the run fails if an assertion does not hold.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DemoUpstream } from '@dragoman/cli';
import { parseArazzo } from '@dragoman/core/conversion';
import { type AgentDocument, type Client, createClient, isDragomanError } from '@dragoman/sdk';
import { createServer, loadConfig, openAdministration } from '@dragoman/server';
import { startGeocoder, startGridForecast } from './services.js';

const folder = await mkdtemp(join(tmpdir(), 'dragoman-example-'));
const trouble = { left: 0 };
const geocoder = await startGeocoder(trouble);
const grid = await startGridForecast();
const config = loadConfig({
  cwd: folder,
  flags: {
    port: 0,
    store: join(folder, 'registry.db'),
    'log.level': 'silent',
    'gateway.auditDurable': true,
    'outbound.allow': [geocoder, grid].map(({ document }) => new URL(document.endpoint).host),
    'outbound.allowHttp': true,
    // The workflow itself retries a busy service here.
    'upstream.attempts': 1,
  },
});
const server = await createServer(config);
try {
  const { url } = await server.listen();
  const client = createClient({ baseUrl: url, allowInsecure: true });
  for (const { document } of [geocoder, grid]) await client.agents.register(document);
  await sculpt(client);
  await look(client, [geocoder, grid]);
  await ask(client, [geocoder, grid]);
  await busy(client, geocoder);
  await nowhere(client, grid);
  await records();
} finally {
  await server.close();
  await geocoder.close();
  await grid.close();
  await rm(folder, { recursive: true, force: true });
}

async function sculpt(client: Client): Promise<void> {
  const text = await readFile(new URL('weather-tool.yaml', import.meta.url), 'utf8');
  const { document, diagnostics } = parseArazzo(text, { uri: 'weather-tool.yaml' });
  assert.deepEqual(diagnostics, []);
  const { results } = await client.imports.create([{ document: document as unknown as AgentDocument }]);
  assert.deepEqual([results[0]?.outcome, results[0]?.id], ['created', 'weather-tool']);
  const spoilt = parseArazzo(text.replace('$inputs.place', '$inputs.city'));
  const line = text.split('\n').findIndex((each) => each.includes('$inputs.place')) + 1;
  assert.equal(spoilt.diagnostics[0]?.location.start?.line, line);
  console.log('The workflow passes its check and is registered; an error would be reported with line and column.');
}

async function look(client: Client, services: readonly DemoUpstream[]): Promise<void> {
  const preview = await client.agents.invoke('weather-tool', { place: 'Bergen' }, { dryRun: true });
  assert.deepEqual(
    preview.steps?.map(({ step, agent, impact }) => [step, agent, impact]),
    [
      ['find_place', 'geocoder', 'informational'],
      ['forecast', 'grid-forecast', 'informational'],
    ],
  );
  assert.deepEqual([preview.impact, ...services.map(({ received }) => received.length)], ['informational', 0, 0]);
  console.log('A dry run shows both steps and calls neither service.');
}

async function ask(client: Client, services: readonly DemoUpstream[]): Promise<void> {
  const answer = await client.agents.invoke('weather-tool', { place: 'Bergen' });
  assert.deepEqual(answer.output, {
    place: 'Bergen, Vestland, Norway',
    when: 'Today',
    temperature: 10,
    wind: '7 m/s',
    forecast: 'Light rain',
  });
  assert.deepEqual([answer.verdict, ...services.map(({ received }) => received.length)], ['fits', 1, 1]);
  console.log('One call with the name of a place makes both calls and returns five plain values.');
}

async function busy(client: Client, { received }: DemoUpstream): Promise<void> {
  trouble.left = 1;
  const before = received.length;
  const { output } = await client.agents.invoke('weather-tool', { place: 'Key West' });
  assert.equal((output as { forecast: string }).forecast, 'Mostly sunny');
  assert.equal(received.length - before, 2);
  console.log('The geocoder was busy once; the workflow retried it, as declared.');
}

async function nowhere(client: Client, { received }: DemoUpstream): Promise<void> {
  const before = received.length;
  const failed = await client.agents.invoke('weather-tool', { place: 'Atlantis' }).catch((error: unknown) => error);
  assert.ok(isDragomanError(failed) && failed.code === 'STEP_FAILED');
  assert.match(failed.message, /^Step 'find_place' of 'weather' failed: .* success criteria are not met/);
  assert.equal(received.length, before);
  console.log('An implausible place fails at its step with one error, and no forecast is requested.');
}

async function records(): Promise<void> {
  const administration = await openAdministration(config);
  try {
    const calls = await administration.audit.list({ limit: 1000, action: 'call' });
    const whole = calls.find(({ target, code }) => target === 'weather-tool' && code === 'STEP_FAILED');
    const steps = calls.filter(({ traceId, target }) => traceId === whole?.traceId && target !== 'weather-tool');
    assert.deepEqual(
      steps.map(({ detail = '{}' }) => (JSON.parse(detail) as { step?: string }).step),
      ['find_place'],
    );
    assert.equal((await administration.audit.verify()).ok, true);
    console.log(`Every step has an audit record in the trace of its call: ${calls.length} records in total.`);
  } finally {
    await administration.close();
  }
}
