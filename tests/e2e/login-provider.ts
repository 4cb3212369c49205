/**
 * A real authorization server on loopback (`oidc-provider` with dynamic registration and resource indicators), an MCP
 * server that accepts only its tokens, and a browser that logs in there.
 */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { ClientMetadata } from 'oidc-provider';
import Provider from 'oidc-provider';
import { freePort } from './free-port.js';

/** The running servers. */
export interface LoginProvider {
  issuer: string;
  /** URL of the MCP server. */
  mcp: string;
  /** URL of an HTTP API that says nothing about its authorization server. */
  api: string;
  /** Grant types of the requests to the token endpoint so far. */
  grants: string[];
  /** Ids of clients that registered themselves. */
  clients: string[];
  /** Deletes every refresh token, as an operator or a person would. */
  forgetRefreshTokens(): void;
  close(): Promise<void>;
}

/** Seconds that an access token lasts. */
export const tokenSeconds = 600;

/** What the servers support besides logins. */
export interface LoginProviderOptions {
  /** Clients that exist already. */
  clients?: ClientMetadata[];
  /** True: the MCP server accepts only tokens that are bound to a key, and both servers want a nonce in each proof. */
  dpop?: boolean;
}

/** Starts both servers. */
export async function startLoginProvider({
  clients: registered = [],
  dpop = false,
}: LoginProviderOptions = {}): Promise<LoginProvider> {
  const issuer = `http://127.0.0.1:${await freePort()}`;
  const mcp = `http://127.0.0.1:${await freePort()}/mcp`;
  const provider = new Provider(issuer, {
    clients: registered,
    pkce: { required: () => true },
    ttl: { AccessToken: tokenSeconds },
    cookies: { keys: ['only for this test'] },
    features: {
      registration: { enabled: true },
      revocation: { enabled: true },
      clientCredentials: { enabled: true },
      dPoP: { enabled: dpop, nonceSecret: Buffer.alloc(32, 7), requireNonce: () => true },
      resourceIndicators: {
        enabled: true,
        useGrantedResource: () => true,
        getResourceServerInfo: (_, resource) => ({
          scope: 'notes:read notes:write',
          audience: resource,
          accessTokenTTL: tokenSeconds,
          accessTokenFormat: 'opaque',
        }),
      },
    },
    findAccount: (_, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
  });
  const [grants, clients]: [string[], string[]] = [[], []];
  let refuses = false;
  provider.on('grant.success', ({ oidc }) => grants.push(String(oidc.params?.grant_type)));
  provider.on('registration_create.success', (_, { clientId }) => clients.push(clientId));
  provider.use(async (context, next) => {
    if (refuses && context.path === '/token') {
      context.status = 400;
      context.body = { error: 'invalid_grant' };
    } else await next();
  });
  const server: Server = provider.listen(Number(new URL(issuer).port), '127.0.0.1');
  await once(server, 'listening');
  const resource = createServer(
    (request, response) => void serveMcp(provider, { mcp, issuer, dpop }, request, response),
  );
  resource.listen(Number(new URL(mcp).port), '127.0.0.1');
  await once(resource, 'listening');
  return {
    issuer,
    mcp,
    api: new URL('/whoami', mcp).href,
    grants,
    clients,
    forgetRefreshTokens() {
      refuses = true;
    },
    async close() {
      for (const each of [server, resource]) {
        each.closeAllConnections();
        each.close();
        await once(each, 'close');
      }
    },
  };
}

/** Accounts of MCP sessions: a session of one person does not accept the token of another. */
const sessions = new Map<string, string>();

interface Places {
  mcp: string;
  issuer: string;
  dpop: boolean;
}

/** Proofs that were accepted; each may be used once. */
const proofs = new Set<string>();

const resourceNonce = 'nonce-of-the-resource';

/** The fault of a proof of possession (RFC 9449 §4.3), or undefined. */
function faultOf(
  { method, headers }: IncomingMessage,
  { url, token, jkt }: { url: string; token: string; jkt: string | undefined },
): string | undefined {
  const jwt = String(headers.dpop);
  const [head = '', body = '', signature = ''] = jwt.split('.');
  const parse = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString());
  const { typ, alg, jwk } = parse(head);
  const { jti, htm, htu, ath, nonce } = parse(body);
  const key = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const;
  const hash = (text: string) => createHash('sha256').update(text).digest('base64url');
  const { crv, kty, x, y } = jwk;
  if (typ !== 'dpop+jwt' || alg !== 'ES256' || jwk.d !== undefined) return 'head';
  if (!verify('sha256', Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url'))) return 'signature';
  if (hash(JSON.stringify({ crv, kty, x, y })) !== jkt) return 'key';
  if (htm !== method || htu !== url || ath !== hash(token)) return 'request';
  if (nonce !== resourceNonce) return 'use_dpop_nonce';
  if (proofs.has(jti)) return 'replay';
  proofs.add(jti);
  return undefined;
}

/** The token of a person or of a program. */
async function findToken(provider: Provider, value: string) {
  const found = await provider.AccessToken.find(value);
  if (found !== undefined) return { ...found, account: String(found.accountId) };
  const program = await provider.ClientCredentials.find(value);
  return program === undefined ? undefined : { ...program, account: String(program.clientId) };
}

async function serveMcp(
  provider: Provider,
  { mcp, issuer, dpop }: Places,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const send = (status: number, body: unknown, headers: Record<string, string> = {}) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  const metadata = new URL('/.well-known/oauth-protected-resource/mcp', mcp).href;
  if (request.url === new URL(metadata).pathname) {
    return void send(200, { resource: mcp, authorization_servers: [issuer], scopes_supported: ['notes:read'] });
  }
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const value = request.headers.authorization?.replace(/^(?:Bearer|DPoP) /, '') ?? '';
  const token = value === '' ? undefined : await findToken(provider, value);
  if (request.url === '/whoami') {
    return void (token === undefined ? send(401, {}) : send(200, { account: token.account }));
  }
  const scheme = dpop ? 'DPoP' : 'Bearer';
  if (token?.aud !== mcp || !request.headers.authorization?.startsWith(scheme)) {
    return void send(401, {}, { 'www-authenticate': `${scheme} resource_metadata="${metadata}"` });
  }
  const fault = dpop ? faultOf(request, { url: mcp, token: value, jkt: token.jkt }) : undefined;
  if (fault !== undefined) {
    const headers = { 'www-authenticate': `DPoP error="${fault}"`, 'dpop-nonce': resourceNonce };
    return void send(401, {}, headers);
  }
  const message = JSON.parse(Buffer.concat(chunks).toString() || '{}');
  const { account } = token;
  const session = request.headers['mcp-session-id'];
  if (session !== undefined && sessions.get(String(session)) !== account) {
    return void send(403, { error: 'this session belongs to another person' });
  }
  const reply = (result: unknown, headers = {}) => send(200, { jsonrpc: '2.0', id: message.id, result }, headers);
  switch (message.method) {
    case 'initialize': {
      const id = `${sessions.size}-${account}`;
      sessions.set(id, account);
      const serverInfo = { name: 'notes', version: '1.0.0' };
      const result = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo };
      return void reply(result, { 'mcp-session-id': id });
    }
    case 'tools/list':
      return void reply({ tools: ['whoami', 'write_note'].map(toolNamed) });
    case 'tools/call':
      if (message.params.name === 'write_note' && !String(token.scope).includes('notes:write')) {
        const challenge = `Bearer error="insufficient_scope", scope="notes:write", resource_metadata="${metadata}"`;
        return void send(403, {}, { 'www-authenticate': challenge });
      }
      return void reply({ content: [{ type: 'text', text: account }] });
    default:
      return void (message.id === undefined
        ? response.writeHead(202).end()
        : send(200, { jsonrpc: '2.0', id: message.id, error: { code: -32601, message: 'unknown method' } }));
  }
}

function toolNamed(name: string) {
  return {
    name,
    description: `The tool ${name}.`,
    inputSchema: { type: 'object' },
    annotations: { readOnlyHint: true },
  };
}

/** Logs in as a browser does, and returns the address that the provider redirects to in the end. */
export async function logInAt(start: string, account: string): Promise<string> {
  const cookies = new Map<string, string>();
  let [url, form]: [string, URLSearchParams | undefined] = [start, undefined];
  for (let step = 0; step < 20; step += 1) {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie },
      ...(form === undefined ? {} : { method: 'POST', body: form }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location !== null) {
      url = new URL(location, url).href;
      form = undefined;
      if (new URL(url).pathname === '/callback') return url;
      continue;
    }
    const page = await response.text();
    const [, action] = /<form[^>]*action="([^"]+)"/.exec(page) ?? [];
    const [, prompt = ''] = /name="prompt" value="([^"]+)"/.exec(page) ?? [];
    if (action === undefined) throw new Error(`no form at ${url}: ${page.slice(0, 500)}`);
    url = new URL(action, url).href;
    form = new URLSearchParams({ prompt, login: account, password: 'any' });
  }
  throw new Error('the login did not end');
}
