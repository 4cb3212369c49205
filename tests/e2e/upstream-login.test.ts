/** Logins at a real authorization server, from the command line and over HTTP: whose token is used, and until when. */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GatewayServer } from './gateway-server.js';
import { startGatewayServer } from './gateway-server.js';
import type { LoginProvider } from './login-provider.js';
import { logInAt, startLoginProvider, tokenSeconds } from './login-provider.js';

const bin = fileURLToPath(new URL('../../packages/cli/bin/dragoman.js', import.meta.url));

let provider: LoginProvider;
let gateway: GatewayServer;
const keys: Record<string, string> = {};

beforeAll(async () => {
  provider = await startLoginProvider();
  gateway = await startGatewayServer();
  const create = async (name: string, scopes: string[], by = {}) => {
    const { json } = await gateway.ask('POST', '/keys', { name, subject: name, scopes }, by);
    keys[name] = String(json.key);
  };
  await create('ada', ['admin']);
  await create('bob', ['registry:read', 'registry:write', 'agents:invoke'], as('ada'));
  await create('eve', ['registry:read', 'registry:write', 'agents:invoke'], as('ada'));
  await create('fay', ['registry:read', 'agents:invoke'], as('ada'));
});
afterAll(async () => {
  await gateway?.server.close();
  await provider?.close();
});

const as = (name: string) => ({ authorization: `Bearer ${keys[name]}` });

function dragoman(...argv: string[]): ChildProcess {
  const env = { PATH: process.env.PATH ?? '', DRAGOMAN_SERVER: gateway.url, DRAGOMAN_KEY: keys.ada ?? '' };
  return spawn(process.execPath, [bin, ...argv], { cwd: tmpdir(), env, stdio: ['ignore', 'pipe', 'pipe'] });
}

async function outputOf(child: ChildProcess, onText: (all: string) => void = () => undefined) {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
      onText(text);
    });
  }
  const [code] = (await once(child, 'close')) as [number];
  return { code, text };
}

/** Logs in over HTTP, as a program would. */
async function login(body: Record<string, unknown>, who: string, account = who) {
  const redirect_uri = 'http://127.0.0.1:4788/callback';
  const started = await gateway.ask('POST', '/credential-logins', { redirect_uri, ...body }, as(who));
  expect(started.status, started.text).toBe(201);
  const back = await logInAt(String(started.json.authorization_url), account);
  const response = new URL(back).search.slice(1);
  return gateway.ask('POST', '/credential-logins/finish', { login: started.json.login, response }, as(who));
}

const call = (operation: string, who: string) =>
  gateway.ask('POST', '/agents/notes/invoke', { operation, input: {} }, as(who));

/** An API whose description declares this security scheme. */
function apiWith(id: string, scheme: object) {
  const { origin, pathname } = new URL(provider.api);
  const response = { description: 'Who you are.', content: { 'application/json': { schema: { type: 'object' } } } };
  const whoami = { operationId: 'whoami', summary: 'Say who you are.', responses: { '200': response } };
  return {
    openapi: '3.1.0',
    info: { title: id, version: '1.0.0' },
    servers: [{ url: origin }],
    security: [{ account: ['openid'] }],
    paths: { [pathname]: { get: whoami } },
    components: { securitySchemes: { account: scheme } },
  };
}

async function importApi(id: string, scheme: object): Promise<string> {
  const items = [{ document: apiWith(id, scheme), curation: { visibility: 'public' } }];
  const { json } = await gateway.ask('POST', '/imports', { items, report: true }, as('ada'));
  const [result] = (json.results ?? []) as { id?: string }[];
  expect(result?.id, JSON.stringify(json)).toBeDefined();
  return String(result?.id);
}

