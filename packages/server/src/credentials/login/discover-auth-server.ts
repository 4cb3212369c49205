/** Reads the metadata of an authorization server (RFC 8414, OpenID Connect Discovery) and checks what a login needs. */

import { isLoopbackHost } from '@dragoman/core/http';
import type { JsonObject, LoginAddresses } from '@dragoman/model';
import type { AuthServerClient } from '../auth-server-client.js';
import { fetchMetadata, loginRefused, serverRefused, shown, textsOf } from './read-metadata.js';

/** An authorization server, as far as programs need it. */
export interface TokenServer {
  issuer: string;
  tokenUrl: string;
  /** How clients may authenticate at the token endpoint, in the words of the registry of IANA. */
  clientAuthMethods: string[];
  /** Algorithms of keys that tokens can be bound to (DPoP); empty when the server announces none. */
  proofAlgorithms: string[];
}

/** An authorization server at which people log in. */
export interface AuthServer extends TokenServer {
  authorizationUrl: string;
  registrationUrl?: string;
  revocationUrl?: string;
  scopes: string[];
  /** True when the server announces the parameter `iss` of its responses (RFC 9207). */
  sendsIssuer: boolean;
  /** True when a URL can be the id of a client. */
  acceptsClientUrls: boolean;
  /** True when nobody named these addresses, which an early revision of MCP defines. */
  isAssumed?: true;
}

/** Reads the metadata of an issuer; throws when it has none or cannot be used safely. */
export async function discoverAuthServer(
  client: Pick<AuthServerClient, 'request'>,
  issuer: string,
): Promise<AuthServer> {
  const server = await findAuthServer(client, issuer);
  if (server !== undefined) return server;
  throw serverRefused(
    `The authorization server ${shown(issuer)} has no metadata at its well-known addresses (RFC 8414), so a login there cannot be started.`,
  );
}

/** Finds the token endpoint of an issuer; throws when it has no metadata, or metadata of another issuer. */
export async function discoverTokenServer(
  client: Pick<AuthServerClient, 'request'>,
  issuer: string,
): Promise<TokenServer> {
  const metadata = await findMetadata(client, issuer);
  if (metadata !== undefined) return readTokenServer(metadata, issuer);
  throw loginRefused(
    `The authorization server ${shown(issuer)} has no metadata at its well-known addresses (RFC 8414); name its token endpoint (token_url, --token-url).`,
  );
}

/**
 * The server at the origin of a service that names none. Without metadata, the addresses that MCP 2025-03-26 fixes are
 * used, as long as the service itself asked for a token.
 */
export async function discoverOwnAuthServer(
  client: Pick<AuthServerClient, 'request'>,
  { origin, href }: URL,
  challenged: boolean,
): Promise<AuthServer> {
  const server = await findAuthServer(client, origin);
  if (server !== undefined) return server;
  if (!challenged) {
    throw loginRefused(
      `${href} names no authorization server and demands no token, so there is nothing to log in to; name one with --issuer.`,
    );
  }
  return {
    issuer: origin,
    authorizationUrl: `${origin}/authorize`,
    tokenUrl: `${origin}/token`,
    registrationUrl: `${origin}/register`,
    isAssumed: true,
    scopes: [],
    clientAuthMethods: [],
    proofAlgorithms: [],
    sendsIssuer: false,
    acceptsClientUrls: false,
  };
}

/**
 * The server that the description of a service names. Its own metadata is used if it can be found and has the same
 * authorization endpoint; otherwise the addresses of the description are used as they are, and a person must register a
 * client.
 */
export async function discoverDeclaredAuthServer(
  client: Pick<AuthServerClient, 'request'>,
  { metadataUrl, authorizationUrl, tokenUrl }: LoginAddresses,
): Promise<AuthServer> {
  if (metadataUrl !== undefined) {
    const metadata = await fetchMetadata(client, metadataUrl);
    if (metadata !== undefined) return readAuthServer(metadata, issuerOf(metadataUrl, metadata));
    if (authorizationUrl === undefined)
      throw loginRefused(`${shown(metadataUrl)} has no metadata of an authorization server.`);
  }
  const addresses = { authorization_endpoint: authorizationUrl ?? '', token_endpoint: tokenUrl ?? '' };
  const declared = 'that the description of the service names';
  const authorization = required(addressOf(addresses, 'authorization_endpoint'), declared, 'authorizationUrl');
  const token = required(addressOf(addresses, 'token_endpoint'), declared, 'tokenUrl');
  const { origin } = new URL(authorization);
  const server = await findAuthServer(client, origin);
  // The server knows its token endpoint better: a description could name one that collects codes.
  if (server?.authorizationUrl === authorization) return server;
  return {
    issuer: origin,
    authorizationUrl: authorization,
    tokenUrl: token,
    scopes: [],
    clientAuthMethods: [],
    proofAlgorithms: [],
    sendsIssuer: false,
    acceptsClientUrls: false,
  };
}

