/**
 * Authenticates callers by access tokens (JWT) of configured issuers. Keys come from a fixed set or from the issuer's
 * URL; an unknown key id triggers a new fetch of the key set, at most once per cooldown.
 */

import type { Authenticator, Caller } from '@dragoman/core/engine';
import { groupPrefix } from '@dragoman/core/engine';
import type { Clock } from '@dragoman/core/http';
import { Failure, isFailure } from '@dragoman/model';
import type { FetchImplementation, JSONWebKeySet, JWTPayload, JWTVerifyGetKey, JWTVerifyResult } from 'jose';
import { createLocalJWKSet, createRemoteJWKSet, customFetch, decodeJwt, errors, jwtVerify } from 'jose';
import type { IssuerConfig } from '../config/config.js';
import { withSetting } from '../config/read-setting-file.js';

/** Dependencies of the token authenticator. */
export interface TokenAuthenticatorPorts {
  issuers: readonly IssuerConfig[];
  clock: Clock;
  fetch: typeof fetch;
  readFile: (path: string) => string;
}

/** Minimum time between fetches caused by unknown key ids, in milliseconds. */
export const keySetCooldownMs = 30_000;

/** Pause after a failed fetch, in milliseconds. */
const keySetPauseMs = 5000;

/** Maximum size of a key set, in bytes. */
const maxKeySetBytes = 262_144;

/** Maximum scopes read from a token. */
const maxScopes = 100;

/** Creates the authenticator for access tokens. */
export function createTokenAuthenticator(ports: TokenAuthenticatorPorts): Authenticator {
  const issuers = new Map(ports.issuers.map((issuer) => [issuer.issuer, { issuer, keys: openKeySet(issuer, ports) }]));
  return {
    async authenticate(credential) {
      if (credential.split('.').length !== 3) return undefined;
      const known = issuers.get(claimedIssuer(credential));
      if (known === undefined) throw new Failure('INVALID_CREDENTIAL');
      const payload = await verify(credential, known.issuer, known.keys, ports.clock);
      return { ...toCaller(payload, known.issuer), token: () => credential };
    },
  };
}

/** The issuer named in the token, which is untrusted until the signature is verified. */
function claimedIssuer(token: string): string {
  try {
    return decodeJwt(token).iss ?? '';
  } catch {
    return '';
  }
}

async function verify(token: string, issuer: IssuerConfig, keys: JWTVerifyGetKey, clock: Clock): Promise<JWTPayload> {
  try {
    const verified = await jwtVerify(token, keys, {
      issuer: issuer.issuer,
      audience: issuer.audience,
      algorithms: [...issuer.algorithms],
      clockTolerance: issuer.clockSkewSeconds,
      currentDate: new Date(clock.now()),
      requiredClaims: ['exp', issuer.subjectClaim],
    });
    if (!isAccessToken(verified) || isIssuedLater(verified.payload, issuer, clock))
      throw new Failure('INVALID_CREDENTIAL');
    return verified.payload;
  } catch (error) {
    throw isFailure(error) ? error : understand(error);
  }
}

/** Values of the header `typ` that an access token may have (RFC 8725 §3.11, RFC 9068 §2.1). */
const accessTokenTypes = new Set(['jwt', 'application/jwt', 'at+jwt', 'application/at+jwt']);

/**
 * False for ID tokens, logout tokens and other tokens that the same issuer signs for other purposes. ID tokens are recognized
 * by their hash claims (OpenID Connect Core §3.1.3.6) and by the type claims of common issuers.
 */
function isAccessToken({ protectedHeader, payload }: JWTVerifyResult): boolean {
  if (!accessTokenTypes.has((protectedHeader.typ ?? 'jwt').toLowerCase())) return false;
  if (payload.at_hash !== undefined || payload.c_hash !== undefined || payload.events !== undefined) return false;
  return !(payload.token_use === 'id' || (typeof payload.typ === 'string' && payload.typ.toLowerCase() === 'id'));
}

