import type { JWTPayload } from 'jose';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { IssuerConfig } from '../config/config.js';
import { createTokenAuthenticator, keySetCooldownMs } from './jwt.js';

const now = Date.parse('2026-03-01T00:00:00Z');
const seconds = now / 1000;

const issuer: IssuerConfig = {
  issuer: 'https://id.example',
  audience: 'dragoman',
  jwksUri: 'https://id.example/keys',
  algorithms: ['ES256', 'RS256'],
  clockSkewSeconds: 30,
  scopeClaim: 'scope',
  groupsClaim: 'groups',
  subjectClaim: 'sub',
};

const claims = {
  iss: 'https://id.example',
  aud: 'dragoman',
  sub: 'alice',
  exp: seconds + 60,
  scope: 'registry:write admin',
};

async function makeKey(kid: string) {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' };
  const sign = (payload: JWTPayload = claims, header: object = {}) =>
    new SignJWT(payload).setProtectedHeader({ alg: 'ES256', kid, ...header }).sign(privateKey);
  return { jwk, sign };
}

function setUp(change: Partial<IssuerConfig> = {}) {
  const state = { keys: [] as object[], fetched: 0, status: 200, body: undefined as string | undefined };
  const clock = { time: now, now: () => clock.time };
  const authenticator = createTokenAuthenticator({
    issuers: [{ ...issuer, ...change }],
    clock,
    readFile: () => '{"keys": []}',
    fetch: async () => {
      state.fetched += 1;
      return new Response(state.body ?? JSON.stringify({ keys: state.keys }), { status: state.status });
    },
  });
  return { state, clock, authenticator };
}

const invalid = { code: 'INVALID_CREDENTIAL' };

