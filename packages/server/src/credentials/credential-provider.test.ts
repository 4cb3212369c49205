import type { Caller } from '@dragoman/core/engine';
import type { Failure } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { holdsMs } from './credential-cache.js';
import type { PlainSecret } from './credential-content.js';
import { createCredentialProvider } from './credential-provider.js';
import {
  callOf,
  entryOf,
  guest,
  issuingFrom,
  keysOf,
  mayExchangeAt,
  noLogins,
  openBench,
  owner,
} from './credentials.support.js';
import type { TokenRequest } from './grants/token-endpoint.js';

const apiKey: PlainSecret = { kind: 'api_key', in: 'header', name: 'X-Weather-Key', value: 'wk-1' };
const bearer: PlainSecret = { kind: 'bearer', token: 'tok-1' };
const client: PlainSecret = {
  kind: 'oauth2_client',
  tokenUrl: 'https://id.example/token',
  clientId: 'dragoman',
  clientSecret: 'cs-1',
  clientAuth: 'basic',
};
const exchange: PlainSecret = {
  kind: 'token_exchange',
  tokenUrl: 'https://id.example/token',
  clientAuth: 'basic',
};
const mtls: PlainSecret = { kind: 'mtls', certificate: 'CERT', privateKey: 'KEY' };
const person: Caller = { kind: 'token', subject: 'https://id.example#ada', scopes: [], token: () => 'ada.jwt.token' };

async function open(type?: string) {
  const bench = await openBench({ keys: keysOf(1), entry: entryOf(type) });
  const requests: TokenRequest[] = [];
  const endpoint = {
    async request(request: TokenRequest) {
      requests.push(request);
      return { token: `token-${requests.length}`, expiresIn: 600 };
    },
  };
  const issuing = issuingFrom(endpoint, bench.clock);
  const provider = createCredentialProvider({ cache: bench.cache, issuing, presentLogin: noLogins, mayExchangeAt });
  const store = (secret: PlainSecret, caller = owner, audience: 'me' | 'everyone' = 'everyone') =>
    bench.administration.add('pier-weather', { name: secret.kind, audience, secret }, bench.by(caller));
  return { ...bench, requests, provider, put: store, ask: (caller: Caller) => provider(callOf(caller, entryOf(type))) };
}

const refusal = (work: unknown) =>
  Promise.resolve(work).then(
    () => undefined,
    (error: Failure) => error,
  );

