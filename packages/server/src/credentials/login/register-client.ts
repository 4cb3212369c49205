/** Gets a client id at an authorization server: one that was given, a URL of ours, or by dynamic registration (RFC 7591). */
import { isLoopbackHost } from '@dragoman/core/http';
import { changeFailure, isJsonObject } from '@dragoman/model';
import type { AuthServerClient } from '../auth-server-client.js';
import type { ClientAuth, OauthClient } from '../credential-content.js';
import type { AuthServer } from './discover-auth-server.js';
import { askFor, loginRefused, parseJson, shown } from './read-metadata.js';

/** Maximum characters of the reason for which a server refuses a registration. */
const maxWords = 500;

/** What is known about the client. */
export interface ClientChoice {
  redirectUri: string;
  /** A client that a person registered at the server. */
  given?: { clientId: string; clientSecret?: string };
  /** A client that was registered for an earlier login at this issuer with this redirect URI. */
  known?: OauthClient;
  /** Public https URL of our client metadata, where this server has one. */
  metadataUrl?: string;
}

/** Names of authentication methods, the preferred first: a client on a person's machine cannot keep a secret. */
const methods: readonly (readonly [string, ClientAuth])[] = [
  ['none', 'none'],
  ['client_secret_basic', 'basic'],
  ['client_secret_post', 'form'],
];

/** The client for a login; throws when a person has to register one. */
export async function obtainClient(
  client: Pick<AuthServerClient, 'request'>,
  server: AuthServer,
  { redirectUri, given, known, metadataUrl }: ClientChoice,
): Promise<OauthClient> {
  if (given !== undefined) return { ...given, clientAuth: authFor(server, given.clientSecret) };
  if (known !== undefined) return known;
  if (server.acceptsClientUrls && metadataUrl !== undefined) return { clientId: metadataUrl, clientAuth: 'none' };
  if (server.registrationUrl !== undefined) return register(client, server, server.registrationUrl, redirectUri);
  throw loginRefused(
    `The authorization server ${shown(server.issuer)} does not register clients automatically. Register one there with the redirect URI ${redirectUri}, then name it with --client-id.`,
  );
}

/** How a client authenticates: as the server supports it; RFC 8414 makes HTTP Basic the default. */
function authFor({ clientAuthMethods }: AuthServer, secret: string | undefined): ClientAuth {
  if (secret === undefined) return 'none';
  return clientAuthMethods.includes('client_secret_post') && !clientAuthMethods.includes('client_secret_basic')
    ? 'form'
    : 'basic';
}

async function register(
  client: Pick<AuthServerClient, 'request'>,
  server: AuthServer,
  url: string,
  redirectUri: string,
): Promise<OauthClient> {
  const [method] = methods.find(([name]) => server.clientAuthMethods.includes(name)) ?? ['client_secret_basic'];
  const metadata = clientMetadata([redirectUri], method);
  const { status, body } = await askFor(client, {
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(metadata),
  });
  const answer = parseJson(body);
  if ((status !== 200 && status !== 201) || !isJsonObject(answer) || !isText(answer.client_id)) {
    const error = isJsonObject(answer) && typeof answer.error === 'string' ? shown(answer.error) : `status ${status}`;
    if (server.isAssumed === true && status === 404) {
      throw loginRefused(
        `The service names no authorization server (RFC 9728), and there is none at ${shown(server.issuer)}. Name it with --issuer, or store a token instead of a login: dragoman credentials add <service|url> --kind bearer.`,
      );
    }
    const refusal = loginRefused(
      `The authorization server ${shown(server.issuer)} refused to register this gateway (${error}). Register a client there with the redirect URI ${redirectUri}, then name it with --client-id.`,
    );
    const said = isJsonObject(answer) && isText(answer.error_description) ? answer.error_description : undefined;
    throw said === undefined ? refusal : changeFailure(refusal, { said: said.slice(0, maxWords) });
  }
  const { client_id: clientId, client_secret: clientSecret, client_secret_expires_at: expires } = answer;
  const said = typeof answer.token_endpoint_auth_method === 'string' ? answer.token_endpoint_auth_method : method;
  const clientAuth = methods.find(([name]) => name === said)?.[1] ?? 'basic';
  return {
    clientId,
    ...(isText(clientSecret) && clientAuth !== 'none' ? { clientSecret } : {}),
    clientAuth,
    ...(typeof expires === 'number' && expires > 0 ? { secretExpiresAt: expires } : {}),
  };
}

/** What this gateway says about itself as a client (RFC 7591 §2). */
export function clientMetadata(redirectUris: readonly string[], method: string) {
  const isNative = redirectUris.every((uri) => isLoopbackHost(new URL(uri).hostname));
  return {
    client_name: 'Dragoman',
    application_type: isNative ? 'native' : 'web',
    redirect_uris: [...redirectUris],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: method,
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && /^[\x20-\x7e]{1,4096}$/.test(value);
}
