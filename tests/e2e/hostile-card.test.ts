/** Imports of card URLs with hostile servers: each is reported, and nothing is stored. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HostileUpstream } from './hostile-upstream.js';
import { startHostileUpstream } from './hostile-upstream.js';
import { sendRaw } from './raw-request.js';
import type { ServerProcess } from './server-process.js';
import { startServerProcess } from './server-process.js';

let folder: string;
let upstream: HostileUpstream;
let server: ServerProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-card-'));
  upstream = await startHostileUpstream();
  server = await startServerProcess({
    cwd: folder,
    env: {
      DRAGOMAN_STORE_PATH: join(folder, 'card.db'),
      DRAGOMAN_OUTBOUND_ALLOW: `127.0.0.1:${upstream.port}`,
      DRAGOMAN_OUTBOUND_ALLOW_HTTP: 'true',
      DRAGOMAN_OUTBOUND_FIRST_BYTE_TIMEOUT_MS: '500',
      DRAGOMAN_OUTBOUND_TOTAL_TIMEOUT_MS: '1000',
      DRAGOMAN_OUTBOUND_MAX_BYTES: '262144',
    },
  });
});
afterAll(async () => {
  await server?.kill();
  await upstream?.close();
  await rm(folder, { recursive: true, force: true });
});

it.each([
  ['redirects to a private address', '/to-private', 'UPSTREAM_REFUSED'],
  ['redirects to the metadata service', '/to-metadata', 'UPSTREAM_REFUSED'],
  ['has a redirect loop', '/loop', 'UPSTREAM_ERROR'],
  ['never answers', '/silent', 'UPSTREAM_TIMEOUT'],
  ['responds endlessly slowly', '/trickle', 'UPSTREAM_TIMEOUT'],
  ['responds with 1 GB', '/announced', 'UPSTREAM_ERROR'],
  ['responds endlessly', '/endless', 'UPSTREAM_ERROR'],
  ['responds with another media type', '/html', 'UPSTREAM_ERROR'],
  ['responds with a decompression bomb', '/gzip-bomb', 'UPSTREAM_ERROR'],
  ['responds with an invalid card', '/card', 'INVALID_INPUT'],
  ['aborts the response', '/cut', 'UPSTREAM_ERROR'],
])('reports an error for a card URL that %s', async (_what, path, code) => {
  const body = JSON.stringify({ items: [{ url: `http://127.0.0.1:${upstream.port}${path}` }] });
  const answer = await sendRaw(server.port, '/imports', { method: 'POST', body });
  expect(answer.status).toBe(207);
  expect(answer.json).toMatchObject({ results: [{ outcome: 'failed', error: { code } }], summary: { failed: 1 } });
  expect((await sendRaw(server.port, '/healthz')).status).toBe(200);
  expect((await sendRaw(server.port, '/agents?top=0')).headers['x-total-count']).toBe('0');
});
