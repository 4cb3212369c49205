/** Cards registered by URL and polled on a schedule, by the real server from a real web server. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { agentDocument } from './agent-document.js';
import type { CardHost } from './card-host.js';
import { startCardHost } from './card-host.js';
import type { ServerProcess } from './server-process.js';
import { startServerProcess } from './server-process.js';

let folder: string;
let host: CardHost;
let server: ServerProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-crawl-'));
  host = await startCardHost();
  server = await startServerProcess({
    cwd: folder,
    env: {
      DRAGOMAN_STORE_PATH: join(folder, 'crawl.db'),
      DRAGOMAN_OUTBOUND_ALLOW: `127.0.0.1:${host.port}`,
      DRAGOMAN_OUTBOUND_ALLOW_HTTP: 'true',
      DRAGOMAN_CRAWL_MIN_INTERVAL_SECONDS: '1',
    },
  });
});
afterAll(async () => {
  await server?.kill();
  await host?.close();
  await rm(folder, { recursive: true, force: true });
});

async function ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.url}${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? {} : JSON.parse(text) };
}

/** Waits until the expected response arrives; the time depends on the schedule. */
async function until(question: () => Promise<unknown> | unknown, expected: unknown): Promise<void> {
  let answer: unknown;
  for (let tries = 0; tries < 600; tries += 1) {
    answer = await question();
    if (answer === expected) return;
    await sleep(50);
  }
  expect(answer).toBe(expected);
}

it('[AIDIP-CARD-05] applies a changed card in the next poll, gets a 304 for an unchanged one, and does not delete the entry of a missing card', async () => {
  const path = '/.well-known/agent-card.json';
  host.cards.set(path, agentDocument('crawled', { description: 'First.' }));
  const created = await ask('POST', '/sources', { url: host.at(path), interval_seconds: 1 });
  expect(created.status).toBe(201);
  const [{ id }] = created.body.sources;
  const description = async () => (await ask('GET', '/agents/crawled')).body.description;
  await until(description, 'First.');
  await until(() => host.seen.some(({ status }) => status === 304), true);
  expect(host.seen.filter(({ status }) => status === 200)).toHaveLength(1);

  host.cards.set(path, agentDocument('crawled', { description: 'Second.' }));
  await until(description, 'Second.');
  expect(host.seen.filter(({ status }) => status === 200)).toHaveLength(2);

  host.cards.delete(path);
  await until(async () => (await ask('GET', `/sources/${id}`)).body.state, 'failing');
  expect(await description()).toBe('Second.');
  const found = await ask('POST', '/agents/search', { query: 'agent crawled' });
  expect(found.body.results.map((hit: { id: string }) => hit.id)).toEqual(['crawled']);
  expect((await ask('GET', `/sources/${id}`)).body).toMatchObject({
    last_outcome: 'UPSTREAM_ERROR',
    last_error: 'The upstream responded with status 404.',
    agent_ids: ['crawled'],
  });
  expect((await ask('DELETE', `/sources/${id}`)).status).toBe(204);
  expect(await description()).toBe('Second.');
});

it('[PROF-OBS-02] propagates the trace id of the call to a fetch on behalf of a caller', async () => {
  host.cards.set('/traced', agentDocument('traced'));
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const items = [{ url: host.at('/traced') }];
  const given = await ask('POST', '/imports', { items }, { traceparent: `00-${traceId}-00f067aa0ba902b7-01` });
  expect(given.body.results).toMatchObject([{ status: 201, id: 'traced' }]);
  const [seen] = host.seen.filter(({ path }) => path === '/traced');
  expect(seen?.traceparent).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-0[01]$`));
  expect(seen?.traceparent).not.toContain('00f067aa0ba902b7');
});

it('refuses a disallowed address with a message that reveals nothing', async () => {
  const addresses = [
    'http://127.0.0.1:1/',
    'https://127.0.0.1:1/',
    'https://169.254.169.254/',
    `https://localhost:${server.port}/`,
  ];
  const { status, body } = await ask('POST', '/imports', { items: addresses.map((url) => ({ url })) });
  expect(status).toBe(207);
  expect(body.results.map(({ error }: { error: { code: string } }) => error.code)).toEqual(
    addresses.map(() => 'UPSTREAM_REFUSED'),
  );
});
