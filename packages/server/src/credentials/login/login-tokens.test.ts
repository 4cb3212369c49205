import { createMemoryStore } from '@dragoman/core/engine';
import { describe, expect, it } from 'vitest';
import type { CredentialContent, OauthLoginSecret } from '../credential-content.js';
import { keysOf } from '../credentials.support.js';
import { createProofs } from '../grants/possession.js';
import type { IssuedToken, TokenRequest } from '../grants/token-endpoint.js';
import { TokenRefused } from '../grants/token-endpoint.js';
import { createSealer } from '../sealer.js';
import { createLoginTokens } from './login-tokens.js';

const at = '2026-03-01T00:00:00.000Z';
const record = { id: 'c-1', agentId: 'notes', kind: 'oauth2_login', name: 'x', subject: 'ada' } as const;
const times = { createdAt: at, createdBy: 'ada', updatedAt: at };
const audit = {
  at,
  actor: 'ada',
  action: 'x',
  target: 'x',
  outcome: 'done',
  code: '',
  traceId: '0'.repeat(32),
} as const;

const login: OauthLoginSecret = {
  issuer: 'https://id.example',
  tokenUrl: 'https://id.example/token',
  redirectUri: 'http://127.0.0.1/callback',
  resource: 'https://notes.example/mcp',
  clientId: 'dragoman',
  clientAuth: 'none',
  scope: 'a b',
  accessToken: 'token-0',
  expiresAt: 1000,
  refreshToken: 'refresh-0',
};

async function open(change: Partial<OauthLoginSecret> = {}, without: readonly (keyof OauthLoginSecret)[] = []) {
  const store = createMemoryStore();
  const sealer = createSealer(keysOf(1));
  const kept = Object.fromEntries(Object.entries(login).filter(([name]) => !without.includes(name as 'issuer')));
  const content: CredentialContent = {
    secret: { kind: 'oauth2_login', ...(kept as unknown as OauthLoginSecret), ...change },
    origins: ['https://notes.example'],
  };
  await store.credentials.put({ ...record, ...times, ...sealer.seal(JSON.stringify(content), record) }, audit);
  const requests: TokenRequest[] = [];
  let answer: () => Promise<IssuedToken> = async () => ({
    token: `token-${requests.length}`,
    expiresIn: 600,
    refreshToken: `refresh-${requests.length}`,
  });
  const clock = { now: () => 5000 };
  const endpoint = {
    request(request: TokenRequest) {
      requests.push(request);
      return answer();
    },
  };
  const ports = {
    credentials: store.credentials,
    sealer,
    endpoint,
    proofsOf: createProofs(clock),
    clock,
    onChanged: () => {},
  };
  const stored = async () => {
    const found = await store.credentials.find('c-1');
    return JSON.parse(sealer.open(found ?? expect.fail('removed'))).secret as OauthLoginSecret;
  };
  return {
    requests,
    stored,
    opened: { record: { ...record, updatedAt: at }, content },
    /** Another process has its own. */
    create: () => createLoginTokens(ports),
    answerWith(next: () => Promise<IssuedToken>) {
      answer = next;
    },
  };
}

describe('the token of a login', () => {
  it('is sent until it expires, with the scopes of the login', async () => {
    const { create, opened, requests } = await open({ expiresAt: 60_000 });
    const given = await create()(opened, 'notes');
    expect(given).toMatchObject({ headers: { authorization: 'Bearer token-0' }, login: { scopes: ['a', 'b'] } });
    expect(requests).toEqual([]);
  });

  it('is refreshed once by several processes, and stored with the next refresh token', async () => {
    const { create, opened, requests, stored } = await open();
    const [one, other] = [create(), create()];
    const given = await Promise.all([one, other, one, other].map((present) => present(opened, 'notes')));
    expect(given.map(({ headers }) => headers?.authorization)).toEqual(Array(4).fill('Bearer token-1'));
    expect(requests).toHaveLength(1);
    expect(Object.fromEntries(requests[0]?.form ?? [])).toEqual({
      grant_type: 'refresh_token',
      refresh_token: 'refresh-0',
      resource: 'https://notes.example/mcp',
      client_id: 'dragoman',
    });
    expect(await stored()).toMatchObject({ accessToken: 'token-1', refreshToken: 'refresh-1', expiresAt: 605_000 });
  });

  it('is renewed when the service refuses it early', async () => {
    const { create, opened } = await open({ expiresAt: 60_000 });
    const given = await create()(opened, 'notes');
    expect(await given.renew?.()).toEqual({ headers: { authorization: 'Bearer token-1' } });
  });

  it('without a refresh token is sent as it is, because only the service knows whether it still counts', async () => {
    const { create, opened, requests } = await open(undefined, ['refreshToken']);
    const given = await create()(opened, 'notes');
    expect(given.headers?.authorization).toBe('Bearer token-0');
    expect(await given.renew?.()).toBeUndefined();
    expect(requests).toEqual([]);
  });

  it('is not asked for again after the server rejected the refresh token; the failure names the command', async () => {
    const { create, opened, requests, stored, answerWith } = await open();
    answerWith(() => Promise.reject(new TokenRefused('invalid_grant')));
    const ended = { code: 'FORBIDDEN', message: expect.stringContaining('dragoman credentials login notes') };
    await expect(create()(opened, 'notes')).rejects.toMatchObject(ended);
    await expect(create()(opened, 'notes')).rejects.toMatchObject(ended);
    expect(requests).toHaveLength(1);
    expect((await stored()).refreshToken).toBeUndefined();
  });

  it('survives a failure of the server that passes', async () => {
    const { create, opened, answerWith } = await open();
    answerWith(() => Promise.reject(new TokenRefused('status 429')));
    await expect(create()(opened, 'notes')).rejects.toMatchObject({ reason: 'status 429' });
    answerWith(async () => ({ token: 'later', expiresIn: 60 }));
    expect((await create()(opened, 'notes')).headers?.authorization).toBe('Bearer later');
  });
});