describe('authentication by access token', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('returns issuer and subject, and scopes from a string or an array', async () => {
    const { state, authenticator } = setUp();
    const key = await makeKey('one');
    state.keys = [key.jwk];
    const subject = 'https://id.example#alice';
    expect(await authenticator.authenticate(await key.sign())).toMatchObject({
      kind: 'token',
      subject,
      scopes: ['registry:write', 'admin'],
    });
    const listed = await key.sign({ ...claims, scope: ['a', 7, ''] as unknown as string });
    const caller = await authenticator.authenticate(listed);
    expect(caller).toMatchObject({ kind: 'token', subject, scopes: ['a'] });
    expect(caller?.token?.()).toBe(listed);
    expect(JSON.stringify(caller)).not.toContain(listed);
    expect(await authenticator.authenticate(await key.sign({ ...claims, scope: undefined }))).toMatchObject({
      scopes: [],
    });
    expect(state.fetched).toBe(1);
  });

  it('reads the acting party of the subject', async () => {
    const { state, authenticator } = setUp();
    const key = await makeKey('one');
    state.keys = [key.jwk];
    const actorOf = async (act: unknown) =>
      (await authenticator.authenticate(await key.sign({ ...claims, act })))?.actor;
    expect(await actorOf({ sub: 'planner', act: { sub: 'older' } })).toBe('https://id.example#planner');
    expect(await actorOf({ sub: 'planner', iss: 'https://agents.example' })).toBe('https://agents.example#planner');
    for (const odd of [undefined, 'planner', {}, { sub: 7 }, { sub: '' }, { sub: 'x'.repeat(513) }]) {
      expect(await actorOf(odd)).toBeUndefined();
    }
  });

  it('ignores credentials that are not tokens', async () => {
    expect(await setUp().authenticator.authenticate('dgm_x_y')).toBeUndefined();
  });

  it.each<[string, JWTPayload]>([
    ['another issuer', { ...claims, iss: 'https://evil.example' }],
    ['no issuer', { ...claims, iss: undefined } as unknown as JWTPayload],
    ['another audience', { ...claims, aud: 'other' }],
    ['no audience', { ...claims, aud: undefined } as unknown as JWTPayload],
    ['an expiry beyond the clock skew', { ...claims, exp: seconds - 31 }],
    ['no expiry', { ...claims, exp: undefined } as unknown as JWTPayload],
    ['a start in the future', { ...claims, nbf: seconds + 31 }],
    ['a time of issue in the future', { ...claims, iat: seconds + 31 }],
    ['the claims of an ID token', { ...claims, at_hash: 'x' }],
    ['the type of an ID token, as one issuer states it', { ...claims, token_use: 'id' }],
    ['the type of an ID token, as another issuer states it', { ...claims, typ: 'ID' }],
    ['the events of a logout token', { ...claims, events: {} }],
    ['no subject', { ...claims, sub: undefined } as unknown as JWTPayload],
    ['an empty subject', { ...claims, sub: '' }],
    ['a subject that is not a string', { ...claims, sub: 7 } as unknown as JWTPayload],
  ])('rejects a token with %s', async (_, payload) => {
    const { state, authenticator } = setUp();
    const key = await makeKey('one');
    state.keys = [key.jwk];
    await expect(authenticator.authenticate(await key.sign(payload))).rejects.toMatchObject(invalid);
  });

  it('rejects a token whose header gives it another type, and accepts the types of access tokens', async () => {
    const { state, authenticator } = setUp();
    const key = await makeKey('one');
    state.keys = [key.jwk];
    for (const typ of ['id_token', 'logout+jwt', 'secevent+jwt', 'dpop+jwt', '']) {
      await expect(authenticator.authenticate(await key.sign(claims, { typ }))).rejects.toMatchObject(invalid);
    }
    for (const typ of ['JWT', 'at+jwt', 'application/at+jwt']) {
      expect(await authenticator.authenticate(await key.sign(claims, { typ }))).toMatchObject({ kind: 'token' });
    }
  });

  it('tolerates the configured clock skew', async () => {
    const { state, authenticator } = setUp();
    const key = await makeKey('one');
    state.keys = [key.jwk];
    await expect(authenticator.authenticate(await key.sign({ ...claims, exp: seconds - 29 }))).resolves.toBeDefined();
    await expect(authenticator.authenticate(await key.sign({ ...claims, nbf: seconds + 29 }))).resolves.toBeDefined();
    await expect(authenticator.authenticate(await key.sign({ ...claims, iat: seconds + 29 }))).resolves.toBeDefined();
  });

  it('rejects tokens that are unsigned, signed by another key, or signed with an unaccepted algorithm', async () => {
    const { state, authenticator } = setUp({ algorithms: ['RS256'] });
    const key = await makeKey('one');
    state.keys = [key.jwk];
    await expect(authenticator.authenticate(await key.sign())).rejects.toMatchObject(invalid);
    const open = setUp();
    open.state.keys = [key.jwk];
    const stranger = await makeKey('one');
    await expect(open.authenticator.authenticate(await stranger.sign())).rejects.toMatchObject(invalid);
    const unsigned = new UnsecuredJWT(claims).encode();
    await expect(open.authenticator.authenticate(`${unsigned}`)).rejects.toMatchObject(invalid);
    const secret = new TextEncoder().encode(JSON.stringify(key.jwk));
    const shared = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'one' }).sign(secret);
    await expect(open.authenticator.authenticate(shared)).rejects.toMatchObject(invalid);
    for (const junk of ['a.b.c', '..', 'eyJhbGciOiJub25lIn0..', `${'x'.repeat(9000)}.y.z`]) {
      await expect(open.authenticator.authenticate(junk)).rejects.toMatchObject(invalid);
    }
  });

  it('follows key rotation, and fetches at most once per cooldown for unknown key ids', async () => {
    const { state, authenticator } = setUp();
    const [first, second, unknown] = [await makeKey('one'), await makeKey('two'), await makeKey('three')];
    state.keys = [first.jwk];
    await authenticator.authenticate(await first.sign());
    expect(state.fetched).toBe(1);
    const bogus = await unknown.sign();
    for (let i = 0; i < 50; i += 1) await expect(authenticator.authenticate(bogus)).rejects.toMatchObject(invalid);
    expect(state.fetched).toBe(1);
    state.keys = [second.jwk];
    vi.setSystemTime(now + keySetCooldownMs + 1);
    await expect(authenticator.authenticate(await second.sign())).resolves.toMatchObject({ kind: 'token' });
    await expect(authenticator.authenticate(await first.sign())).rejects.toMatchObject(invalid);
    expect(state.fetched).toBe(2);
  });

  it('reports UNAVAILABLE when the keys cannot be fetched, and pauses before the next fetch', async () => {
    const { state, clock, authenticator } = setUp();
    const key = await makeKey('one');
    const token = await key.sign();
    state.status = 500;
    for (let i = 0; i < 5; i += 1) {
      await expect(authenticator.authenticate(token)).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfter: 5 });
    }
    expect(state.fetched).toBe(1);
    state.status = 200;
    state.body = 'x'.repeat(300_000);
    clock.time += 5000;
    await expect(authenticator.authenticate(token)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    state.body = '{"keys": 7}';
    clock.time += 5000;
    await expect(authenticator.authenticate(token)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    state.body = undefined;
    state.keys = [key.jwk];
    clock.time += 5000;
    await expect(authenticator.authenticate(token)).resolves.toMatchObject({ kind: 'token' });
  });

  it('uses a fixed key set without fetching', async () => {
    const key = await makeKey('one');
    const { jwksUri: _, ...fixed } = issuer;
    const authenticator = createTokenAuthenticator({
      issuers: [{ ...fixed, jwks: { keys: [key.jwk] } }],
      clock: { now: () => now },
      readFile: () => '',
      fetch: () => Promise.reject(new Error('no network here')),
    });
    await expect(authenticator.authenticate(await key.sign())).resolves.toMatchObject({ kind: 'token' });
  });
});