describe('the credential sent to an upstream', () => {
  it('is empty where none is required and none is stored', async () => {
    expect(await (await open()).ask(guest)).toBeUndefined();
    expect(await (await open('none')).ask(guest)).toBeUndefined();
  });

  it.each(['api_key', 'oauth2_bearer', 'mtls', 'palm_reading'])(
    'is an explained refusal where %s is required and not stored',
    async (type) => {
      const failure = await refusal((await open(type)).ask(guest));
      expect(failure).toMatchObject({ code: 'FORBIDDEN' });
      expect(failure?.message).toContain(type);
      expect(failure?.message).toContain('X-Agent-Authorization');
    },
  );

  it.each<[string, PlainSecret, object]>([
    ['an API key in a header', apiKey, { headers: { 'x-weather-key': 'wk-1' } }],
    ['an API key in the query', { ...apiKey, in: 'query', name: 'appid' }, { query: { appid: 'wk-1' } }],
    ['a token', bearer, { headers: { authorization: 'Bearer tok-1' } }],
    ['a token of client credentials', client, { headers: { authorization: 'Bearer token-1' } }],
    ['a certificate', mtls, { tls: { cert: 'CERT', key: 'KEY' } }],
  ])('is %s', async (_, secret, shown) => {
    const { put, ask } = await open();
    await put(secret);
    expect(await ask(guest)).toMatchObject(shown);
  });

  it("is the caller's own before the shared one, and never another caller's", async () => {
    const { put, ask } = await open('api_key');
    await put({ ...apiKey, value: 'common' });
    await put({ ...apiKey, value: 'own' }, guest, 'me');
    await put({ ...apiKey, value: 'other' }, person, 'me');
    expect(await ask(guest)).toEqual({ headers: { 'x-weather-key': 'own' }, identity: expect.any(String) });
    expect(await ask({ ...guest, subject: 'other' })).toEqual({
      headers: { 'x-weather-key': 'common' },
      identity: expect.any(String),
    });
  });

  it('is of the kind that the metadata requires, where there are several', async () => {
    for (const [type, shown] of [
      ['api_key', { headers: { 'x-weather-key': 'wk-1' } }],
      ['oauth2_bearer', { headers: { authorization: 'Bearer tok-1' } }],
    ] as const) {
      const { put, ask } = await open(type);
      await put(apiKey);
      await put(bearer);
      await put(mtls);
      expect(await ask(guest)).toEqual({ ...shown, tls: { cert: 'CERT', key: 'KEY' }, identity: expect.any(String) });
    }
  });

  it('requests our signature where the service requires it', async () => {
    const { ask, put } = await open('http_message_signatures');
    expect(await ask(guest)).toEqual({ signed: true });
    await put(bearer);
    expect(await ask(guest)).toMatchObject({ signed: true, headers: { authorization: 'Bearer tok-1' } });
  });

  it('[AIDIP-META-16] is a token with exactly the scopes that the service names, unless the credential names its own', async () => {
    const { put, provider, requests } = await open('oauth2_bearer');
    const entry = entryOf('oauth2_bearer');
    entry.authentication = { type: 'oauth2_bearer', scopes: ['forecast.read', 'tides.read'] };
    await put(client);
    await provider(callOf(guest, entry));
    expect(requests.map(({ form }) => form.get('scope'))).toEqual(['forecast.read tides.read']);
    const own = await open('oauth2_bearer');
    await own.put({ ...client, scope: 'forecast.read' });
    await own.provider(callOf(guest, entry));
    expect(own.requests.map(({ form }) => form.get('scope'))).toEqual(['forecast.read']);
  });

  it('is exchanged from the token of the caller, who must have one', async () => {
    const { put, ask, requests } = await open('oauth2_bearer');
    await put(exchange);
    expect(await ask(person)).toMatchObject({ headers: { authorization: 'Bearer token-1' } });
    expect(requests[0]?.form.get('subject_token')).toBe('ada.jwt.token');
    expect(await refusal(ask(guest))).toMatchObject({ code: 'FORBIDDEN' });
    await put(bearer);
    expect(await ask(guest)).toMatchObject({ headers: { authorization: 'Bearer tok-1' } });
  });

  it('is never exchanged at an issuer that may not see tokens of callers', async () => {
    const { put, ask, requests, cache } = await open('oauth2_bearer');
    const evil: PlainSecret = { ...exchange, tokenUrl: 'https://id.evil.example/token' };
    expect(await refusal(put(evil))).toMatchObject({ code: 'FORBIDDEN' });
    const record = { id: 'x', kind: 'token_exchange', name: 'x', updatedAt: '' } as const;
    const opened = [{ record, content: { secret: evil, origins: ['https://weather.example'] } }];
    const tampered = createCredentialProvider({
      cache: { ...cache, of: async () => opened },
      issuing: issuingFrom({ request: () => Promise.reject(new Error()) }),
      presentLogin: noLogins,
      mayExchangeAt,
    });
    expect(await refusal(tampered(callOf(person, entryOf('oauth2_bearer'))))).toMatchObject({ code: 'FORBIDDEN' });
    expect(await refusal(ask(person))).toMatchObject({ code: 'FORBIDDEN' });
    expect(requests).toEqual([]);
  });

  it('is not sent to a URL that the service got later', async () => {
    const { put, provider, write } = await open('api_key');
    await put(apiKey);
    const moved = entryOf('api_key', 'https://weather.evil.example/invoke');
    await write(moved);
    expect(await refusal(provider(callOf(guest, moved)))).toMatchObject({ code: 'FORBIDDEN' });
    const elsewhere = entryOf('api_key', 'https://weather.example/other/path');
    expect(await provider(callOf(guest, elsewhere))).toMatchObject({ headers: { 'x-weather-key': 'wk-1' } });
  });

  it('changes at once with changes on this node, and within moments with changes on other nodes', async () => {
    const { put, ask, store, clock, sealer } = await open();
    expect(await ask(guest)).toBeUndefined();
    const { id } = await put(apiKey);
    expect(await ask(guest)).toBeDefined();
    const record = (await store.credentials.find(id)) ?? callOf(guest, entryOf()).target;
    if (!('sealed' in record)) throw new Error('not stored');
    const newer = JSON.stringify({ secret: { ...apiKey, value: 'wk-2' }, origins: ['https://weather.example'] });
    await store.credentials.reseal(id, record.sealed, sealer.seal(newer, record));
    clock.time += holdsMs;
    expect(await ask(guest)).toMatchObject({ headers: { 'x-weather-key': 'wk-2' } });
    expect((await store.credentials.find(id))?.lastUsedAt).toBe('2026-03-01T00:00:00.000Z');
  });

  it.each([-3_600_000, 3_600_000])(
    'is read again after as long as before when the clock is set by %i ms',
    async (jump) => {
      const { put, ask, store, clock, steady } = await open();
      let reads = 0;
      const { listFor } = store.credentials;
      store.credentials.listFor = (agentId) => {
        reads += 1;
        return listFor(agentId);
      };
      await put(apiKey);
      await ask(guest);
      reads = 0;
      clock.time += jump;
      steady.ahead -= jump;
      await ask(guest);
      expect(reads).toBe(0);
      steady.ahead += holdsMs;
      await ask(guest);
      expect(reads).toBe(1);
    },
  );

  it('is an internal error when a seal does not open, reported without the secret', async () => {
    const { put, ask, store } = await open();
    const { id } = await put(bearer);
    const record = await store.credentials.find(id);
    await store.credentials.reseal(id, record?.sealed ?? '', {
      sealed: 'v1.AAAA',
      sealedWith: record?.sealedWith ?? '',
    });
    expect(await refusal(ask(guest))).toMatchObject({ code: 'INTERNAL' });
  });

  it('can be renewed when it is an acquired token, once for many calls', async () => {
    const { put, ask, requests, clock } = await open();
    await put(client);
    const [one, other] = await Promise.all([ask(guest), ask(guest)]);
    expect(requests).toHaveLength(1);
    expect(await one?.renew?.()).toBeUndefined();
    clock.time += 5000;
    const fresh = await Promise.all([one?.renew?.(), other?.renew?.()]);
    expect(fresh).toEqual([
      { headers: { authorization: 'Bearer token-2' } },
      { headers: { authorization: 'Bearer token-2' } },
    ]);
    expect(requests).toHaveLength(2);
  });
});
