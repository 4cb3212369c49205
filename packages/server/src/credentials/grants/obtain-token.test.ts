import { createHash, createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import type { TokenSecret } from '../credential-content.js';
import { createReadWorkloadToken, requestFor } from './obtain-token.js';
import { createProofs, newProofKey, thumbprint } from './possession.js';
import { algorithmOf, signJwt } from './sign-jwt.js';
import type { TokenRequest } from './token-endpoint.js';
import { createTokenEndpoint } from './token-endpoint.js';

const clock = { now: () => Date.parse('2026-03-01T00:00:00Z') };
const client = { tokenUrl: 'https://id.example/token', clientId: 'us & them', clientSecret: 's:cret' } as const;
const urn = (name: string) => `urn:ietf:params:oauth:${name}`;

const form = ({ form: fields }: TokenRequest) => Object.fromEntries(fields);
const part = (jwt: string, index: number) =>
  JSON.parse(Buffer.from(jwt.split('.')[index] ?? '', 'base64url').toString()) as JsonObject;

function ask(secret: TokenSecret, callerToken?: string) {
  const asked: TokenRequest[] = [];
  const endpoint = {
    async request(request: TokenRequest) {
      asked.push(request);
      return { token: 'id.jag.token', expiresIn: 300 };
    },
  };
  const ports = { endpoint, clock, proofsOf: createProofs(clock), readWorkloadToken: async () => 'work.load.token' };
  const plan = callerToken === undefined ? { secret } : { secret, callerToken };
  return requestFor(ports, plan).then((request) => ({ request, asked }));
}

const pemOf = (type: 'ec' | 'rsa' | 'ed25519', options: object = {}) =>
  generateKeyPairSync(type as 'ec', options as { namedCurve: string })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();

describe('the request for a token', () => {
  it('has the form of client credentials, with the secret in the header or in the form', async () => {
    const { request: basic } = await ask({ kind: 'oauth2_client', ...client, scope: 'a b', audience: 'w' });
    expect(form(basic)).toEqual({ grant_type: 'client_credentials', scope: 'a b', audience: 'w' });
    expect(basic.authorization).toBe(`Basic ${Buffer.from('us+%26+them:s%3Acret').toString('base64')}`);
    const { request } = await ask({ kind: 'oauth2_client', ...client, clientAuth: 'form' });
    expect(request.authorization).toBeUndefined();
    expect(form(request)).toMatchObject({ client_id: 'us & them', client_secret: 's:cret' });
  });

  it('has the form of an exchange, with subject and actor (RFC 8693 §2.1)', async () => {
    const secret = { ...client, actorToken: 'us.jwt', resource: 'https://weather.example' };
    const { request } = await ask({ kind: 'token_exchange', ...secret }, 'ada.jwt');
    expect(form(request)).toEqual({
      grant_type: urn('grant-type:token-exchange'),
      resource: 'https://weather.example',
      subject_token: 'ada.jwt',
      subject_token_type: urn('token-type:jwt'),
      requested_token_type: urn('token-type:access_token'),
      actor_token: 'us.jwt',
      actor_token_type: urn('token-type:jwt'),
    });
  });

  it('has a new signed assertion for each attempt where the client has a key', async () => {
    const privateKey = pemOf('ec', { namedCurve: 'P-256' });
    const secret = { tokenUrl: client.tokenUrl, issuer: 'https://id.example', clientId: 'us', keyId: 'k1', privateKey };
    const { request } = await ask({ kind: 'oauth2_client', ...secret, clientAuth: 'private_key_jwt' });
    expect(form(request)).toEqual({ grant_type: 'client_credentials', client_id: 'us' });
    const [one, other] = [request.fresh?.(), request.fresh?.()];
    expect(one?.client_assertion_type).toBe(urn('client-assertion-type:jwt-bearer'));
    const jwt = one?.client_assertion ?? '';
    expect(part(jwt, 0)).toEqual({ alg: 'ES256', typ: 'JWT', kid: 'k1' });
    const claims = part(jwt, 1);
    expect(claims).toMatchObject({ iss: 'us', sub: 'us', aud: 'https://id.example' });
    expect(Number(claims.exp) - Number(claims.iat)).toBe(60);
    expect(claims.jti).not.toBe(part(other?.client_assertion ?? '', 1).jti);
    expect(isSigned(jwt, privateKey)).toBe(true);
  });

  it('presents the stored assertion, or the identity of the workload (RFC 7523 §2.1)', async () => {
    const secret = { tokenUrl: client.tokenUrl, clientId: 'us', resource: 'https://a.example/mcp' };
    const { request } = await ask({ kind: 'jwt_bearer', ...secret, assertion: 'a.b.c' });
    expect(form(request)).toEqual({
      grant_type: urn('grant-type:jwt-bearer'),
      resource: 'https://a.example/mcp',
      assertion: 'a.b.c',
      client_id: 'us',
    });
    const { request: workload } = await ask({ kind: 'jwt_bearer', ...secret });
    expect(form(workload).assertion).toBe('work.load.token');
  });

  it('of an enterprise follows the exchange for an identity assertion of its identity provider', async () => {
    const secret = {
      ...client,
      issuer: 'https://id.example',
      resource: 'https://a.example/mcp',
      idpTokenUrl: 'https://sso.example/token',
      idpClientId: 'gateway',
    };
    const { request, asked } = await ask({ kind: 'enterprise', ...secret, subjectToken: 'ada.id.token' });
    const [first = expect.fail('not asked')] = asked;
    expect(first).toMatchObject({ url: 'https://sso.example/token', expects: 'N_A' });
    expect(form(first)).toEqual({
      grant_type: urn('grant-type:token-exchange'),
      requested_token_type: urn('token-type:id-jag'),
      subject_token: 'ada.id.token',
      subject_token_type: urn('token-type:id_token'),
      audience: 'https://id.example',
      resource: 'https://a.example/mcp',
      client_id: 'gateway',
    });
    expect(form(request)).toEqual({
      grant_type: urn('grant-type:jwt-bearer'),
      resource: 'https://a.example/mcp',
      assertion: 'id.jag.token',
    });
    expect(request.authorization).toMatch(/^Basic /);
    const { asked: ofCaller } = await ask({ kind: 'enterprise', ...secret }, 'ada.jwt');
    expect(form(ofCaller[0] ?? expect.fail('not asked'))).toMatchObject({
      subject_token: 'ada.jwt',
      subject_token_type: urn('token-type:jwt'),
    });
  });
});

describe('a key of a client', () => {
  it.each([
    ['ES256', pemOf('ec', { namedCurve: 'P-256' })],
    ['ES384', pemOf('ec', { namedCurve: 'P-384' })],
    ['ES512', pemOf('ec', { namedCurve: 'P-521' })],
    ['EdDSA', pemOf('ed25519')],
    ['RS256', pemOf('rsa', { modulusLength: 2048 })],
  ])('signs with %s by default', (alg, privateKey) => {
    expect(algorithmOf(privateKey)).toBe(alg);
  });

  it('is refused when it is weak, of another kind, or not a key', () => {
    for (const key of [pemOf('rsa', { modulusLength: 1024 }), pemOf('ec', { namedCurve: 'secp256k1' }), 'x'])
      expect(algorithmOf(key)).toBeUndefined();
    expect(algorithmOf(pemOf('ed25519'), 'RS256')).toBeUndefined();
    expect(algorithmOf(pemOf('rsa', { modulusLength: 2048 }), 'PS256')).toBe('PS256');
  });
});

describe('a proof of possession', () => {
  const proofKey = newProofKey();

  it('is new for each request, and names method, URL without query, token and nonce', () => {
    const proof = createProofs(clock)(proofKey, 'token');
    const jwt = proof.header('POST', 'https://a.example/mcp?x=1#y');
    const { jwk, ...head } = part(jwt, 0);
    expect(head).toEqual({ typ: 'dpop+jwt', alg: 'ES256' });
    expect(Object.keys(jwk as JsonObject).sort()).toEqual(['crv', 'kty', 'x', 'y']);
    const { jti, ...claims } = part(jwt, 1);
    expect(claims).toEqual({
      htm: 'POST',
      htu: 'https://a.example/mcp',
      iat: 1772323200,
      ath: createHash('sha256').update('token').digest('base64url'),
    });
    proof.note('https://a.example/other', 'n-1');
    const next = part(proof.header('POST', 'https://a.example/mcp'), 1);
    expect(next.nonce).toBe('n-1');
    expect(next.jti).not.toBe(jti);
    expect(part(proof.header('GET', 'https://b.example/'), 1).nonce).toBeUndefined();
    expect(isSigned(jwt, proofKey)).toBe(true);
    expect(thumbprint(proofKey)).toMatch(/^[\w-]{43}$/);
  });

  it('keeps no nonce that does not have the form of one', () => {
    const proof = createProofs(clock)(proofKey);
    for (const nonce of ['', 'a"b', 'a b', 'x'.repeat(2000), 'ü']) proof.note('https://a.example', nonce);
    expect(part(proof.header('GET', 'https://a.example/'), 1)).not.toHaveProperty('nonce');
  });

  it('is sent again with the nonce that a token endpoint asks for, once', async () => {
    const sent: JsonObject[] = [];
    const answers = [
      { status: 400, text: { error: 'use_dpop_nonce' }, dpopNonce: 'n-1' },
      { status: 200, text: { access_token: 't', token_type: 'DPoP', expires_in: 60 }, dpopNonce: 'n-2' },
      { status: 400, text: { error: 'use_dpop_nonce' }, dpopNonce: 'n-3' },
      { status: 400, text: { error: 'use_dpop_nonce' }, dpopNonce: 'n-4' },
      { status: 200, text: { access_token: 't', token_type: 'Bearer' } },
    ];
    const endpoint = createTokenEndpoint({
      async request({ headers }) {
        sent.push(part(headers?.dpop ?? '', 1));
        const { text, ...rest } = answers.shift() ?? expect.fail('asked too often');
        return { ...rest, challenges: [], body: Buffer.from(JSON.stringify(text)) };
      },
    });
    const request = { url: client.tokenUrl, form: new URLSearchParams(), proof: createProofs(clock)(proofKey) };
    expect(await endpoint.request(request)).toMatchObject({ token: 't' });
    expect(sent.map(({ nonce }) => nonce)).toEqual([undefined, 'n-1']);
    await expect(endpoint.request(request)).rejects.toMatchObject({ reason: 'use_dpop_nonce' });
    expect(sent.map(({ nonce }) => nonce).slice(2)).toEqual(['n-2', 'n-3']);
    await expect(endpoint.request(request)).rejects.toThrow(/not bound to the key/);
  });
});

describe('the identity token of the server', () => {
  it('is read again each time, and is an explained failure without a file or a token in it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dragoman-workload-'));
    try {
      const path = join(folder, 'token');
      const read = createReadWorkloadToken(path);
      await expect(read()).rejects.toThrow(/cannot be read/);
      await writeFile(path, 'a.b.c\n');
      expect(await read()).toBe('a.b.c');
      await writeFile(path, 'd.e.f');
      expect(await read()).toBe('d.e.f');
      await writeFile(path, 'two words');
      await expect(read()).rejects.toThrow(/contains no token/);
      await expect(createReadWorkloadToken(undefined)()).rejects.toThrow(/secrets\.workloadTokenFile/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

function isSigned(jwt: string, privateKey: string): boolean {
  const end = jwt.lastIndexOf('.');
  const key = { key: createPublicKey(privateKey), dsaEncoding: 'ieee-p1363' } as const;
  return verify('sha256', Buffer.from(jwt.slice(0, end)), key, Buffer.from(jwt.slice(end + 1), 'base64url'));
}

it('an unknown algorithm is an error of the program', () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  expect(() => signJwt(privateKey, { alg: 'none' }, {})).toThrow('unknown');
});
