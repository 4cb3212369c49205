import { Failure } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import type { IssuedToken, TokenRequest } from './token-endpoint.js';
import { readToken } from './token-endpoint.js';
import type { TokenPlan } from './token-source.js';
import { createTokenSource, requestFor } from './token-source.js';

const secret = {
  tokenUrl: 'https://id.example/token',
  clientId: 'us & them',
  clientSecret: 's:cret',
  clientAuth: 'basic',
} as const;
const plan: TokenPlan = { kind: 'oauth2_client', secret };

function open(answers: (IssuedToken | Failure)[]) {
  const clock = { time: 1_000_000, now: () => clock.time };
  const requests: TokenRequest[] = [];
  const source = createTokenSource({
    steady: clock,
    most: 2,
    endpoint: {
      async request(request) {
        requests.push(request);
        const answer = answers.shift();
        if (answer === undefined) throw new Error('no answer is left');
        if (answer instanceof Failure) throw answer;
        return answer;
      },
    },
  });
  return { clock, requests, source };
}

describe('tokens', () => {
  it('are requested once, cached, renewed early in the background and replaced at their end', async () => {
    const { clock, requests, source } = open([
      { token: 'one', expiresIn: 100 },
      { token: 'two', expiresIn: 100 },
      { token: 'three', expiresIn: 100 },
    ]);
    const many = await Promise.all(Array.from({ length: 50 }, () => source.get(plan)));
    expect(new Set(many)).toEqual(new Set(['one']));
    expect(requests).toHaveLength(1);
    clock.time += 79_000;
    expect(await source.get(plan)).toBe('one');
    expect(requests).toHaveLength(1);
    clock.time += 2000;
    expect(await source.get(plan)).toBe('one');
    await new Promise((resolve) => setImmediate(resolve));
    expect(await source.get(plan)).toBe('two');
    clock.time += 95_000;
    expect(await source.get(plan)).toBe('three');
  });

  it('that expired are not used when no new one comes; the server is not asked again for a while', async () => {
    const { clock, requests, source } = open([
      { token: 'one', expiresIn: 60 },
      new Failure('UPSTREAM_ERROR'),
      { token: 'two', expiresIn: 60 },
    ]);
    await source.get(plan);
    clock.time += 60_000;
    await expect(source.get(plan)).rejects.toMatchObject({ code: 'UPSTREAM_ERROR' });
    await expect(source.get(plan)).rejects.toMatchObject({ code: 'UPSTREAM_ERROR' });
    expect(requests).toHaveLength(2);
    clock.time += 5000;
    expect(await source.get(plan)).toBe('two');
  });

  it('of different callers and credentials are never mixed', async () => {
    const answers = ['a', 'b', 'c', 'd'].map((token) => ({ token, expiresIn: 600 }));
    const { source } = open(answers);
    const forCaller = (subjectToken: string): TokenPlan => ({ kind: 'token_exchange', secret, subjectToken });
    expect(await source.get(plan)).toBe('a');
    expect(await source.get(forCaller('x'))).toBe('b');
    expect(await source.get(forCaller('y'))).toBe('c');
    expect(await source.get(forCaller('x'))).toBe('b');
    expect(await source.get({ ...plan, secret: { ...secret, scope: 'more' } })).toBe('d');
  });
});

describe('the request for a token', () => {
  it('has the form of client credentials, with the secret in the header or in the form', () => {
    const basic = requestFor({ kind: 'oauth2_client', secret: { ...secret, scope: 'a b', audience: 'w' } });
    expect(Object.fromEntries(basic.form)).toEqual({ grant_type: 'client_credentials', scope: 'a b', audience: 'w' });
    expect(basic.authorization).toBe(`Basic ${Buffer.from('us+%26+them:s%3Acret').toString('base64')}`);
    const form = requestFor({ kind: 'oauth2_client', secret: { ...secret, clientAuth: 'form' } });
    expect(form.authorization).toBeUndefined();
    expect(Object.fromEntries(form.form)).toMatchObject({ client_id: 'us & them', client_secret: 's:cret' });
  });

  it('has the form of an exchange, with subject and actor (RFC 8693 §2.1)', () => {
    const { form } = requestFor({
      kind: 'token_exchange',
      secret: { ...secret, actorToken: 'us.jwt', resource: 'https://weather.example' },
      subjectToken: 'ada.jwt',
    });
    expect(Object.fromEntries(form)).toEqual({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      resource: 'https://weather.example',
      subject_token: 'ada.jwt',
      subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
      requested_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      actor_token: 'us.jwt',
      actor_token_type: 'urn:ietf:params:oauth:token-type:jwt',
    });
  });
});

describe('the response of an authorization server', () => {
  const answer = (status: number, body: unknown) => readToken(status, Buffer.from(JSON.stringify(body)));

  it('is read with its lifetime, which is bounded', () => {
    expect(answer(200, { access_token: 't', token_type: 'bearer', expires_in: 60 })).toEqual({
      token: 't',
      expiresIn: 60,
    });
    expect(answer(200, { access_token: 't', token_type: 'Bearer' }).expiresIn).toBe(300);
    expect(answer(200, { access_token: 't', token_type: 'Bearer', expires_in: 1e12 }).expiresIn).toBe(86_400);
    expect(answer(200, { access_token: 't', token_type: 'Bearer', expires_in: -5 }).expiresIn).toBe(0);
  });

  it.each([
    ['no JSON', 200, 'x'],
    ['no token', 200, { token_type: 'Bearer' }],
    ['another type', 200, { access_token: 't', token_type: 'DPoP' }],
    ['a token that breaks a header', 200, { access_token: 'a\r\nb', token_type: 'Bearer' }],
    ['a fault', 500, {}],
    ['a redirect', 302, {}],
  ])('with %s is rejected', (_, status, body) => {
    expect(() => answer(status, body)).toThrow(expect.objectContaining({ code: 'UPSTREAM_ERROR' }));
  });

  it('that refuses is reported by its code only; descriptions may repeat the secret', () => {
    const refuse = (body: object) => () => answer(401, body);
    expect(refuse({ error: 'invalid_client', error_description: 's:cret' })).toThrow(/\(invalid_client\)/);
    expect(refuse({ error: 's:cret is wrong' })).toThrow(/\(status 401\)/);
    expect(refuse({ error: 'invalid_client' })).toThrow(expect.objectContaining({ code: 'FORBIDDEN' }));
  });
});
