/** Credentials for services over real sockets: what the service receives, what is renewed, and that no secret leaks. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer as createHttp } from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createMemoryStore } from '@dragoman/core/engine';
import { createServer, isStartRefused, loadConfig } from '@dragoman/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentDocument } from './agent-document.js';
import type { GatewayServer } from './gateway-server.js';
import { sealingKey, startGatewayServer } from './gateway-server.js';

const file = (name: string) => fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url));
const pem = (name: string) => readFileSync(file(name), 'utf8');

interface Seen {
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
  certificate?: string;
}

let seen: Seen[];
let handle: (request: Seen, response: ServerResponse) => void;
let agent: Server;
let gateway: GatewayServer | undefined;

const json = (response: ServerResponse, body: unknown, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const socket = request.socket as { getPeerCertificate?: () => { subject?: { CN?: string } } };
  const certificate = socket.getPeerCertificate?.().subject?.CN;
  const arrived = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() };
  seen.push({ ...arrived, ...(certificate === undefined ? {} : { certificate }) });
  handle(arrived, response);
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

let host: string;
beforeEach(async () => {
  seen = [];
  handle = (_, response) => json(response, { ok: true });
  agent = createHttp(receive);
  host = await listen(agent);
});
afterEach(async () => {
  await gateway?.server.close();
  gateway = undefined;
  agent.closeAllConnections();
  agent.close();
});

async function start(flags: Record<string, unknown> = {}, store?: Parameters<typeof startGatewayServer>[1]) {
  gateway = await (store === undefined ? startGatewayServer(flags) : startGatewayServer(flags, store));
  return gateway;
}

async function register({ ask }: GatewayServer, type: string, more: Record<string, unknown> = {}) {
  const document = agentDocument('crane', { endpoint: `http://${host}/work`, authentication: { type }, ...more });
  const { status, text } = await ask('POST', '/agents', document);
  expect([status, text]).toEqual([201, expect.any(String)]);
}

const store = ({ ask }: GatewayServer, kind: string, secret: object) =>
  ask('POST', '/agents/crane/credentials', { name: kind, kind, secret });

describe('the credential that a service receives', () => {
  it('is the stored one, in any header or parameter; without one, nothing is sent', async () => {
    const server = await start();
    await register(server, 'api_key');
    const refused = await server.ask('POST', '/agents/crane/invoke', {});
    expect([refused.status, refused.json.detail]).toEqual([403, expect.stringContaining("requires 'api_key'")]);
    expect(seen).toEqual([]);

    await store(server, 'api_key', { value: 'k-1', in: 'query', name: 'app id' }).then(({ status }) =>
      expect(status).toBe(400),
    );
    const { json: made } = await store(server, 'api_key', { value: 'k 1', in: 'query', name: 'appid' });
    expect((await server.ask('POST', '/agents/crane/invoke', {})).status).toBe(200);
    const path = `/agents/crane/credentials/${made.id}`;
    const replacement = { name: 'header', kind: 'api_key', secret: { value: 'k-2', name: 'X-Crane-Key' } };
    expect((await server.ask('PUT', path, replacement)).status).toBe(200);
    expect((await server.ask('POST', '/agents/crane/invoke', {})).status).toBe(200);
    expect(
      (await server.ask('POST', '/agents/crane/invoke', {}, { 'X-Agent-Authorization': 'Bearer mine' })).status,
    ).toBe(200);
    expect(seen.map(({ path, headers }) => [path, headers['x-crane-key'], headers.authorization])).toEqual([
      ['/work?appid=k%201', undefined, undefined],
      ['/work', 'k-2', undefined],
      ['/work', undefined, 'Bearer mine'],
    ]);
    expect((await server.ask('DELETE', path)).status).toBe(204);
    expect((await server.ask('POST', '/agents/crane/invoke', {})).status).toBe(403);
  });

  it('is a token of client credentials, requested once, and once more when the service rejects it', async () => {
    let issued = 0;
    handle = ({ path, headers }, response) => {
      if (path === '/token') {
        issued += 1;
        return json(response, { access_token: `t-${issued}`, token_type: 'Bearer', expires_in: 3600 });
      }
      return headers.authorization === 'Bearer t-1' && seen.length > 5
        ? json(response, { error: 'expired' }, 401)
        : json(response, { ok: true });
    };
    const server = await start();
    await register(server, 'oauth2_bearer', { operations: [idempotentOperation] });
    const secret = { token_url: `http://${host}/token`, client_id: 'dragoman', client_secret: 'cs', scope: 'lift' };
    expect((await store(server, 'oauth2_client', secret)).status).toBe(201);
    await Promise.all(Array.from({ length: 4 }, () => server.ask('POST', '/agents/crane/invoke', {})));
    expect(seen.filter(({ path }) => path === '/token')).toMatchObject([
      {
        body: 'grant_type=client_credentials&scope=lift',
        headers: { authorization: `Basic ${Buffer.from('dragoman:cs').toString('base64')}` },
      },
    ]);
    // A token that was just issued is not renewed.
    expect((await server.ask('POST', '/agents/crane/invoke', {})).status).toBe(401);
    server.pass(10_000);
    expect((await server.ask('POST', '/agents/crane/invoke', {})).status).toBe(200);
    expect((await server.ask('POST', '/agents/crane/invoke', {})).status).toBe(200);
    expect(issued).toBe(2);
    expect(seen.at(-1)?.headers.authorization).toBe('Bearer t-2');
  });

  it("is exchanged from the caller's own token, so that the service knows on whose behalf it acts (RFC 8693)", async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const issuer = 'https://id.example';
    const jwks = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'EdDSA', use: 'sig' }] };
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = {
      iss: issuer,
      aud: 'dragoman',
      sub: 'ada',
      scope: 'admin',
      exp: Math.floor(Date.now() / 1000) + 600,
    };
    const signed = `${part({ alg: 'EdDSA', kid: 'one' })}.${part(claims)}`;
    const token = `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`;
    handle = ({ path, body }, response) => {
      const subject = new URLSearchParams(body).get('subject_token')?.split('.')[1] ?? '';
      const { sub } =
        path === '/token' ? (JSON.parse(Buffer.from(subject, 'base64url').toString()) as { sub: string }) : { sub: '' };
      return json(response, {
        access_token: `for-${sub}`,
        token_type: 'Bearer',
        issued_token_type: 'x',
        expires_in: 60,
      });
    };
    const server = await start({
      'auth.jwt.issuers': [{ issuer, audience: 'dragoman', jwks }],
      'secrets.exchangeAt': [`http://${host}`],
    });
    const ask: GatewayServer['ask'] = (method, path, body) =>
      server.ask(method, path, body, { authorization: `Bearer ${token}` });
    await register({ ...server, ask }, 'oauth2_bearer');
    const secret = { token_url: `http://${host}/token`, audience: 'crane', actor_token: 'us.jwt' };
    expect((await store({ ...server, ask }, 'token_exchange', secret)).status).toBe(201);
    expect((await ask('POST', '/agents/crane/invoke', {})).status).toBe(200);
    expect(seen.at(-1)?.headers.authorization).toBe('Bearer for-ada');
    expect(Object.fromEntries(new URLSearchParams(seen[0]?.body))).toMatchObject({
      subject_token: token,
      actor_token: 'us.jwt',
      audience: 'crane',
    });
  });

  it('is a client certificate in the handshake', async () => {
    const tls = { cert: pem('tls/localhost.cert.pem'), key: pem('tls/localhost.key.pem') };
    const options = { ...tls, ca: pem('mtls/ca.cert.pem'), requestCert: true, rejectUnauthorized: true };
    const secure = createHttps(options, receive);
    const secureHost = await listen(secure);
    try {
      const server = await start({ 'upstream.caFile': file('tls/localhost.cert.pem') });
      await register(server, 'mtls', { endpoint: `https://${secureHost}/work` });
      const pair = { certificate: pem('mtls/crane.cert.pem'), private_key: pem('mtls/crane.key.pem') };
      const mixed = await store(server, 'mtls', { ...pair, private_key: pem('mtls/buoy.key.pem') });
      expect(mixed.status).toBe(400);
      expect((await store(server, 'mtls', pair)).status).toBe(201);
      expect((await server.ask('POST', '/agents/crane/invoke', {})).status).toBe(200);
      expect(seen).toMatchObject([{ certificate: 'crane' }]);
    } finally {
      secure.closeAllConnections();
      secure.close();
    }
  });

  it.each(['http://169.254.169.254/token', 'http://[::1]/token', 'https://10.0.0.1/token'])(
    'is never requested from %s',
    async (token_url) => {
      const server = await start();
      await register(server, 'oauth2_bearer');
      await store(server, 'oauth2_client', { token_url, client_id: 'a', client_secret: 'b' });
      const { status, json: problem } = await server.ask('POST', '/agents/crane/invoke', {});
      expect([status, problem.code]).toEqual([502, 'UPSTREAM_REFUSED']);
      expect(seen).toEqual([]);
    },
  );
});

const idempotentOperation = {
  name: 'lift',
  description: 'Lifts once, however often it is called.',
  inputs: { type: 'object' },
  outputs: { type: 'object' },
  idempotent: true,
};

describe('secrets', () => {
  it('do not appear in any response, log line, metric, audit record or byte of the database', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dragoman-secrets-'));
    const mark = 'squirrel-7f3a';
    const { privateKey } = generateKeyPairSync('ed25519');
    const key = createPrivateKey(privateKey.export({ format: 'pem', type: 'pkcs8' }) as string);
    const keyBody = String(key.export({ format: 'pem', type: 'pkcs8' })).split('\n')[1] ?? '';
    expect(createPublicKey(key).asymmetricKeyType).toBe('ed25519');
    try {
      const server = await start({ store: join(folder, 'dragoman.db'), 'secrets.exchangeAt': [`http://${host}`] });
      await register(server, 'api_key');
      const secrets: [string, object][] = [
        ['api_key', { value: mark }],
        ['bearer', { token: mark }],
        ['oauth2_client', { token_url: `http://${host}/token?x`, client_id: 'a', client_secret: mark }],
        ['token_exchange', { token_url: `http://${host}/token`, actor_token: mark }],
        ['mtls', { certificate: pem('mtls/crane.cert.pem'), private_key: pem('mtls/crane.key.pem') }],
        [
          'mtls',
          { certificate: pem('mtls/crane.cert.pem'), private_key: key.export({ format: 'pem', type: 'pkcs8' }) },
        ],
        ['bearer', { token: `${mark} with a blank` }],
        ['oauth2_client', { token_url: mark, client_id: 'a', client_secret: mark }],
        [mark, { token: mark }],
      ];
      const answers: string[] = [];
      const ask: GatewayServer['ask'] = async (...request) => {
        const answer = await server.ask(...request);
        answers.push(answer.text, JSON.stringify([...answer.headers]));
        return answer;
      };
      for (const [kind, secret] of secrets) await store({ ...server, ask }, kind, secret);
      await ask('POST', '/agents/crane/credentials', `{"name":"x","kind":"bearer","secret":{"token":"${mark}"`);
      await ask('POST', '/agents/crane/invoke', {});
      handle = (_, response) => response.destroy();
      await ask('POST', '/agents/crane/invoke', {});
      handle = (_, response) => json(response, { error: 'invalid_client', error_description: mark }, 401);
      await ask('POST', '/agents/crane/invoke', {});
      await ask('POST', '/agents/crane/invoke', {}, { 'X-Agent-Authorization': `Bearer ${mark}` });
      for (const path of [
        '/agents/crane/credentials',
        '/agents/crane',
        '/audit?limit=200',
        '/metrics',
        '/openapi.json',
      ]) {
        expect((await ask('GET', path)).status).toBe(200);
      }
      expect(seen.some(({ headers }) => headers['x-api-key'] === mark)).toBe(true);
      const files = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'latin1')));
      await server.server.close();
      const after = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'latin1')));
      const places = { answers: ownWords(answers), log: server.log, files, after };
      for (const [name, texts] of Object.entries(places)) {
        expect(texts.length, name).toBeGreaterThan(0);
        for (const secret of [mark, Buffer.from(mark).toString('base64').slice(0, 16), keyBody, keyOf('crane')]) {
          expect(
            texts.filter((text) => text.includes(secret)),
            name,
          ).toEqual([]);
        }
      }
    } finally {
      await gateway?.server.close();
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('cannot be decrypted without their key, so the server refuses to start and says why', async () => {
    const memory = createMemoryStore();
    const server = await start({}, { ...memory, close: async () => {} });
    await register(server, 'api_key');
    await store(server, 'api_key', { value: 'k' });
    await server.server.close();
    const open = (key: string) =>
      createServer(
        loadConfig({ cwd: '/nowhere', environment: {}, flags: { 'log-level': 'silent', 'secrets.key': key } }),
        {
          store: { ...memory, close: async () => {} },
        },
      );
    const refusal = await open('11'.repeat(32)).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(isStartRefused(refusal)).toBe(true);
    expect(String(refusal)).toContain('sealed with a missing key');
    await (await open(`${'11'.repeat(32)},${sealingKey}`)).close();
  });
});

/** Responses are forwarded unchanged, so secrets in the scripted service's own responses do not count. */
function ownWords(answers: readonly string[]): string[] {
  return answers.filter((text) => !text.includes('error_description'));
}

function keyOf(name: string): string {
  return pem(`mtls/${name}.key.pem`).split('\n')[1] ?? '';
}