/** The issuer that a metadata address belongs to: at a well-known address it is fixed, elsewhere it has the same origin. */
function issuerOf(metadataUrl: string, { issuer }: JsonObject): string {
  const { origin, pathname } = new URL(metadataUrl);
  const [, before = '', after = ''] =
    /^(.*)\/\.well-known\/(?:openid-configuration|oauth-authorization-server)(\/.*)?$/.exec(pathname) ?? [];
  if (pathname.includes('/.well-known/')) return `${origin}${before}${after}`;
  const isSame = typeof issuer === 'string' && URL.canParse(issuer) && new URL(issuer).origin === origin;
  return isSame ? issuer : origin;
}

async function findAuthServer(
  client: Pick<AuthServerClient, 'request'>,
  issuer: string,
): Promise<AuthServer | undefined> {
  const metadata = await findMetadata(client, issuer);
  return metadata === undefined ? undefined : readAuthServer(metadata, issuer);
}

async function findMetadata(
  client: Pick<AuthServerClient, 'request'>,
  issuer: string,
): Promise<JsonObject | undefined> {
  for (const url of metadataAddresses(issuer)) {
    const metadata = await fetchMetadata(client, url);
    if (metadata !== undefined) return metadata;
  }
  return undefined;
}

/** Where the metadata of an issuer may be, in the order of precedence. */
function metadataAddresses(issuer: string): string[] {
  if (!URL.canParse(issuer)) throw loginRefused(`The authorization server ${shown(issuer)} is not a URL.`);
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  const [oauth, openid] = ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration'];
  const first = [`${origin}${oauth}${path}`, `${origin}${openid}${path}`];
  return path === '' ? first : [...first, `${origin}${path}${openid}`];
}

/** Checks metadata; another issuer could otherwise pretend to be the one that the service trusts. */
export function readTokenServer(metadata: JsonObject, expected: string): TokenServer {
  const { issuer } = metadata;
  if (typeof issuer !== 'string' || withoutSlash(issuer) !== withoutSlash(expected)) {
    throw serverRefused(
      `The metadata of the authorization server ${shown(expected)} is for the issuer ${shown(issuer ?? 'none')}; no token was requested.`,
    );
  }
  return {
    issuer,
    tokenUrl: required(addressOf(metadata, 'token_endpoint'), issuer, 'token_endpoint'),
    clientAuthMethods: textsOf(metadata.token_endpoint_auth_methods_supported),
    proofAlgorithms: textsOf(metadata.dpop_signing_alg_values_supported),
  };
}

/** Checks metadata for a login. */
export function readAuthServer(metadata: JsonObject, expected: string): AuthServer {
  const server = readTokenServer(metadata, expected);
  const { issuer } = server;
  const grants = textsOf(metadata.grant_types_supported);
  if (grants.length > 0 && !grants.includes('authorization_code')) {
    throw loginRefused(
      `The authorization server ${shown(issuer)} issues tokens to programs only (${grants.map(shown).join(', ')}). Store a credential for the service instead of a login: dragoman credentials add <service|url> --kind ${kindFor(grants)}.`,
    );
  }
  if (!textsOf(metadata.code_challenge_methods_supported).includes('S256')) {
    throw serverRefused(
      `The authorization server ${shown(issuer)} does not announce PKCE with S256 (code_challenge_methods_supported), without which a stolen code could be used; the login was not started.`,
    );
  }
  const address = (name: string) => addressOf(metadata, name);
  const registrationUrl = address('registration_endpoint');
  const revocationUrl = address('revocation_endpoint');
  return {
    ...server,
    authorizationUrl: required(address('authorization_endpoint'), issuer, 'authorization_endpoint'),
    ...(registrationUrl === undefined ? {} : { registrationUrl }),
    ...(revocationUrl === undefined ? {} : { revocationUrl }),
    scopes: textsOf(metadata.scopes_supported),
    sendsIssuer: metadata.authorization_response_iss_parameter_supported === true,
    acceptsClientUrls: metadata.client_id_metadata_document_supported === true,
  };
}

/** The kind of credential for a grant. */
function kindFor(grants: readonly string[]): string {
  return grants.includes('client_credentials') ? 'oauth2_client' : 'jwt_bearer or enterprise';
}

/** An issuer without a path may be written with a slash or without. */
function withoutSlash(issuer: string): string {
  return URL.canParse(issuer) && new URL(issuer).pathname === '/' ? issuer.replace(/\/$/, '') : issuer;
}

/** An https URL, or http on this machine; browsers and the outbound guard refuse the rest. */
function addressOf(metadata: JsonObject, name: string): string | undefined {
  const value = metadata[name];
  if (typeof value !== 'string' || value.length > 2048 || !URL.canParse(value)) return undefined;
  const { protocol, hostname, hash } = new URL(value);
  if (hash !== '') return undefined;
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname)) ? value : undefined;
}

function required(url: string | undefined, issuer: string, name: string): string {
  if (url !== undefined) return url;
  throw serverRefused(
    `The metadata of the authorization server ${shown(issuer)} has no usable ${name} (an https URL).`,
  );
}
