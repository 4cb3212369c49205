/** Logins at hostile and broken authorization servers: what is refused, why, and what they never get. */
import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { GatewayServer } from './gateway-server.js';
import { startGatewayServer } from './gateway-server.js';

type Reply = (response: ServerResponse, base: string, request: IncomingMessage) => void;

const json =
  (body: (base: string) => unknown, status = 200): Reply =>
  (response, base) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body(base)));

const redirectTo =
  (target: (base: string) => string): Reply =>
  (response, base) =>
    response.writeHead(302, { location: target(base) }).end();

/** Sends bytes until the client hangs up. */
const endless: Reply = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const piece = Buffer.alloc(65_536, 0x20);
  const pump = () => {
    while (response.write(piece));
  };
  response.on('drain', pump);
  pump();
};

const metadata = (change: Record<string, unknown> = {}) =>
  json((base) => ({
    issuer: base,
    authorization_endpoint: `${base}/authorize`,
    token_endpoint: `${base}/token`,
    registration_endpoint: `${base}/register`,
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    ...change,
  }));

const resource = (change: Record<string, unknown> = {}) =>
  json((base) => ({ resource: `${base}/mcp`, authorization_servers: [base], ...change }));

const asMetadata = '/.well-known/oauth-authorization-server';
const prm = '/.well-known/oauth-protected-resource/mcp';

/** An honest server; each test changes one part. */
const honest: Record<string, Reply> = {
  '/mcp': (response) => response.writeHead(401, { 'www-authenticate': 'Bearer' }).end(),
  [prm]: resource(),
  [asMetadata]: metadata(),
  '/register': json(() => ({ client_id: 'c-1' }), 201),
  '/token': json(() => ({ access_token: 'issued-token', token_type: 'Bearer', expires_in: 60 })),
};

let parts: Record<string, Reply>;
let paths: string[];
let elsewhere: string[];
let server: Server;
let other: Server;
let base: string;
let otherBase: string;
let gateway: GatewayServer;

