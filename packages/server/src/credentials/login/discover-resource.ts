/**
 * Finds out which authorization servers a service accepts (RFC 9728): from the challenge of an unauthenticated request,
 * or from the well-known address. A service without metadata is its own authorization server (MCP 2025-03-26).
 */
import { Failure } from '@dragoman/model';
import type { AuthServerClient } from '../auth-server-client.js';
import type { TokenChallenge } from './read-challenge.js';
import { readChallenge } from './read-challenge.js';
import { askFor, fetchMetadata, serverRefused, shown, textsOf } from './read-metadata.js';

/** A service that needs a login. */
export interface ProtectedResource {
  /** The value of the parameter `resource` (RFC 8707); absent where the service need not know it. */
  resource?: string;
  /** Issuers; empty when the service names none. */
  authorizationServers: string[];
  /** Scopes to request, where the service names them. */
  scope?: string;
  /** True when the service answered an unauthenticated request with a challenge. */
  challenged: boolean;
  /** Whether tokens may be bound to a key (DPoP), or must be. */
  binding: 'none' | 'possible' | 'required';
}

/** Reads what the service says about itself. */
export async function discoverResource(
  client: Pick<AuthServerClient, 'request'>,
  service: URL,
  isMcp: boolean,
): Promise<ProtectedResource> {
  const challenge = await askForChallenge(client, service, isMcp);
  for (const url of metadataAddresses(service, challenge)) {
    const metadata = await fetchMetadata(client, url);
    if (metadata === undefined) continue;
    const { resource } = metadata;
    if (typeof resource !== 'string' || !covers(resource, service)) {
      throw serverRefused(
        `The metadata at ${shown(url)} is for the resource ${shown(resource ?? 'none')}, not for ${service.href}; the login was not started.`,
      );
    }
    const scope = challenge?.scope ?? textsOf(metadata.scopes_supported).join(' ');
    return {
      resource,
      authorizationServers: textsOf(metadata.authorization_servers),
      challenged: challenge !== undefined,
      binding: metadata.dpop_bound_access_tokens_required === true ? 'required' : bindingOf(challenge),
      ...(scope === '' ? {} : { scope }),
    };
  }
  const { scope } = challenge ?? {};
  return {
    resource: canonical(service),
    authorizationServers: [],
    challenged: challenge !== undefined,
    binding: bindingOf(challenge),
    ...(scope === undefined ? {} : { scope }),
  };
}

function bindingOf(challenge: TokenChallenge | undefined): ProtectedResource['binding'] {
  if (challenge?.schemes.includes('dpop') !== true) return 'none';
  return challenge.schemes.includes('bearer') ? 'possible' : 'required';
}

/** The challenge to a request without a token; undefined when the service accepts it or refuses it otherwise. */
async function askForChallenge(
  client: Pick<AuthServerClient, 'request'>,
  service: URL,
  isMcp: boolean,
): Promise<TokenChallenge | undefined> {
  const { status, challenges } = await askFor(client, isMcp ? listTools(service) : read(service));
  return status === 401 || status === 403
    ? (readChallenge(challenges) ?? (status === 401 ? { schemes: [] } : undefined))
    : undefined;
}

function read(service: URL) {
  return { url: service.href, method: 'GET', headOnly: true } as const;
}

/** Some servers answer `initialize` to everybody. */
function listTools(service: URL) {
  return {
    url: service.href,
    method: 'POST',
    headOnly: true,
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': '2025-11-25',
    },
    body: '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}',
  } as const;
}

/** Addresses of the metadata, in the order of precedence (RFC 9728 §3.1, §5.1). */
function metadataAddresses({ origin, pathname }: URL, challenge: TokenChallenge | undefined): string[] {
  if (challenge?.resourceMetadata !== undefined) return [challenge.resourceMetadata];
  const wellKnown = `${origin}/.well-known/oauth-protected-resource`;
  return pathname === '/' ? [wellKnown] : [`${wellKnown}${pathname.replace(/\/$/, '')}`, wellKnown];
}

/** True when the resource is the service or contains it: the same origin, and its path or a parent of it. */
export function covers(resource: string, service: URL): boolean {
  if (!URL.canParse(resource)) return false;
  const { origin, pathname, hash } = new URL(resource);
  if (origin !== service.origin || hash !== '') return false;
  const parent = pathname.replace(/\/$/, '');
  return service.pathname === pathname || `${service.pathname}/`.startsWith(`${parent}/`);
}

/** The identifier of a service that names none: its URL without query and fragment. */
function canonical({ origin, pathname }: URL): string {
  return pathname === '/' ? origin : `${origin}${pathname}`;
}

/** The URL of the service; throws when it has none that can be logged in to. */
export function requireServiceUrl(url: string | undefined): URL {
  if (url !== undefined && /^https?:/i.test(url) && URL.canParse(url)) return new URL(url);
  throw new Failure('CONFLICT', {
    message:
      'The service has no https URL, so there is nothing to log in to; credentials of a local command are its environment variables.',
  });
}
