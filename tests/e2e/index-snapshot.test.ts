/** Restarts of the built server after a clean stop and after kill -9: the restored index equals the store. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { agentDocument } from './agent-document.js';
import { type ServerProcess, startServerProcess } from './server-process.js';

let folder: string;
let server: ServerProcess | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-e2e-snapshot-'));
});
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function start(env: Record<string, string> = {}): Promise<ServerProcess> {
  const store = { DRAGOMAN_STORE_PATH: join(folder, 'registry.db'), DRAGOMAN_LOG_LEVEL: 'info' };
  server = await startServerProcess({ cwd: folder, env: { ...store, ...env } });
  return server;
}

async function send({ url }: ServerProcess, method: string, path: string, body?: unknown): Promise<Response> {
  const sent =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  return fetch(`${url}${path}`, { method, ...sent });
}

async function found(asked: ServerProcess): Promise<unknown> {
  const response = await send(asked, 'POST', '/agents/search', { query: 'tide table of the pier', top: 50 });
  const { search_time: _, ...rest } = (await response.json()) as Record<string, unknown>;
  return rest;
}

it('finds the same with a snapshot as without one, after a clean stop and after kill -9', async () => {
  const first = await start();
  for (const id of ['tide-table', 'pier-lights', 'crane-rental']) {
    expect((await send(first, 'POST', '/agents', agentDocument(id))).status).toBe(201);
  }
  await send(first, 'GET', '/readyz');
  expect(await first.stop()).toBe(0);
  expect(existsSync(join(folder, 'registry.db.index'))).toBe(true);

  const second = await start();
  expect((await send(second, 'POST', '/agents', agentDocument('tide-alarm'))).status).toBe(201);
  expect((await send(second, 'DELETE', '/agents/pier-lights')).ok).toBe(true);
  const before = await found(second);
  await second.kill();

  const third = await start();
  expect(await found(third)).toEqual(before);
  expect(third.output()).not.toContain('not usable');
  await third.stop();

  const rebuilt = await start({ DRAGOMAN_SEARCH_SNAPSHOT: 'off' });
  expect(await found(rebuilt)).toEqual(before);
});
