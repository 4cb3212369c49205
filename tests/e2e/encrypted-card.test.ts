/** Cards over TLS, fetched by the real server: accepted only with a trusted certificate. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { agentDocument } from './agent-document.js';
import { startSelfSigned } from './hostile-upstream.js';
import { sendRaw } from './raw-request.js';
import type { ServerProcess } from './server-process.js';
import { startServerProcess } from './server-process.js';

const certificate = fileURLToPath(new URL('./fixtures/self-signed.cert.pem', import.meta.url));

let folder: string;
let upstream: Awaited<ReturnType<typeof startSelfSigned>>;
let server: ServerProcess | undefined;
const seen: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-tls-'));
  upstream = await startSelfSigned((request, response) => {
    seen.push(request.url ?? '');
    if (request.url === '/to-http')
      response.writeHead(302, { location: `http://localhost:${upstream.port}/card` }).end();
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(agentDocument('secure')));
  });
});
afterEach(async () => {
  await server?.kill();
  seen.length = 0;
});
afterAll(async () => {
  await upstream?.close();
  await rm(folder, { recursive: true, force: true });
});

async function importFrom(path: string, env: Record<string, string>) {
  server = await startServerProcess({
    cwd: folder,
    env: {
      DRAGOMAN_STORE_PATH: join(folder, `${randomUUID()}.db`),
      DRAGOMAN_OUTBOUND_ALLOW: 'localhost',
      ...env,
    },
  });
  const body = JSON.stringify({ items: [{ url: `https://localhost:${upstream.port}${path}` }] });
  const { json } = await sendRaw(server.port, '/imports', { method: 'POST', body });
  const list = await sendRaw(server.port, '/agents?top=0');
  return { results: json.results, entries: Number(list.headers['x-total-count']) };
}

it('accepts a card over a connection with a trusted certificate', async () => {
  const { results, entries } = await importFrom('/card', { NODE_EXTRA_CA_CERTS: certificate });
  expect(results).toMatchObject([{ status: 201, id: 'secure' }]);
  expect(entries).toBe(1);
});

it('rejects a card over a connection with an untrusted certificate, whatever NODE_TLS_REJECT_UNAUTHORIZED says', async () => {
  const { results, entries } = await importFrom('/card', { NODE_TLS_REJECT_UNAUTHORIZED: '0' });
  expect(results).toMatchObject([{ status: 502, error: { code: 'UPSTREAM_UNTRUSTED' } }]);
  expect(JSON.stringify(results)).toContain('certificate is not accepted');
  expect([entries, seen]).toEqual([0, []]);
});

it('does not follow redirects from https to http, even if http is allowed', async () => {
  const env = { NODE_EXTRA_CA_CERTS: certificate, DRAGOMAN_OUTBOUND_ALLOW_HTTP: 'true' };
  const { results, entries } = await importFrom('/to-http', env);
  expect(results).toMatchObject([{ status: 502, error: { code: 'UPSTREAM_REFUSED' } }]);
  expect([entries, seen]).toEqual([0, ['/to-http']]);
});
