/** Talks to an OpenID Connect provider: discovery, exchange of a code, verification of the ID token. Answers are bounded. */
import type { Clock } from '@dragoman/core/http';
import { isLoopbackHost } from '@dragoman/core/http';
import { Failure, isFailure } from '@dragoman/model';
import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose';
import type { OidcConfig } from '../config/config.js';

/** Dependencies. */
export interface ProviderPorts {
  settings: OidcConfig & { issuer: string };
  clock: Clock;
  fetch: typeof fetch;
}

/** What the provider publishes about itself. */
export interface ProviderMetadata {
  authorizationEndpoint: string;
  tokenEndpoint: string;
  keys: JWTVerifyGetKey;
}

/** The parts of an exchange. */
export interface CodeExchange {
  code: string;
  verifier: string;
  redirectUri: string;
  nonce: string;
}

/** A provider. */
export interface ProviderClient {
  metadata(): Promise<ProviderMetadata>;
  /** Exchanges a code for an ID token and returns its verified claims. */
  exchange(exchange: CodeExchange): Promise<JWTPayload>;
}

/** Maximum size of an answer in bytes, and its timeout in milliseconds. */
const maxBytes = 262_144;
const timeoutMs = 10_000;

/** Milliseconds for which the metadata is used. */
const metadataMs = 3_600_000;

/** Signature algorithms of ID tokens; asymmetric only. */
const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'];

/** Creates the client of the configured provider. */
export function createProviderClient({ settings, clock, fetch }: ProviderPorts): ProviderClient {
  let known: { at: number; metadata: Promise<ProviderMetadata> } | undefined;
  const ask = (url: string, init: RequestInit = {}) => askJson(fetch, url, init);
  const discover = async (): Promise<ProviderMetadata> => {
    const body = await ask(`${settings.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
    if (body.issuer !== settings.issuer) throw unavailable(`The provider calls itself ${String(body.issuer)}.`);
    return {
      authorizationEndpoint: secureUrl(body.authorization_endpoint),
      tokenEndpoint: secureUrl(body.token_endpoint),
      keys: createRemoteJWKSet(new URL(secureUrl(body.jwks_uri)), {
        timeoutDuration: timeoutMs,
        [customFetch]: (url, init) => boundedFetch(fetch, url, init),
      }),
    };
  };
  const metadata = () => {
    if (known === undefined || clock.now() - known.at > metadataMs) {
      const started = { at: clock.now(), metadata: discover() };
      known = started;
      started.metadata.catch(() => {
        if (known === started) known = undefined;
      });
    }
    return known.metadata;
  };
  return {
    metadata,
    async exchange({ code, verifier, redirectUri, nonce }) {
      const { tokenEndpoint, keys } = await metadata();
      const form = new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
        client_id: settings.clientId,
      });
      const tokens = await ask(tokenEndpoint, { method: 'POST', headers: clientHeaders(settings), body: form });
      if (typeof tokens.id_token !== 'string') throw unavailable('The provider returned no ID token.');
      const { payload } = await jwtVerify(tokens.id_token, keys, {
        issuer: settings.issuer,
        audience: settings.clientId,
        algorithms,
        clockTolerance: 30,
        currentDate: new Date(clock.now()),
        requiredClaims: ['exp', 'sub', 'nonce'],
      }).catch((cause: unknown) => {
        throw new Failure('INVALID_CREDENTIAL', { message: 'The ID token of the provider is not valid.', cause });
      });
      if (payload.nonce !== nonce) throw new Failure('INVALID_CREDENTIAL');
      return payload;
    },
  };
}

/** A client with a secret authenticates with it (RFC 6749 §2.3.1); others prove themselves by PKCE alone. */
function clientHeaders({ clientId, clientSecret }: OidcConfig): Record<string, string> {
  if (clientSecret === undefined) return {};
  const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

function secureUrl(value: unknown): string {
  if (typeof value === 'string' && URL.canParse(value)) {
    const { protocol, hostname } = new URL(value);
    if (protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname))) return value;
  }
  throw unavailable('The metadata of the provider lacks an https endpoint.');
}

async function askJson(
  fetch: typeof globalThis.fetch,
  url: string,
  init: RequestInit,
): Promise<Record<string, unknown>> {
  try {
    const response = await boundedFetch(fetch, secureUrl(url), init);
    const body = (await response.json()) as unknown;
    if (!response.ok || typeof body !== 'object' || body === null) throw refusalOf(response.status, body);
    return body as Record<string, unknown>;
  } catch (error) {
    throw isFailure(error) ? error : unavailable('The provider cannot be reached.', error);
  }
}

/** A refused code is the caller's problem; everything else is the provider's. */
function refusalOf(status: number, body: unknown): Failure {
  const code = (body as { error?: unknown } | null)?.error;
  if (code === 'invalid_grant') {
    return new Failure('INVALID_CREDENTIAL', { message: 'The login took too long or was used twice; start again.' });
  }
  return unavailable(`The provider answered ${status}${typeof code === 'string' ? ` (${code.slice(0, 60)})` : ''}.`);
}

async function boundedFetch(fetch: typeof globalThis.fetch, url: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) throw unavailable('The answer of the provider is too large.');
    chunks.push(chunk);
  }
  return new Response(Buffer.concat(chunks), { status: response.status, headers: response.headers });
}

function unavailable(message: string, cause?: unknown): Failure {
  return new Failure('UNAVAILABLE', {
    message: `Login through OpenID Connect failed. ${message}`,
    retryAfter: 5,
    cause,
  });
}
