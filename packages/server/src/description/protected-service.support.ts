/** A service with an authorization server, for the examples of the API description. */

import type { DragomanServer } from '../create-server.js';
import type { AuthServerClient } from '../credentials/auth-server-client.js';

const service = 'https://linden.example';
const issuer = 'https://id.linden.example';

const documents: Record<string, object> = {
  [`${service}/.well-known/oauth-protected-resource`]: { resource: service, authorization_servers: [issuer] },
  [`${issuer}/.well-known/oauth-authorization-server`]: {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    registration_endpoint: `${issuer}/register`,
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
  },
  [`${issuer}/register`]: { client_id: 'dragoman' },
  [`${issuer}/token`]: { access_token: 'example', token_type: 'Bearer', expires_in: 600 },
};

/** Answers as both servers. */
export const exampleAuthServers: AuthServerClient = {
  async request({ url }) {
    const body = documents[url];
    if (body === undefined) return { status: 404, body: Buffer.alloc(0), challenges: [] };
    return { status: 200, body: Buffer.from(JSON.stringify(body)), challenges: [] };
  },
  close: async () => {},
};

/** Registers the service. */
async function makeProtectedService(own: DragomanServer, origin: string): Promise<Record<string, string>> {
  const card = { id: 'linden-tracker', name: 'Linden tracker', description: 'Tracks issues.', capabilities: ['x'] };
  const body = { ...card, endpoint: `${service}/`, inputs: { type: 'object' }, outputs: { type: 'object' } };
  await post(own, `${origin}/agents`, body);
  return { id: card.id };
}

/** Starts a login, and returns its state with the query that the authorization server would redirect with. */
async function startExampleLogin(own: DragomanServer, origin: string): Promise<Record<string, string>> {
  const { id = '' } = await makeProtectedService(own, origin);
  const body = { service: id, redirect_uri: 'http://127.0.0.1:4789/callback' };
  const started = (await (await post(own, `${origin}/credential-logins`, body)).json()) as Record<string, string>;
  const state = new URL(started.authorization_url ?? '').searchParams.get('state') ?? '';
  return { login: started.login ?? '', response: new URLSearchParams({ code: 'example', state }).toString() };
}

/** Sets up what the operations of logins and of credentials for addresses need. */
export function credentialPreparations(origin: string) {
  const make = async (own: DragomanServer): Promise<Record<string, string>> => {
    const body = { url: 'https://linden.example/mcp', name: 'example', kind: 'bearer', secret: { token: 'example' } };
    await post(own, `${origin}/url-credential`, body, 'PUT');
    return {};
  };
  return {
    url_credential_read: make,
    url_credential_remove: make,
    credential_logins_start: (own: DragomanServer) => makeProtectedService(own, origin),
    credential_logins_finish: (own: DragomanServer) => startExampleLogin(own, origin),
    credential_logins_end: (own: DragomanServer) => makeProtectedService(own, origin),
  };
}

function post(own: DragomanServer, url: string, body: object, method = 'POST'): Promise<Response> {
  const headers = { 'Content-Type': 'application/json' };
  return own.fetch(new Request(url, { method, headers, body: JSON.stringify(body) }));
}
