import { describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from './server.support.js';

const page = { 'sec-fetch-site': 'same-origin', origin: 'http://127.0.0.1:4780', host: '127.0.0.1:4780' };

interface Session {
  access: string;
  caller: { kind: string; subject: string; scopes: string[] };
  csrf_token?: string;
  expires_at?: string;
}

async function logIn(server: TestServer, key: string) {
  const answer = await server.ask('POST', '/session', { body: { key }, headers: page });
  const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  return { answer, cookie, session: (await answer.json()) as Session };
}

async function start(...scopes: string[]) {
  const server = await startTestServer({ flags: { 'limits.failedAuthPerMinute': 5 } });
  const key = await server.keyFor('ada', ...scopes);
  return { server, key };
}

const problemOf = async (answer: Response) => (await answer.json()) as { code: string; detail: string };

describe('a login with an API key', () => {
  it('sets a cookie that no script can read, and stores only a hash of it', async () => {
    const { server, key } = await start('registry:write');
    const { answer, cookie, session } = await logIn(server, key);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('set-cookie')).toMatch(
      /^dragoman-session-4780=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/,
    );
    expect(session).toMatchObject({
      access: 'session',
      caller: { kind: 'key', subject: 'ada', scopes: ['registry:write'] },
    });
    const stored = await server.store.logins.ofSubject('ada', '2026-03-01T00:00:00.000Z', 5);
    expect(JSON.stringify(stored)).not.toContain(cookie.split('=')[1]);
    expect(JSON.stringify(stored)).not.toContain(key);
  });

  it('has a cookie for https only where the server is reached by https', async () => {
    const server = await startTestServer({
      flags: { 'server.publicUrl': 'https://registry.example' },
      store: await storeWithKey(),
    });
    const key = await server.keyFor('ada', 'admin');
    const headers = {
      'sec-fetch-site': 'same-origin',
      origin: 'https://registry.example',
      'x-forwarded-proto': 'https',
    };
    const answer = await server.ask('POST', 'https://registry.example/session', { body: { key }, headers });
    expect(answer.headers.get('set-cookie')).toMatch(/^__Host-dragoman-session=.*; Secure$/);
  });

  it('is refused for a wrong key, from another site, and too often', async () => {
    const { server, key } = await start('admin');
    const foreign = { ...page, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    expect((await server.ask('POST', '/session', { body: { key }, headers: foreign })).status).toBe(403);
    for (let at = 0; at < 5; at += 1) {
      expect((await logIn(server, `${key.slice(0, -5)}wron${at}`)).answer.status).toBe(401);
    }
    const limited = await server.ask('POST', '/session', { body: { key }, headers: page });
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it.each([{}, { key: 5 }, { key: 'dgm_' }, [], 'dgm'])('answers %j with a clear error', async (body) => {
    const { server } = await start('admin');
    const answer = await server.ask('POST', '/session', { body, headers: page });
    expect([400, 401]).toContain(answer.status);
  });
});

describe('a session', () => {
  it('reads and writes as its caller, and the audit log says that the console acted', async () => {
    const { server, key } = await start('admin');
    const { cookie, session } = await logIn(server, key);
    const headers = { ...page, cookie, 'x-csrf-token': session.csrf_token ?? '' };
    expect((await server.ask('GET', '/keys', { headers: { cookie } })).status).toBe(200);
    const body = { name: 'job', scopes: ['registry:read'] };
    expect((await server.ask('POST', '/keys', { body, headers })).status).toBe(201);
    await server.server.close();
    const records = await server.store.audit.list({ actor: 'ada', limit: 10 });
    expect(records.map(({ action }) => action)).toEqual(['session.create', 'key.create', 'console.write']);
    expect(records[2]).toMatchObject({ target: 'keys_create', traceId: records[1]?.traceId, outcome: 'done' });
  });

  it('has a record of each write before the response, also of refused ones, and none of dry runs', async () => {
    const { server, key } = await start('admin');
    const { cookie, session } = await logIn(server, key);
    const headers = { ...page, cookie, 'x-csrf-token': session.csrf_token ?? '' };
    const written = async () =>
      (await server.store.audit.list({ action: 'console.write', limit: 10 })).map(({ target, outcome, code }) =>
        [target, outcome, code].join(' '),
      );
    await server.ask('DELETE', '/keys/none', { headers });
    expect(await written()).toEqual(['keys_revoke refused NOT_FOUND']);
    await server.ask('DELETE', `/keys/${key.split('_')[1]}`, { headers: { ...headers, 'x-dry-run': 'true' } });
    expect(await written()).toHaveLength(1);
    expect(await server.store.intents.list(10)).toEqual([]);
  });

  it('has a record of a write whose end was not written', async () => {
    const { server, key } = await start('admin');
    const { cookie, session } = await logIn(server, key);
    const headers = { ...page, cookie, 'x-csrf-token': session.csrf_token ?? '' };
    const { append } = server.store.audit;
    server.store.audit.append = () => Promise.reject(new Error('killed'));
    const body = { name: 'job', scopes: ['registry:read'] };
    expect((await server.ask('POST', '/keys', { body, headers })).status).toBe(201);
    server.store.audit.append = append;
    const [intent] = await server.store.intents.list(10);
    expect(intent?.draft).toMatchObject({ action: 'console.write', target: 'keys_create', outcome: 'unknown' });
    expect(await server.store.intents.recordAbandoned(intent?.leaseUntil ?? '', 10)).toBe(1);
  });

  it('needs its token and its own page for every write', async () => {
    const { server, key } = await start('admin');
    const { cookie, session } = await logIn(server, key);
    const token = session.csrf_token ?? '';
    const body = { name: 'job', scopes: ['registry:read'] };
    const write = (headers: Record<string, string>) =>
      server.ask('POST', '/keys', { body, headers: { cookie, ...headers } });
    expect((await problemOf(await write(page))).detail).toContain('X-CSRF-Token');
    expect((await write({ ...page, 'x-csrf-token': `${token.slice(1)}A` })).status).toBe(403);
    for (const site of ['cross-site', 'same-site']) {
      expect((await write({ ...page, 'sec-fetch-site': site, 'x-csrf-token': token })).status, site).toBe(403);
    }
    expect((await write({ ...page, origin: 'https://evil.example', 'x-csrf-token': token })).status).toBe(403);
    expect((await write({ ...page, 'x-csrf-token': token })).status).toBe(201);
    expect((await server.ask('DELETE', '/session', { headers: { cookie, ...page } })).status).toBe(403);
  });

  it('ends at logout, on every later request with 401', async () => {
    const { server, key } = await start('admin');
    const { cookie, session } = await logIn(server, key);
    const headers = { ...page, cookie, 'x-csrf-token': session.csrf_token ?? '' };
    const answer = await server.ask('DELETE', '/session', { headers });
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([
      204,
      'dragoman-session-4780=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0',
    ]);
    const refused = await server.ask('GET', '/agents', { headers: { cookie } });
    expect([refused.status, (await problemOf(refused)).detail]).toEqual([
      401,
      expect.stringMatching(/^The session has ended; log in again\./),
    ]);
    const known = (await (await server.ask('GET', '/session', { headers: { cookie } })).json()) as Session;
    expect(known).toMatchObject({ access: 'none', caller: { kind: 'anonymous' } });
  });

  it('ends when it expires, when it is not used, and with its key', async () => {
    const { server, key } = await start('admin');
    const works = async (cookie: string) => (await server.ask('GET', '/keys', { headers: { cookie } })).status === 200;
    const { cookie } = await logIn(server, key);
    for (let hour = 0; hour < 11; hour += 1) {
      server.clock.time += 3_600_000;
      expect(await works(cookie), `hour ${hour}`).toBe(true);
    }
    server.clock.time += 3_600_000;
    expect(await works(cookie)).toBe(false);
    const idle = (await logIn(server, key)).cookie;
    server.clock.time += 121 * 60_000;
    expect(await works(idle)).toBe(false);
    const { cookie: last } = await logIn(server, key);
    await server.ask('DELETE', `/keys/${key.split('_')[1]}`, { key });
    server.clock.time += 2000;
    expect(await works(last)).toBe(false);
  });

  it('is listed and ended by its own caller only', async () => {
    const { server, key } = await start('registry:read');
    const other = await server.keyFor('bob', 'registry:read');
    const first = await logIn(server, key);
    const second = await logIn(server, key);
    const listed = await server.ask('GET', '/sessions', { headers: { cookie: second.cookie } });
    const { sessions } = (await listed.json()) as { sessions: { id: string; current: boolean }[] };
    expect(sessions.map(({ current }) => current).sort()).toEqual([false, true]);
    const id = sessions.find(({ current }) => !current)?.id ?? '';
    expect((await server.ask('DELETE', `/sessions/${id}`, { key: other })).status).toBe(404);
    expect((await server.ask('DELETE', `/sessions/${id}`, { key })).status).toBe(204);
    expect((await server.ask('GET', '/sessions', { headers: { cookie: first.cookie } })).status).toBe(401);
    expect((await server.ask('GET', '/sessions', { headers: { cookie: second.cookie } })).status).toBe(200);
  });

  it('of everyone is listed in pages and ended by administrators only, and the record says whose it was', async () => {
    const { server, key } = await start('registry:read');
    const admin = await server.keyFor('root', 'admin');
    const { cookie } = await logIn(server, key);
    await logIn(server, admin);
    expect((await server.ask('GET', '/sessions?owner=everyone', { key })).status).toBe(403);
    expect((await server.ask('GET', '/sessions?owner=nobody', { key })).status).toBe(400);
    const list = async (query: string) =>
      (await (await server.ask('GET', `/sessions?owner=everyone${query}`, { key: admin })).json()) as {
        sessions: { id: string; subject: string; key_id: string }[];
        count: number;
        next_cursor?: string;
      };
    const first = await list('&top=1');
    expect([first.count, first.sessions.length]).toEqual([2, 1]);
    const { sessions } = await list(`&cursor=${first.next_cursor}`);
    const all = [...first.sessions, ...sessions];
    expect(all.map(({ subject }) => subject).sort()).toEqual(['ada', 'root']);
    const ada = all.find(({ subject }) => subject === 'ada');
    expect(ada?.key_id).toBe(key.split('_')[1]);
    expect((await server.ask('DELETE', `/sessions/${ada?.id}`, { key: admin })).status).toBe(204);
    expect((await server.ask('GET', '/keys', { headers: { cookie } })).status).toBe(401);
    const [record] = await server.store.audit.list({ action: 'session.end', limit: 5 });
    expect(record).toMatchObject({ actor: 'root', target: ada?.id, detail: '{"subject":"ada"}' });
    expect((await server.ask('GET', '/users', { key })).status).toBe(403);
    expect(await (await server.ask('GET', '/users', { key: admin })).json()).toMatchObject({ users: [], count: 0 });
  });

  it('gives way to a credential in the request', async () => {
    const { server, key } = await start('admin');
    const other = await server.keyFor('bob', 'registry:read');
    const { cookie } = await logIn(server, key);
    const answer = await server.ask('GET', '/session', { key: other, headers: { cookie } });
    expect(await answer.json()).toMatchObject({ access: 'credential', caller: { subject: 'bob' } });
  });

  it.each(['x', 'A'.repeat(43), `${'A'.repeat(43)}; dragoman-session-4780=${'B'.repeat(43)}`, '%00', '"quoted"'])(
    'is never made of a forged cookie: %s',
    async (value) => {
      const { server } = await start('admin');
      const answer = await server.ask('GET', '/keys', { headers: { cookie: `dragoman-session-4780=${value}` } });
      expect(answer.status).toBe(401);
    },
  );
});

describe('an open server', () => {
  it('needs no session, and ignores an old one', async () => {
    const server = await startTestServer();
    const headers = { cookie: `dragoman-session-4780=${'A'.repeat(43)}` };
    const answer = await server.ask('GET', '/session', { headers });
    expect(await answer.json()).toMatchObject({ access: 'open', caller: { kind: 'local', subject: 'local' } });
  });
});

async function storeWithKey() {
  const server = await startTestServer();
  await server.keyFor('first', 'admin');
  return server.store;
}