describe('an API whose description names its authorization server', () => {
  // The tests below count their own.
  afterAll(() => void provider.clients.splice(0));

  const schemes = {
    'an authorization-code flow': () => {
      const flow = {
        authorizationUrl: `${provider.issuer}/auth`,
        tokenUrl: 'https://collects.example/codes',
        scopes: {},
      };
      return { type: 'oauth2', flows: { authorizationCode: flow } };
    },
    'OpenID Connect': () => ({
      type: 'openIdConnect',
      openIdConnectUrl: `${provider.issuer}/.well-known/openid-configuration`,
    }),
  };

  it.each(Object.entries(schemes))('is called with the token of a login: %s', async (kind, scheme) => {
    const id = await importApi(`api ${kind}`, scheme());
    const whoami = (who: string) => gateway.ask('POST', `/agents/${id}/invoke/whoami`, {}, as(who));
    const before = await whoami('bob');
    expect(before.status).toBe(403);
    expect(before.text).toContain(`dragoman credentials login ${id}`);
    expect((await login({ service: id }, 'bob')).status).toBe(201);
    expect((await whoami('bob')).json).toMatchObject({ account: 'bob' });
    expect((await whoami('eve')).status).toBe(403);
    gateway.pass(tokenSeconds * 1000);
    provider.grants.length = 0;
    expect((await whoami('bob')).json).toMatchObject({ account: 'bob' });
    expect(provider.grants).toEqual(['refresh_token']);
    // One login of the owner serves everybody who has none.
    expect((await login({ service: id, for: 'everyone' }, 'ada')).status).toBe(201);
    expect((await whoami('eve')).json).toMatchObject({ account: 'ada' });
  });

  it('needs a registered client where the authorization server publishes no metadata', async () => {
    const flow = { authorizationUrl: `${provider.api}/none`, tokenUrl: `${provider.api}/token`, scopes: {} };
    const id = await importApi('plain', { type: 'oauth2', flows: { authorizationCode: flow } });
    const body = { service: id, redirect_uri: 'http://127.0.0.1:4788/callback' };
    const refused = await gateway.ask('POST', '/credential-logins', body, as('ada'));
    expect(refused.text).toContain('does not register clients automatically');
    const started = await gateway.ask('POST', '/credential-logins', { ...body, client_id: 'mine' }, as('ada'));
    expect(started.json).toMatchObject({
      issuer: new URL(provider.api).origin,
      token_url: flow.tokenUrl,
      scope: 'openid',
    });
    expect(started.json).not.toHaveProperty('resource');
    expect(String(started.json.authorization_url)).toMatch(/\/none\?.*client_id=mine.*code_challenge=/);
  });
});

