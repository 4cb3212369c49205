import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestServer } from '../server.support.js';
import { pierWeather, startTestServer } from '../server.support.js';
import { readCredentialRequest } from './credential-request.js';

let server: TestServer;
let keys: Record<'owner' | 'guest' | 'admin' | 'reader', string>;
const path = '/agents/pier-weather/credentials';
const bearer = (more: object = {}) => ({ name: 'token', kind: 'bearer', secret: { token: 'otter-1' }, ...more });

beforeAll(async () => {
  server = await startTestServer({ flags: { 'auth.mode': 'optional' } });
  keys = {
    owner: await server.keyFor('owner', 'registry:read', 'registry:write'),
    guest: await server.keyFor('guest', 'registry:read', 'registry:write'),
    admin: await server.keyFor('admin', 'admin'),
    reader: await server.keyFor('reader', 'registry:read'),
  };
  await server.ask('POST', '/agents', { key: keys.owner, body: pierWeather });
  await server.ask('POST', '/agents', {
    key: keys.owner,
    body: { ...pierWeather, id: 'hidden', visibility: 'private' },
  });
});
afterAll(() => server.server.close());

const add = async (who: keyof typeof keys, body: object) =>
  server.ask('POST', path, { key: keys[who], body }).then(async (answer) => ({
    status: answer.status,
    json: (await answer.json()) as Record<string, string>,
  }));
const list = async (who: keyof typeof keys) => {
  const answer = await server.ask('GET', path, { key: keys[who] });
  return ((await answer.json()) as { credentials: { id: string }[] }).credentials.map(({ id }) => id);
};