async function listen(made: Server): Promise<string> {
  made.listen(0, '127.0.0.1');
  await once(made, 'listening');
  return `http://127.0.0.1:${(made.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    paths.push(path);
    const reply = parts[path];
    if (reply === undefined) response.writeHead(404).end();
    else reply(response, base, request);
  });
  other = createServer((request, response) => {
    elsewhere.push(request.url ?? '');
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  [base, otherBase] = [await listen(server), await listen(other)];
  gateway = await startGatewayServer({ 'outbound.totalTimeoutMs': 3000 });
});
afterAll(async () => {
  await gateway.server.close();
  for (const each of [server, other]) {
    each.closeAllConnections();
    each.close();
  }
});
beforeEach(() => {
  parts = { ...honest };
  [paths, elsewhere] = [[], []];
});

const redirect_uri = 'http://127.0.0.1:4787/callback';
const start = (body: Record<string, unknown> = {}) =>
  gateway.ask('POST', '/credential-logins', { url: `${base}/mcp`, redirect_uri, ...body });
const finish = (login: unknown, response: string) =>
  gateway.ask('POST', '/credential-logins/finish', { login, response });

/** The action that a failure of a login names. */
const action =
  /Report (?:this|the error) to|--client-id|--issuer|--register|--kind bearer|Start the login again|start it again|outbound\.allow|Log in again|No action needed/;

describe('a login is not started', () => {
  it.each<[string, () => Record<string, Reply>, RegExp]>([
    [
      'metadata of another issuer',
      () => ({ [asMetadata]: metadata({ issuer: 'https://evil.example' }) }),
      /issuer https:\/\/evil\.example/,
    ],
    ['no PKCE', () => ({ [asMetadata]: metadata({ code_challenge_methods_supported: undefined }) }), /PKCE with S256/],
    [
      'only plain PKCE',
      () => ({ [asMetadata]: metadata({ code_challenge_methods_supported: ['plain'] }) }),
      /PKCE with S256/,
    ],
    [
      'metadata without an end',
      () => ({ [asMetadata]: endless }),
      /oauth-authorization-server.*more than 131072 bytes/,
    ],
    ['an error instead of metadata', () => ({ [asMetadata]: json(() => ({}), 500) }), /no metadata.*RFC 8414/],
    [
      'an issuer that does not answer',
      () => ({ [prm]: resource({ authorization_servers: ['http://127.0.0.1:9'] }) }),
      /127\.0\.0\.1:9\/.*ECONNREFUSED/,
    ],
    [
      'no metadata of the service, and no authorization server there',
      () => ({ [prm]: json(() => ({}), 404), [asMetadata]: json(() => ({}), 404), '/register': json(() => ({}), 404) }),
      /names no authorization server.*--issuer/,
    ],
    ['resource metadata without an end', () => ({ [prm]: endless }), /more than 131072 bytes/],
    ['a redirect to another host', () => ({ [asMetadata]: redirectTo(() => `${otherBase}/metadata`) }), /redirects/],
    ['endless redirects', () => ({ [prm]: redirectTo((at) => `${at}${prm}`) }), /redirects/],
    [
      'metadata of another resource',
      () => ({ [prm]: resource({ resource: 'https://evil.example/mcp' }) }),
      /resource https:\/\/evil\.example\/mcp/,
    ],
    [
      'a sibling path as resource',
      () => ({ [prm]: json((at) => ({ resource: `${at}/mc`, authorization_servers: [at] })) }),
      /not for/,
    ],
    [
      'an issuer on a forbidden address',
      () => ({ [prm]: resource({ authorization_servers: ['http://169.254.169.254'] }) }),
      /not (?:be )?(?:allowed|called|reached)|may be called|allow/i,
    ],
    [
      'an authorization page without TLS',
      () => ({ [asMetadata]: metadata({ authorization_endpoint: 'http://evil.example/a' }) }),
      /authorization_endpoint/,
    ],
    [
      'an authorization page that is a script',
      () => ({ [asMetadata]: metadata({ authorization_endpoint: 'javascript:alert(1)' }) }),
      /authorization_endpoint/,
    ],
    ['metadata that is an array', () => ({ [asMetadata]: json(() => []) }), /not a JSON object/],
    [
      'refused registration',
      () => ({
        '/register': json(() => ({ error: 'invalid_redirect_uri', error_description: 'Partners only' }), 400),
      }),
      /refused to register.*--client-id.*Partners only/s,
    ],
    [
      'no registration',
      () => ({ [asMetadata]: metadata({ registration_endpoint: undefined }) }),
      /does not register clients.*--client-id/,
    ],
  ])('with %s', async (_, change, message) => {
    Object.assign(parts, change());
    const { status, text, json: body } = await start();
    expect(status, text).toBeGreaterThanOrEqual(400);
    expect(status).not.toBe(500);
    expect(String(body.detail)).toMatch(message);
    expect(String(body.detail)).toMatch(action);
    expect(elsewhere).toEqual([]);
    expect(paths).not.toContain('/token');
  });

  it('with a redirect URI that is not on this machine, or a body that is wrong in several places', async () => {
    const foreign = await start({ redirect_uri: 'https://evil.example/callback' });
    expect(foreign.json.field_errors).toEqual([expect.objectContaining({ field: 'redirect_uri' })]);
    const wrong = await gateway.ask('POST', '/credential-logins', { service: 'a', url: 'b', for: 'all', state: 1 });
    expect((wrong.json.field_errors as { field: string }[]).map(({ field }) => field)).toEqual(
      expect.arrayContaining(['state', 'for', 'redirect_uri']),
    );
    expect(paths).toEqual([]);
  });

  it('of a service that demands no token and names no authorization server', async () => {
    parts = { '/mcp': json(() => ({})) };
    expect(String((await start()).json.detail)).toMatch(/nothing to log in to/);
  });
});

describe('a login is not finished', () => {
  async function pending() {
    const { json: started, text } = await start();
    const url = new URL(String(started.authorization_url ?? text));
    return { login: started.login, state: url.searchParams.get('state') ?? '', url };
  }

  it('with another state, issuer or error, and the code is not sent anywhere', async () => {
    const { login, state, url } = await pending();
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      redirect_uri,
      response_type: 'code',
      code_challenge_method: 'S256',
      resource: `${base}/mcp`,
    });
    const wrong = [
      'code=x&state=guess',
      `code=x&state=${state}&iss=https%3A%2F%2Fevil.example`,
      `code=x&state=${state}&iss=${encodeURIComponent(`${base}/`)}`,
      `code=x&state=${state}&state=${state}`,
      `state=${state}&error=access_denied`,
      `state=${state}`,
    ];
    for (const response of wrong) {
      const { status, json: body } = await finish(login, response);
      expect([403, 409]).toContain(status);
      expect(String(body.detail)).toMatch(/Log in again|tart the login again|start it again/);
    }
    expect(paths).not.toContain('/token');
  });

  it('by another caller, after ten minutes, with a changed state, or twice', async () => {
    const { login, state } = await pending();
    const changed = `${String(login).slice(0, -4)}AAAA`;
    expect((await finish(changed, `code=x&state=${state}`)).status).toBe(409);
    expect((await finish(login, `code=x&state=${state}`)).status).toBe(201);
    expect((await finish(login, `code=x&state=${state}`)).json.detail).toMatch(/already finished/);
    const late = await pending();
    gateway.pass(601_000);
    expect((await finish(late.login, `code=x&state=${late.state}`)).json.detail).toMatch(/ten minutes/);
  });

  it('when the token endpoint redirects, refuses, or answers with another kind of token', async () => {
    const replies: [Reply, number, RegExp][] = [
      [
        redirectTo(() => `${otherBase}/token`),
        502,
        /redirected.*302.*not followed.*nothing was stored.*Start the login again/,
      ],
      [json(() => ({ error: 'invalid_grant', error_description: 'secret words' }), 400), 403, /Start the login again/],
      [json(() => ({ error: 'invalid_client' }), 401), 403, /--register/],
      [json(() => ({}), 503), 502, /answered with status 503.*Start the login again/],
      [json(() => ({ access_token: 'x', token_type: 'DPoP' })), 502, /invalid response/],
      [endless, 502, /more than 131072 bytes/],
    ];
    for (const [reply, expected, message] of replies) {
      const { login, state } = await pending();
      parts['/token'] = reply;
      const { status, text } = await finish(login, `code=x&state=${state}`);
      expect(status, text).toBe(expected);
      expect(text).toMatch(message);
      expect(text).not.toContain('secret words');
      parts['/token'] = honest['/token'] as Reply;
    }
    expect(elsewhere).toEqual([]);
  });
});