/** True for a token whose time of issue lies in the future, beyond the tolerated clock skew. */
function isIssuedLater({ iat }: JWTPayload, { clockSkewSeconds }: IssuerConfig, clock: Clock): boolean {
  return iat !== undefined && iat > clock.now() / 1000 + clockSkewSeconds;
}

/** A failed fetch of the key set is a server problem; every other error is a problem of the token. */
function understand(error: unknown): Failure {
  const isTokenFault =
    error instanceof errors.JOSEError &&
    !(error instanceof errors.JWKSTimeout) &&
    !(error instanceof errors.JWKSInvalid) &&
    error.code !== 'ERR_JOSE_GENERIC';
  if (isTokenFault) return new Failure('INVALID_CREDENTIAL', { cause: error });
  return new Failure('UNAVAILABLE', {
    message: 'The token cannot be verified at the moment because the keys of its issuer cannot be fetched.',
    retryAfter: 5,
    cause: error,
  });
}

function toCaller(payload: JWTPayload, { issuer, subjectClaim, scopeClaim, groupsClaim }: IssuerConfig): Caller {
  const subject = payload[subjectClaim];
  if (!isName(subject)) throw new Failure('INVALID_CREDENTIAL');
  const actor = readActor(payload.act, issuer);
  return {
    kind: 'token',
    subject: `${issuer}#${subject}`,
    scopes: [...readScopes(payload[scopeClaim]), ...readGroups(payload[groupsClaim])],
    ...(actor === undefined ? {} : { actor }),
  };
}

function isName(claim: unknown): claim is string {
  return typeof claim === 'string' && claim !== '' && claim.length <= 512;
}

/** The acting party (RFC 8693 §4.1); the outermost one is the current holder of the token. */
function readActor(claim: unknown, issuer: string): string | undefined {
  if (typeof claim !== 'object' || claim === null) return undefined;
  const { sub, iss } = claim as Record<string, unknown>;
  return isName(sub) ? `${isName(iss) ? iss : issuer}#${sub}` : undefined;
}

function readScopes(claim: unknown): string[] {
  const scopes = typeof claim === 'string' ? claim.split(/\s+/) : Array.isArray(claim) ? claim : [];
  return scopes.filter((scope): scope is string => typeof scope === 'string' && scope !== '').slice(0, maxScopes);
}

/** Groups are scopes with a prefix, so that grants and the policy can name them. */
function readGroups(claim: unknown): string[] {
  return readScopes(claim).map((group) => `${groupPrefix}${group.slice(0, 120)}`);
}

function openKeySet(issuer: IssuerConfig, { fetch, readFile, clock }: TokenAuthenticatorPorts): JWTVerifyGetKey {
  if (issuer.jwksUri !== undefined) {
    return createRemoteJWKSet(new URL(issuer.jwksUri), {
      cooldownDuration: keySetCooldownMs,
      timeoutDuration: 5000,
      [customFetch]: boundedFetch(fetch, clock),
    });
  }
  const { jwks, jwksFile } = issuer;
  const text = jwksFile === undefined ? undefined : readFile(jwksFile);
  return withSetting(`auth.jwt.issuers (${issuer.issuer})`, () =>
    createLocalJWKSet((text === undefined ? jwks : JSON.parse(text)) as JSONWebKeySet),
  );
}

/** Key sets are third-party input: bounds the response size, and pauses after a failure. */
function boundedFetch(fetch: typeof globalThis.fetch, clock: Clock): FetchImplementation {
  let failedAt = Number.NEGATIVE_INFINITY;
  return async (url, options) => {
    if (Math.abs(clock.now() - failedAt) < keySetPauseMs) throw new Error('fetching the key set failed recently');
    try {
      const response = await fetch(url, options);
      if (response.status !== 200) throw new Error(`fetching the key set failed with status ${response.status}`);
      return await readBounded(response);
    } catch (error) {
      failedAt = clock.now();
      throw error;
    }
  };
}

async function readBounded(response: Response): Promise<Response> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxKeySetBytes) throw new Error('the key set is too large');
    chunks.push(chunk);
  }
  return new Response(Buffer.concat(chunks), { status: response.status, headers: response.headers });
}