describe('credentials of a service', () => {
  it('for everyone are stored by the owner only; every caller that sees the service can store its own', async () => {
    const common = await add('owner', bearer());
    expect([common.status, common.json]).toMatchObject([201, { kind: 'bearer', for: 'everyone', created_by: 'owner' }]);
    expect((await add('guest', bearer())).status).toBe(403);
    const own = await add('guest', bearer({ for: 'me' }));
    expect([own.status, own.json]).toMatchObject([201, { for: 'subject', subject: 'guest' }]);
    expect((await add('admin', bearer())).status).toBe(201);
    expect(await list('guest')).toEqual([own.json.id]);
    expect(await list('reader')).toEqual([]);
    expect((await list('owner')).length).toBe(3);
    expect((await list('admin')).length).toBe(3);

    const at = `${path}/${common.json.id}`;
    const mine = `${path}/${own.json.id}`;
    for (const method of ['PUT', 'DELETE']) {
      const body = method === 'PUT' ? { body: bearer({ for: 'me' }) } : {};
      expect((await server.ask(method, at, { key: keys.guest, ...body })).status, method).toBe(404);
      expect((await server.ask(method, at, { key: keys.reader, ...body })).status, method).toBe(403);
      expect((await server.ask(method, at, body)).status, method).toBe(401);
      const dry = { key: keys.guest, ...body, headers: { 'x-dry-run': 'true' } };
      expect(await (await server.ask(method, mine, dry)).json(), method).toMatchObject({ dry_run: true });
    }
    expect((await server.ask('PUT', mine, { key: keys.guest, body: bearer() })).status).toBe(403);
    expect((await server.ask('DELETE', mine, { key: keys.guest })).status).toBe(204);
    expect((await server.ask('DELETE', mine, { key: keys.guest })).status).toBe(404);
    expect(
      (await server.ask('DELETE', `/agents/hidden/credentials/${common.json.id}`, { key: keys.owner })).status,
    ).toBe(404);
  });

  it('of a hidden service are reported as not found', async () => {
    const hidden = '/agents/hidden/credentials';
    expect((await server.ask('GET', hidden, { key: keys.guest })).status).toBe(404);
    const body = bearer({ for: 'me' });
    expect((await server.ask('POST', hidden, { key: keys.guest, body })).status).toBe(404);
    expect((await server.ask('POST', hidden, { key: keys.owner, body })).status).toBe(201);
  });

  it('are checked by a dry run as by the change, with what could be called after it', async () => {
    const document = {
      openapi: '3.0.3',
      info: { title: 'Cranes', version: '1' },
      servers: [{ url: 'https://cranes.example/v1' }],
      components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Crane-Key' } } },
      paths: {
        '/cranes': {
          get: { security: [{ key: [] }], responses: {} },
          post: { security: [{ key: [] }], responses: {} },
        },
        '/hours': { get: { responses: {} } },
      },
    };
    await server.ask('POST', '/imports', {
      key: keys.owner,
      body: { items: [{ document, curation: { id: 'cranes' } }] },
    });
    const cranes = '/agents/cranes/credentials';
    const key = (name: string) => ({ name: 'k', kind: 'api_key', secret: { value: 'otter-9', name } });
    const ask = async (method: string, at: string, body?: object) => {
      const headers = { 'x-dry-run': 'true' };
      const answer = await server.ask(method, at, {
        key: keys.owner,
        headers,
        ...(body === undefined ? {} : { body }),
      });
      const json = (await answer.json()) as Record<string, unknown>;
      expect(JSON.stringify(json)).not.toContain('otter');
      return json;
    };
    const none = { requiring: 2, callable: 0 };
    const all = { requiring: 2, callable: 2 };
    const sent = { sent_to: ['https://cranes.example'], sent_as: 'header X-Crane-Key' };
    expect(await ask('POST', cranes, key('X-Crane-Key'))).toMatchObject({
      outcome: 'created',
      ...sent,
      before: none,
      after: all,
    });
    expect(await ask('POST', cranes, key('X-Other'))).toMatchObject({ before: none, after: none });
    const accepted = async () =>
      ((await (await server.ask('GET', cranes, { key: keys.owner })).json()) as { accepted: unknown }).accepted;
    const named = { type: 'api_key', in: 'header', name: 'X-Crane-Key', operations: 2 };
    expect(await accepted()).toEqual([{ ...named, missing: 2 }]);
    const stored = await server.ask('POST', cranes, { key: keys.owner, body: key('X-Crane-Key') });
    const { id } = (await stored.json()) as { id: string };
    expect(await accepted()).toEqual([{ ...named, missing: 0 }]);
    expect(await ask('PUT', `${cranes}/${id}`, key('X-Other'))).toMatchObject({
      outcome: 'rotated',
      before: all,
      after: none,
    });
    expect(await ask('DELETE', `${cranes}/${id}`)).toMatchObject({ outcome: 'deleted', before: all, after: none });
    const refused = { key: keys.guest, body: key('X-Crane-Key'), headers: { 'x-dry-run': 'true' } };
    expect((await server.ask('POST', path, refused)).status).toBe(403);
  });

  it('are audited with actor and action, without the secret', async () => {
    const { json } = await add('owner', bearer());
    await server.ask('PUT', `${path}/${json.id}`, { key: keys.owner, body: bearer({ secret: { token: 'otter-2' } }) });
    await server.ask('DELETE', `${path}/${json.id}`, { key: keys.owner });
    const records = (await server.store.audit.list({ limit: 1000, target: 'pier-weather' })).slice(-3);
    expect(records.map(({ actor, action, outcome }) => [actor, action, outcome])).toEqual([
      ['owner', 'credential.create', 'done'],
      ['owner', 'credential.replace', 'done'],
      ['owner', 'credential.remove', 'done'],
    ]);
    expect(records.every(({ detail }) => detail === JSON.stringify({ credential: json.id }))).toBe(true);
    const everything = JSON.stringify([await server.store.audit.list({ limit: 1000 }), server.log()]);
    expect(everything).not.toContain('otter');
  });
});

