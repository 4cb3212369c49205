/**
 * The client that the official suite runs for each of its authorization scenarios: a gateway that imports the server and
 * calls its tool. Whenever that fails for want of a login, it does what the message says, as a person would.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, createServer, loadConfig, openAdministration } from '@dragoman/server';

const scenario = process.env.MCP_CONFORMANCE_SCENARIO ?? '';
const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}') as Record<string, string>;
const server = process.argv.at(-1) ?? '';
const redirectUri = 'http://127.0.0.1:4789/callback';

const folder = await mkdtemp(join(tmpdir(), 'dragoman-oauth-'));
const config = loadConfig({
  cwd: '/',
  environment: {},
  flags: {
    port: 0,
    'store.path': join(folder, 'store.db'),
    'outbound.allow': ['127.0.0.1', 'localhost'],
    'outbound.allowHttp': true,
    'upstream.attempts': 1,
    'secrets.key': '5a'.repeat(32),
    // A gateway with a public address has a URL that can be its client id.
    ...(scenario === 'auth/basic-cimd' ? { 'server.publicUrl': 'https://conformance-test.local' } : {}),
  },
  readFile: () => {
    throw Object.assign(new Error('none'), { code: 'ENOENT' });
  },
});
const logger = createLogger({ level: 'error', pretty: false }, { write: () => undefined });
const administration = await openAdministration(config);
const { key } = await administration.keys.create({ name: 'ada', subject: 'ada', scopes: ['admin'] });
await administration.close();
const gateway = await createServer(config, { logger });
const { port } = await gateway.listen();
const own = `http://127.0.0.1:${port}`;
const authorization = `Bearer ${key}`;

interface Reply {
  status: number;
  body: Record<string, unknown>;
}

async function post(path: string, body: unknown): Promise<Reply> {
  const response = await fetch(`${own}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** The command in a message, as the request that it sends; undefined when the message names none. */
function commandIn(text: string): { at: string; scope?: string } | undefined {
  const found = /dragoman credentials login (\S+?)(?: --scope (?:'([^']*)'|([^\s"]+)))?(?=["\s]|$)/.exec(text);
  if (found?.[1] === undefined) return undefined;
  const scope = found[2] ?? found[3];
  return { at: found[1] === '<service' ? server : found[1], ...(scope === undefined ? {} : { scope }) };
}

async function login({ at, scope }: { at: string; scope?: string }): Promise<void> {
  const target = at.startsWith('http') ? { url: at } : { service: at };
  const { client_id, client_secret } = context;
  const started = await post('/credential-logins', {
    ...target,
    redirect_uri: redirectUri,
    ...(scope === undefined ? {} : { scope }),
    ...(client_id === undefined ? {} : { client_id, client_secret }),
  });
  if (started.status !== 201) throw new Error(`login refused: ${JSON.stringify(started.body)}`);
  const page = await fetch(String(started.body.authorization_url), { redirect: 'manual' });
  const back = new URL(page.headers.get('location') ?? '');
  if (!back.href.startsWith(redirectUri)) throw new Error(`redirected to ${back.href}`);
  const finished = await post('/credential-logins/finish', {
    login: started.body.login,
    response: back.search.slice(1),
  });
  if (finished.status !== 201) throw new Error(`login not finished: ${JSON.stringify(finished.body)}`);
}

/** Repeats a step after each login that its failure asks for; the same login is not repeated. */
async function withLogins(step: () => Promise<Reply>): Promise<Reply> {
  let last = '';
  for (;;) {
    const reply = await step();
    const [message = ''] = /[^"]*dragoman credentials login[^"]*/.exec(JSON.stringify(reply.body)) ?? [];
    const command = commandIn(message);
    if (command === undefined || message === last) return reply;
    last = message;
    await login(command);
  }
}

try {
  const imported = await withLogins(() => post('/imports', { items: [{ url: server }] }));
  const [{ id, error }] = imported.body.results as [{ id?: string; error?: unknown }];
  if (id === undefined) throw new Error(`not imported: ${JSON.stringify(error)}`);
  const shown = await fetch(`${own}/agents/${id}`, { headers: { authorization } });
  const { operations = [] } = (await shown.json()) as { operations?: { name: string }[] };
  const [operation] = operations;
  if (operation !== undefined) {
    const called = await withLogins(() => post(`/agents/${id}/invoke`, { operation: operation.name, input: {} }));
    if (called.status >= 400) throw new Error(`not called: ${JSON.stringify(called.body)}`);
  }
} catch (error) {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
} finally {
  await gateway.close();
  await rm(folder, { recursive: true, force: true });
}
