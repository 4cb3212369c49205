/**
 * Tokens for programs, from a real authorization server: client credentials with a secret and with a key, found from the
 * address of the MCP server; and tokens that are bound to a key, of programs and of people.
 */
import { execFile } from 'node:child_process';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GatewayServer } from './gateway-server.js';
import { startGatewayServer } from './gateway-server.js';
import type { LoginProvider } from './login-provider.js';
import { logInAt, startLoginProvider, tokenSeconds } from './login-provider.js';

const bin = fileURLToPath(new URL('../../packages/cli/bin/dragoman.js', import.meta.url));
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const program = { grant_types: ['client_credentials'], redirect_uris: [], response_types: [] };

const clients = () => [
  { ...program, client_id: 'with-secret', client_secret: 'a secret of the harbour' },
  {
    ...program,
    client_id: 'with-key',
    token_endpoint_auth_method: 'private_key_jwt' as const,
    token_endpoint_auth_signing_alg: 'ES256' as const,
    jwks: { keys: [{ ...createPublicKey(privateKey).export({ format: 'jwk' }), kid: 'k1', use: 'sig' }] },
  },
];

let gateway: GatewayServer;
let folder: string;
let key: string;

beforeAll(async () => {
  gateway = await startGatewayServer();
  const { json } = await gateway.ask('POST', '/keys', { name: 'ada', subject: 'ada', scopes: ['admin'] });
  key = String(json.key);
  folder = await mkdtemp(join(tmpdir(), 'dragoman-grants-'));
  await writeFile(join(folder, 'key.pem'), pem);
  await writeFile(join(folder, 'secret'), 'a secret of the harbour\n');
});
afterAll(async () => {
  await gateway?.server.close();
  await rm(folder, { recursive: true, force: true });
});

const ask = (method: string, path: string, body?: object) =>
  gateway.ask(method, path, body, { authorization: `Bearer ${key}` });

async function dragoman(...argv: string[]) {
  const env = { PATH: process.env.PATH ?? '', DRAGOMAN_SERVER: gateway.url, DRAGOMAN_KEY: key };
  const done = promisify(execFile)(process.execPath, [bin, ...argv], { cwd: folder, env });
  return done.then(
    ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ code, text: stdout + stderr }),
  );
}

async function importServer(url: string): Promise<string> {
  const { json, text } = await ask('POST', '/imports', { items: [{ url }] });
  const [{ id }] = json.results as [{ id?: string }];
  expect(id, text).toBeDefined();
  return String(id);
}

const whoami = (id: string) => ask('POST', `/agents/${id}/invoke`, { operation: 'whoami', input: {} });

describe('client credentials', () => {
  let provider: LoginProvider;
  beforeAll(async () => {
    provider = await startLoginProvider({ clients: clients() });
  });
  afterAll(() => provider.close());

  it('of a client with a key are stored for a URL on the command line, and renewed', async () => {
    const client = ['--kind', 'oauth2_client', '--client-id', 'with-key', '--client-auth', 'private_key_jwt'];
    const refused = await dragoman('credentials', 'add', provider.mcp, ...client, '--secret-file', 'secret');
    expect([refused.code, refused.text]).toEqual([1, expect.stringContaining('secret.private_key')]);
    const key = ['--key-id', 'k1', '--secret-file', 'key.pem'];
    const stored = await dragoman('credentials', 'add', provider.mcp, ...client, ...key);
    expect(stored).toEqual({ code: 0, text: `stored  ${provider.mcp}  oauth2_client\n` });
    expect((await dragoman('credentials', 'list', provider.mcp)).text).toMatch(/^oauth2_client {2}oauth2_client {2}/);
    const id = await importServer(provider.mcp);
    expect((await whoami(id)).text).toContain('with-key');
    expect(provider.grants).toEqual(['client_credentials']);
    gateway.pass(tokenSeconds * 1000);
    expect((await whoami(id)).status).toBe(200);
    expect(provider.grants).toEqual(['client_credentials', 'client_credentials']);
    expect((await dragoman('credentials', 'remove', provider.mcp)).code).toBe(0);
    expect((await whoami(id)).status).toBe(403);
    const file = ['--client-id', 'with-secret', '--secret-file', 'secret'];
    expect((await dragoman('credentials', 'add', id, '--kind', 'oauth2_client', ...file)).code).toBe(0);
    expect((await whoami(id)).text).toContain('with-secret');
  });

  it('are refused before they are stored when the service accepts no tokens of the issuer', async () => {
    const secret = { client_id: 'a', client_secret: 'b', issuer: 'https://other.example' };
    const body = { url: provider.mcp, name: 'x', kind: 'oauth2_client', secret };
    const { status, text } = await ask('PUT', '/url-credential', body);
    expect([status, text]).toEqual([409, expect.stringContaining(provider.issuer)]);
    expect((await ask('GET', `/url-credential?url=${encodeURIComponent(provider.mcp)}`)).status).toBe(404);
  });

  it('for an address that is not a URL, or that has none stored, are an explained refusal', async () => {
    for (const url of ['file:///etc/passwd', 'x', 5]) {
      const body = { url, name: 'x', kind: 'bearer', secret: { token: 't' } };
      expect((await ask('PUT', '/url-credential', body)).status).toBe(400);
    }
    expect((await ask('DELETE', '/url-credential?url=https://a.example/mcp')).status).toBe(404);
  });
});

describe('tokens that are bound to a key', () => {
  let provider: LoginProvider;
  beforeAll(async () => {
    provider = await startLoginProvider({ clients: clients(), dpop: true });
  });
  afterAll(() => provider.close());

  it('are used by programs and people, with a new proof and the nonces of both servers', async () => {
    const secret = { client_id: 'with-secret', client_secret: 'a secret of the harbour' };
    const body = { url: provider.mcp, name: 'x', kind: 'oauth2_client', secret };
    expect((await ask('PUT', '/url-credential', body)).status).toBe(200);
    const id = await importServer(provider.mcp);
    expect((await whoami(id)).text).toContain('with-secret');
    const start = { service: id, redirect_uri: 'http://127.0.0.1:4788/callback', scope: 'notes:read' };
    const { json } = await ask('POST', '/credential-logins', start);
    expect(new URL(String(json.authorization_url)).searchParams.get('dpop_jkt')).toMatch(/^[\w-]{43}$/);
    const back = new URL(await logInAt(String(json.authorization_url), 'grace'));
    const finished = await ask('POST', '/credential-logins/finish', {
      login: json.login,
      response: back.search.slice(1),
    });
    expect(finished.status, finished.text).toBe(201);
    expect((await whoami(id)).text).toContain('grace');
    gateway.pass(tokenSeconds * 1000);
    expect((await whoami(id)).text).toContain('grace');
    expect(provider.grants.slice(-2)).toEqual(['authorization_code', 'refresh_token']);
  });
});