describe('an MCP server that lists its tools only after a login', () => {
  it('is added after a login from the command line, which the failure names', async () => {
    const refused = await outputOf(dragoman('add', provider.mcp, '--id', 'notes', '--public'));
    expect(refused.code).toBe(1);
    expect(refused.text).toContain(`dragoman credentials login ${provider.mcp}`);
    const child = dragoman('credentials', 'login', provider.mcp, '--print');
    let isOpened = false;
    const logged = await outputOf(child, (text) => {
      const [url] = new RegExp(`${provider.issuer}/auth\\S+`).exec(text) ?? [];
      if (url === undefined || isOpened || !text.includes('\n', text.indexOf(url))) return;
      isOpened = true;
      logInAt(url, 'ada').then(fetch);
    });
    expect(logged.text).toContain('logged in');
    expect(logged.code).toBe(0);
    const added = await outputOf(dragoman('add', provider.mcp, '--id', 'notes', '--public'));
    expect(added.text).toMatch(/created\s+notes/);
    expect((await call('whoami', 'ada')).text).toContain('ada');
    const listed = await outputOf(dragoman('credentials', 'list', 'notes', '--json'));
    expect(JSON.parse(listed.text)).toMatchObject([{ agent_id: 'notes', kind: 'oauth2_login', subject: 'ada' }]);
    const theirs = await gateway.ask('GET', '/agents/notes/credentials', undefined, as('bob'));
    expect(theirs.json.credentials).toEqual([]);
  });

  it('can be canceled with Ctrl+C while the command waits for the browser', async () => {
    const child = dragoman('credentials', 'login', provider.mcp, '--print');
    const canceled = await outputOf(child, (text) => {
      // A second signal would end it at once.
      if (text.endsWith('Ctrl+C cancels it.\n')) child.kill('SIGINT');
    });
    expect(canceled).toEqual({ code: 1, text: expect.stringMatching(/Ctrl\+C cancels it\.\nCanceled\.\n$/) });
  });

  it("never uses the tokens of one caller for another, nor another's MCP session", async () => {
    const before = await call('whoami', 'bob');
    expect(before.status).toBe(403);
    expect(before.text).toContain('dragoman credentials login notes');
    expect((await login({ service: 'notes' }, 'bob')).status).toBe(201);
    const [ada, bob, again] = [await call('whoami', 'ada'), await call('whoami', 'bob'), await call('whoami', 'ada')];
    expect([ada.text, bob.text, again.text].map((text) => /ada|bob/.exec(text)?.[0])).toEqual(['ada', 'bob', 'ada']);
    expect((await call('whoami', 'eve')).status).toBe(403);
  });

  it('lets every caller that may call it log in and out, and nothing else', async () => {
    expect((await login({ service: 'notes' }, 'fay')).status).toBe(201);
    expect((await call('whoami', 'fay')).text).toContain('fay');
    const redirect_uri = 'http://127.0.0.1:4788/callback';
    for (const body of [{ url: provider.mcp }, { service: 'notes', for: 'everyone' }]) {
      const refused = await gateway.ask('POST', '/credential-logins', { ...body, redirect_uri }, as('fay'));
      expect([refused.status, refused.text]).toEqual([403, expect.stringContaining("the scope 'registry:write'")]);
    }
    const ended = await gateway.ask('POST', '/credential-logins/end', { service: 'notes' }, as('fay'));
    expect(ended.json).toEqual({ removed: 1 });
    expect((await call('whoami', 'fay')).status).toBe(403);
  });

  it('lets only its owner log in for everyone', async () => {
    const body = { service: 'notes', for: 'everyone', redirect_uri: 'http://127.0.0.1:4788/callback' };
    expect((await gateway.ask('POST', '/credential-logins', body, as('eve'))).status).toBe(403);
  });

  it('leaves callers their own logins, also those made for the URL, when its owner logs in for everyone', async () => {
    const clients = [...provider.clients];
    const audience = { service: 'notes', for: 'everyone' };
    const shared = { ...audience, redirect_uri: 'http://127.0.0.1:4789/callback' };
    expect((await login(shared, 'ada', 'crew')).status).toBe(201);
    // The client that the command line registered for the same redirect URI.
    expect(provider.clients).toEqual(clients);
    const [ada, eve] = [await call('whoami', 'ada'), await call('whoami', 'eve')];
    expect([ada.text, eve.text].map((text) => /ada|crew/.exec(text)?.[0])).toEqual(['ada', 'crew']);
    const ended = await gateway.ask('POST', '/credential-logins/end', audience, as('ada'));
    expect(ended.json).toEqual({ removed: 1 });
    expect((await call('whoami', 'eve')).status).toBe(403);
  });

  it('names the command with all scopes when the token lacks one', async () => {
    const refused = await call('write_note', 'bob');
    expect(refused.status).toBe(403);
    const [, scope = ''] = /credentials login notes --scope '([^']+)'/.exec(refused.text) ?? [];
    expect(scope.split(' ')).toEqual(expect.arrayContaining(['notes:read', 'notes:write']));
    expect((await login({ service: 'notes', scope }, 'bob')).status).toBe(201);
    expect((await call('write_note', 'bob')).status).toBe(200);
  });

  it('uses one registered client for later logins with the same redirect URI', () => {
    expect(new Set(provider.clients).size).toBe(provider.clients.length);
    // One for the command line, one for the programs that share a redirect URI.
    expect(provider.clients).toHaveLength(2);
  });

  it('is no longer used by calls after a logout of the service, also if it was made for the URL before the import', async () => {
    expect((await login({ service: 'notes' }, 'ada')).status).toBe(201);
    expect((await call('whoami', 'ada')).text).toContain('ada');
    const end = () => gateway.ask('POST', '/credential-logins/end', { service: 'notes' }, as('ada'));
    expect((await end()).json).toEqual({ removed: 2 });
    expect((await call('whoami', 'ada')).status).toBe(403);
    expect((await end()).json).toEqual({ removed: 0 });
  });

  it('refreshes expired tokens once, however many calls wait', async () => {
    provider.grants.length = 0;
    gateway.pass(tokenSeconds * 1000);
    const answers = await Promise.all(Array.from({ length: 5 }, () => call('whoami', 'bob')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(provider.grants.filter((grant) => grant === 'refresh_token')).toHaveLength(1);
  });

  it('says so when the login has ended, and sends nothing', async () => {
    provider.forgetRefreshTokens();
    gateway.pass(tokenSeconds * 1000);
    const ended = await call('whoami', 'bob');
    expect(ended.status).toBe(403);
    expect(ended.text).toMatch(/The login to the service has ended.*dragoman credentials login notes/);
  });

  it('records logins and logouts, and shows no token anywhere', async () => {
    const ended = await gateway.ask('POST', '/credential-logins/end', { service: 'notes' }, as('bob'));
    expect(ended.json).toEqual({ removed: 1 });
    const { json } = await gateway.ask('GET', '/audit?action=credential.login&limit=50', undefined, as('ada'));
    const logout = await gateway.ask('GET', '/audit?action=credential.logout', undefined, as('ada'));
    expect(JSON.stringify(json)).toContain(provider.issuer);
    expect(logout.text).toContain('"bob"');
    const shown = await gateway.ask('GET', '/agents/notes/credentials', undefined, as('ada'));
    expect(shown.text).not.toMatch(/accessToken|refreshToken|access_token/);
  });
});
