/**
 * The client of the authorization scenarios of the official suite: a gateway that imports the server and calls its tool.
 * Whenever that fails for want of a login, it does what the message says, as a person would: it logs in, or stores the
 * credential of a program.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, createServer, loadConfig, openAdministration } from '@dragoman/server';

/** One scenario. */
export interface OauthScenario {
  scenario: string;
  /** What the suite gives the client, such as the id of a registered one. */
  context: Record<string, string>;
  /** URL of the MCP server of the suite. */
  server: string;
}

const redirectUri = 'http://127.0.0.1:4789/callback';

/** Runs one scenario; throws when the server cannot be imported or called. */
export async function runOauthClient(given: OauthScenario): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-oauth-'));
  const { post, put, read, close } = await startGateway(folder, given.scenario);
  try {
    const withLogins = createLogins({ post, put }, given);
    const imported = await withLogins(() => post('/imports', { items: [{ url: given.server }] }));
    const [{ id, error }] = imported.body.results as [{ id?: string; error?: unknown }];
    if (id === undefined) throw new Error(`not imported: ${JSON.stringify(error)}`);
    const { operations = [] } = (await read(`/agents/${id}`)).body as { operations?: { name: string }[] };
    const [operation] = operations;
    if (operation === undefined) return;
    const called = await withLogins(() => post(`/agents/${id}/invoke`, { operation: operation.name, input: {} }));
    if (called.status >= 400) throw new Error(`not called: ${JSON.stringify(called.body)}`);
  } finally {
    await close();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Reply {
  status: number;
  body: Record<string, unknown>;
}

type Post = (path: string, body: unknown) => Promise<Reply>;

async function startGateway(folder: string, scenario: string) {
  const config = loadConfig({
    cwd: '/',
    environment: {},
    flags: {
      port: 0,
      'store.path': join(folder, 'store.db'),
      'search.embedder': 'none',
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
  const administration = await openAdministration(config);
  const { key } = await administration.keys.create({ name: 'ada', subject: 'ada', scopes: ['admin'] });
  await administration.close();
  const logger = createLogger({ level: 'error', pretty: false }, { write: () => undefined });
  const gateway = await createServer(config, { logger });
  const { port } = await gateway.listen();
  const ask = async (path: string, init: RequestInit): Promise<Reply> => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const post: Post = (path, body) => ask(path, { method: 'POST', body: JSON.stringify(body) });
  const put: Post = (path, body) => ask(path, { method: 'PUT', body: JSON.stringify(body) });
  return { post, put, read: (path: string) => ask(path, {}), close: () => gateway.close() };
}

/** All texts in a JSON value. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The command in a message, as the request that it sends; undefined when the message names none. */
function commandIn(text: string, server: string): { at: string; scope?: string } | undefined {
  const found = /dragoman credentials login (\S+?)(?: --scope (?:'([^']*)'|([^\s"]+)))?(?=["\s]|$)/.exec(text);
  if (found?.[1] === undefined) return undefined;
  const scope = found[2] ?? found[3];
  return { at: found[1] === '<service' ? server : found[1], ...(scope === undefined ? {} : { scope }) };
}

/** The credential of a program, from what the suite gives it; undefined in the scenarios where a person logs in. */
function programCredential({ scenario, context }: OauthScenario) {
  const { client_id, client_secret } = context;
  const client = client_secret === undefined ? { client_id } : { client_id, client_secret };
  switch (scenario) {
    case 'auth/client-credentials-basic':
      return { kind: 'oauth2_client', secret: client };
    case 'auth/client-credentials-jwt': {
      const { private_key_pem: private_key, signing_algorithm } = context;
      return { kind: 'oauth2_client', secret: { client_id, private_key, signing_algorithm } };
    }
    case 'auth/wif-jwt-bearer':
      return { kind: 'jwt_bearer', secret: { client_id, assertion: context.valid_jwt } };
    case 'auth/enterprise-managed-authorization': {
      const { idp_token_endpoint: idp_token_url, idp_client_id, idp_id_token: subject_token } = context;
      return { kind: 'enterprise', secret: { ...client, idp_token_url, idp_client_id, subject_token } };
    }
    default:
      return undefined;
  }
}

/** Repeats a step after each login that its failure asks for; the same login is not repeated. */
function createLogins({ post, put }: { post: Post; put: Post }, given: OauthScenario) {
  const { context, server } = given;
  const login = async ({ at, scope }: { at: string; scope?: string }) => {
    const { client_id, client_secret } = context;
    const started = await post('/credential-logins', {
      ...(at.startsWith('http') ? { url: at } : { service: at }),
      redirect_uri: redirectUri,
      ...(scope === undefined ? {} : { scope }),
      ...(client_id === undefined ? {} : { client_id, client_secret }),
    });
    const program = programCredential(given);
    // The refusal of a login names the command that stores a credential.
    if (program !== undefined && JSON.stringify(started.body).includes('dragoman credentials add')) {
      const stored = await put('/url-credential', { url: server, name: program.kind, ...program });
      if (stored.status !== 200) throw new Error(`credential refused: ${JSON.stringify(stored.body)}`);
      return;
    }
    if (started.status !== 201) throw new Error(`login refused: ${JSON.stringify(started.body)}`);
    const page = await fetch(String(started.body.authorization_url), { redirect: 'manual' });
    const back = new URL(page.headers.get('location') ?? '');
    if (!back.href.startsWith(redirectUri)) throw new Error(`redirected to ${back.href}`);
    const response = back.search.slice(1);
    const finished = await post('/credential-logins/finish', { login: started.body.login, response });
    if (finished.status !== 201) throw new Error(`login not finished: ${JSON.stringify(finished.body)}`);
  };
  return async (step: () => Promise<Reply>): Promise<Reply> => {
    let last = '';
    for (;;) {
      const reply = await step();
      const message = textsIn(reply.body).find((text) => text.includes('dragoman credentials login')) ?? '';
      const command = commandIn(message, server);
      if (command === undefined || message === last) return reply;
      last = message;
      await login(command);
    }
  };
}
