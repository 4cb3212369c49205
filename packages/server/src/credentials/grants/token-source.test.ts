import { Failure } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import type { IssuedToken } from './token-endpoint.js';
import { readToken } from './token-endpoint.js';
import type { TokenPlan } from './token-source.js';
import { createTokenSource } from './token-source.js';

const secret = {
  kind: 'oauth2_client',
  tokenUrl: 'https://id.example/token',
  clientId: 'us & them',
  clientSecret: 's:cret',
  clientAuth: 'basic',
} as const;
const plan: TokenPlan = { secret };

function open(answers: (IssuedToken | Failure)[]) {
  const clock = { time: 1_000_000, now: () => clock.time };
  const requests: TokenPlan[] = [];
  const source = createTokenSource({
    steady: clock,
    most: 2,
    async obtain(asked) {
      requests.push(asked);
      const answer = answers.shift();
      if (answer === undefined) throw new Error('no answer is left');
      if (answer instanceof Failure) throw answer;
      return answer;
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
    const exchange = { ...secret, kind: 'token_exchange' } as const;
    const forCaller = (callerToken: string): TokenPlan => ({ secret: exchange, callerToken });
    expect(await source.get(plan)).toBe('a');
    expect(await source.get(forCaller('x'))).toBe('b');
    expect(await source.get(forCaller('y'))).toBe('c');
    expect(await source.get(forCaller('x'))).toBe('b');
    expect(await source.get({ ...plan, secret: { ...secret, scope: 'more' } })).toBe('d');
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
    ['a token that is bound to a key', 200, { access_token: 't', token_type: 'DPoP' }],
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