describe('a credential to store', () => {
  const pem = (name: string) =>
    readFileSync(new URL(`../../../../tests/e2e/fixtures/mtls/${name}.pem`, import.meta.url), 'utf8');
  const pair = { certificate: pem('crane.cert'), private_key: pem('crane.key') };
  const url = 'https://id.example/token';

  it.each<[string, object, object]>([
    ['api_key', { value: 'k' }, { kind: 'api_key', value: 'k', in: 'header', name: 'X-API-Key' }],
    ['oauth2_client', { token_url: url, client_id: 'a', client_secret: 'b' }, { tokenUrl: url, clientSecret: 'b' }],
    ['oauth2_client', { client_id: 'a', client_secret: 'b' }, { clientId: 'a' }],
    ['oauth2_client', { client_id: 'a', private_key: pair.private_key }, { clientAuth: 'private_key_jwt' }],
    ['oauth2_client', { client_id: 'a', client_secret: 'b', dpop: true }, { proofKey: expect.stringMatching('KEY') }],
    ['token_exchange', { token_url: url, audience: 'x' }, { tokenUrl: url, audience: 'x' }],
    ['jwt_bearer', { client_id: 'a', assertion: 'a.b.c' }, { clientId: 'a', assertion: 'a.b.c' }],
    ['jwt_bearer', {}, {}],
    ['enterprise', { idp_token_url: url, subject_token: 't' }, { idpTokenUrl: url, subjectToken: 't' }],
    ['mtls', pair, { certificate: pair.certificate, privateKey: pair.private_key }],
  ])('is parsed: %s', (kind, secret, read) => {
    const request = readCredentialRequest({ name: 'n', kind, secret } as never);
    expect(request).toMatchObject({ audience: 'everyone', secret: { kind, ...read } });
  });

  it.each<[string, string, unknown, string]>([
    ['no secret', 'bearer', {}, 'secret.token'],
    ['a string instead of an object', 'bearer', 'otter', 'secret'],
    ['an unknown kind', 'otter', {}, 'kind'],
    ['an unknown member', 'bearer', { token: 'a', tocken: 'otter' }, 'secret.tocken'],
    ['a line break', 'bearer', { token: 'otter\r\nX: y' }, 'secret.token'],
    ['a space in a token', 'bearer', { token: 'otter one' }, 'secret.token'],
    ['a key that is too long', 'api_key', { value: 'otter'.repeat(5000) }, 'secret.value'],
    ['a reserved header', 'api_key', { value: 'otter', name: 'Host' }, 'secret.name'],
    ['a connection header', 'api_key', { value: 'otter', name: 'Connection' }, 'secret.name'],
    ['a cookie', 'api_key', { value: 'otter', name: 'cookie' }, 'secret.name'],
    ['an invalid header name', 'api_key', { value: 'otter', name: 'a b' }, 'secret.name'],
    [
      'credentials in the URL',
      'oauth2_client',
      { token_url: 'https://a:otter@b/', client_id: 'a', client_secret: 'b' },
      'secret.token_url',
    ],
    [
      'an unsupported scheme',
      'oauth2_client',
      { token_url: 'file:///otter', client_id: 'a', client_secret: 'b' },
      'secret.token_url',
    ],
    ['a client without a secret or a key', 'oauth2_client', { client_id: 'otter' }, 'secret.client_secret'],
    [
      'a key and a secret',
      'oauth2_client',
      { client_id: 'a', client_secret: 'otter', private_key: pair.private_key },
      'secret.client_secret',
    ],
    [
      'a key for another algorithm',
      'oauth2_client',
      { client_id: 'a', private_key: pair.private_key, signing_algorithm: 'EdDSA' },
      'secret.private_key',
    ],
    [
      'an id of a key without a key',
      'oauth2_client',
      { client_id: 'a', client_secret: 'b', key_id: 'otter' },
      'secret.private_key',
    ],
    ['a secret without a client', 'jwt_bearer', { client_secret: 'otter' }, 'secret.client_id'],
    ['an assertion that is not a JWT', 'jwt_bearer', { assertion: 'otter' }, 'secret.assertion'],
    ['a wrong flag', 'jwt_bearer', { dpop: 'otter' }, 'secret.dpop'],
    ['no identity provider', 'enterprise', { subject_token: 'otter' }, 'secret.idp_token_url'],
    ['a client id without a secret', 'token_exchange', { token_url: url, client_id: 'otter' }, 'secret.client_secret'],
    ['a key that is not PEM', 'mtls', { ...pair, private_key: 'otter' }, 'secret.private_key'],
    ['the key of another certificate', 'mtls', { ...pair, private_key: pem('buoy.key') }, 'secret.private_key'],
  ])('is rejected with %s, without repeating the value', (_, kind, secret, field) => {
    const refusal = (() => {
      try {
        return readCredentialRequest({ name: 'n', kind, secret } as never);
      } catch (error) {
        return error as { code: string; message: string; fieldErrors: { field: string; detail: string }[] };
      }
    })();
    if (!('fieldErrors' in refusal)) throw new Error('it was accepted');
    expect(refusal.fieldErrors.map((error) => error.field)).toContain(field);
    const messages = refusal.fieldErrors.map(({ detail }) => detail).join(' ') + refusal.message;
    expect(messages).not.toContain('otter');
  });
});
