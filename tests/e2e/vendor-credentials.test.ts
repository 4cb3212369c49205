/** Credentials of followed vendors over real sockets: every kind, renewal, calls, and no disclosure to others. */
import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { GatewayServer } from './gateway-server.js';
import { startGatewayServer } from './gateway-server.js';

interface Seen {
  path: string;
  headers: IncomingMessage['headers'];
}

type Answer = { status: number; body?: unknown; location?: string };

const open: Server[] = [];
let gateway: GatewayServer | undefined;
let seen: Seen[];

/** Starts a vendor with a handler function. */
async function startVendor(answer: (request: Seen) => Answer): Promise<string> {
  const server = createServer((request, response) => {
    const arrived = { path: request.url ?? '', headers: request.headers };
    seen.push(arrived);
    request.resume();
    request.on('end', () => {
      const { status, body = {}, location } = answer(arrived);
      const headers = { 'content-type': 'application/json', ...(location === undefined ? {} : { location }) };
      response.writeHead(status, headers).end(JSON.stringify(body));
    });
  });
  open.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeEach(() => {
  seen = [];
});
afterEach(async () => {
  await gateway?.server.close();
  gateway = undefined;
  for (const server of open.splice(0)) server.close();
});

const tool = {
  toolId: '21c6c0ad-6d2b-4c0a-9a53-6a1f3e6b7d01',
  name: 'check_status',
  description: 'Reports where a parcel is.',
  version: 1,
  currentVersion: 1,
  input_parameters: [{ id: 'parcel', name: 'parcel', description: 'Its number.' }],
  output_parameters: [{ id: 'status', name: 'status', description: 'Where it is.' }],
};
const list = { items: [tool], paging: { pageLimit: 20, next: null } };
const result = { output_parameters: [{ name: 'status', value: 'here' }] };

/** A vendor that requires a credential for its list and its calls. */
const guarded = (wanted: (request: Seen) => boolean) => (request: Seen) => {
  if (!wanted(request)) return { status: 401, body: { error: { code: 'Unauthorized', message: 'No.' } } };
  return { status: 200, body: request.path.includes(':invoke') ? result : list };
};

async function follow(root: string): Promise<string> {
  gateway ??= await startGatewayServer({ 'crawl.enabled': false });
  const made = await gateway.ask('POST', '/sources', { url: root, kind: 'nact' });
  return (made.json.sources as { id: string }[])[0]?.id ?? made.text;
}

/** Refreshes a source and calls its tool through a toolset; returns both statuses. */
async function use(id: string): Promise<[state: unknown, call: number, all: string]> {
  const looked = await gateway?.ask('POST', `/sources/${id}/refresh`);
  const [agent] = (looked?.json.agent_ids ?? []) as string[];
  if (agent === undefined) return [looked?.json.state, 0, looked?.text ?? ''];
  const made = await gateway?.ask('POST', '/toolsets', {
    name: 'Desk',
    tools: [{ agent_id: agent, tool: 'check_status' }],
  });
  const set = made?.json as { id: string; tools: { tool_id: string }[] };
  const body = { name: 'check_status', input_parameters: [{ name: 'parcel', value: 'P-1' }] };
  const called = await gateway?.ask('POST', `/toolsets/${set.id}/tools/${set.tools[0]?.tool_id}:invoke`, body);
  const exported = await gateway?.ask('GET', `/toolsets/${set.id}/export`);
  return [looked?.json.state, called?.status ?? 0, [looked?.text, made?.text, exported?.text].join('')];
}

it('[NACT-DES-02] lets an administrator configure an API key, a token, or OAuth with renewal for each vendor; none is part of exported data', async () => {
  let valid = 1;
  let issued = 0;
  const key = await startVendor(guarded(({ headers }) => headers['x-vendor-key'] === 'secret-key'));
  const bearer = await startVendor(guarded(({ headers }) => headers.authorization === 'Bearer secret-token'));
  const oauth = await startVendor((request) => {
    if (request.path === '/token') {
      issued += 1;
      return { status: 200, body: { access_token: `secret-access-${issued}`, token_type: 'Bearer', expires_in: 3600 } };
    }
    return guarded(({ headers }) => headers.authorization === `Bearer secret-access-${valid}`)(request);
  });
  const client = { token_url: `${oauth}/token`, client_id: 'dragoman', client_secret: 'secret-client' };
  const kinds = [
    [key, { name: 'key', kind: 'api_key', secret: { value: 'secret-key', name: 'X-Vendor-Key' } }],
    [bearer, { name: 'token', kind: 'bearer', secret: { token: 'secret-token' } }],
    [oauth, { name: 'client', kind: 'oauth2_client', secret: client }],
  ] as const;
  for (const [root, credential] of kinds) {
    const id = await follow(root);
    expect((await use(id))[0], credential.kind).toBe('failing');
    expect((await gateway?.ask('PUT', `/sources/${id}/credential`, credential))?.status).toBe(200);
    const [state, call, said] = await use(id);
    expect([state, call], credential.kind).toEqual(['current', 200]);
    expect(said).not.toContain('secret-');
  }
  const id = await follow(oauth);
  valid = 2;
  gateway?.pass(60_000);
  expect((await use(id)).slice(0, 2)).toEqual(['current', 200]);
  expect(issued).toBe(2);
  expect(gateway?.log.join('\n')).not.toContain('secret-');
});

it('does not send a vendor’s credential to a redirect target', async () => {
  const other = await startVendor(() => ({ status: 200, body: list }));
  const vendor = await startVendor(() => ({ status: 307, location: `${other}/tools` }));
  const id = await follow(vendor);
  const credential = { name: 'token', kind: 'bearer', secret: { token: 'secret-token' } };
  await gateway?.ask('PUT', `/sources/${id}/credential`, credential);
  await gateway?.ask('POST', `/sources/${id}/refresh`);
  expect(seen.map(({ path, headers }) => [path, headers.authorization])).toEqual([
    ['/tools', 'Bearer secret-token'],
    ['/tools', undefined],
  ]);
});
