import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Situation } from '../cli.support.js';
import { call, openRegistry } from '../cli.support.js';

const page = {
  'sec-fetch-site': 'same-origin',
  'content-type': 'application/json',
  'user-agent': 'Netscape \u009b31m',
};

let registry: Awaited<ReturnType<typeof openRegistry>>;
const keys: Record<'root' | 'ada', string> = { root: '', ada: '' };

beforeAll(async () => {
  registry = await openRegistry();
  const post = (path: string, body: object, more: object = {}) =>
    registry.fetch(`http://127.0.0.1:4780${path}`, {
      method: 'POST',
      headers: { ...page, ...more },
      body: JSON.stringify(body),
    });
  const issue = async (name: string, scopes: string[], more: object = {}) =>
    ((await (await post('/keys', { name, subject: name, scopes }, more)).json()) as { key: string }).key;
  keys.root = await issue('root', ['admin']);
  keys.ada = await issue('ada', ['registry:read'], { authorization: `Bearer ${keys.root}` });
  await post('/session', { key: keys.ada });
});
afterAll(() => registry.close());

const run = (who: keyof typeof keys, ...argv: string[]) =>
  call(argv, { fetch: registry.fetch as NonNullable<Situation['fetch']>, env: { DRAGOMAN_KEY: keys[who] } });

describe('dragoman sessions', () => {
  it('lists your own; those of everyone, and their end, are for administrators', async () => {
    const own = await run('ada', 'sessions', 'list', '--json');
    const [session] = JSON.parse(own.stdout) as { id: string; subject: string }[];
    expect(session?.subject).toBe('ada');
    expect((await run('root', 'sessions', 'list')).stderr).toContain('No browser is logged in.');
    const refused = await run('ada', 'sessions', 'list', '--everyone');
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('the scope admin')]);
    const all = await run('root', 'sessions', 'list', '--everyone');
    expect(all.stdout).toContain(session?.id);
    expect(all.stdout).not.toContain('\u009b');
    const ended = await run('root', 'sessions', 'end', session?.id ?? '');
    expect([ended.code, ended.stdout]).toEqual([0, `ended  ${session?.id}\n`]);
    expect((await run('root', 'sessions', 'end', session?.id ?? '')).code).toBe(1);
  });
});

describe('dragoman users list', () => {
  it('says that no provider is configured', async () => {
    const { code, stderr } = await run('root', 'users', 'list');
    expect([code, stderr]).toEqual([0, expect.stringContaining('auth.oidc.issuer')]);
  });

  it('shows people with the scopes of the claim and those of everyone', async () => {
    const provider = { issuer: 'https://login.example', scope_claim: 'roles', granted: ['registry:read'] };
    const user = {
      subject: 'https://login.example#grace',
      name: 'Grace',
      claim: 'roles',
      claimed_scopes: ['registry:write'],
      granted_scopes: ['registry:read'],
      first_login_at: '2026-03-01T09:30:00.000Z',
      last_login_at: '2026-03-02T09:30:00.000Z',
      last_seen_at: '2026-03-03T09:30:00.000Z',
    };
    const fetch = async () =>
      new Response(JSON.stringify({ users: [user], count: 1, top: 200, provider }), {
        headers: { 'content-type': 'application/json' },
      });
    const { stdout, stderr } = await call(['users', 'list'], { fetch });
    expect(stdout).toMatch(/login\.example#grace.+Grace.+registry:write.+registry:read/s);
    expect(stderr).toContain('Scopes come from the claim "roles" of https://login.example.');
  });
});
