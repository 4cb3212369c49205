/** The authorization request and the check of its response (RFC 6749 §4.1, RFC 7636, RFC 8707, RFC 9207, RFC 9449). */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Failure } from '@dragoman/model';
import type { OauthClient } from '../credential-content.js';
import { thumbprint } from '../grants/possession.js';
import type { AuthServer } from './discover-auth-server.js';
import type { LoginAudience, TargetName } from './login-target.js';
import { loginRefused, shown } from './read-metadata.js';

/** A login between its two steps; the client keeps it, sealed. */
export interface PendingLogin {
  target: TargetName;
  /** Origin of the service, the only one that gets the token. */
  origin: string;
  audience: LoginAudience;
  server: Pick<AuthServer, 'issuer' | 'tokenUrl' | 'revocationUrl' | 'sendsIssuer'>;
  client: OauthClient;
  redirectUri: string;
  resource?: string;
  scope?: string;
  state: string;
  verifier: string;
  /** Key that the tokens will be bound to (DPoP). */
  proofKey?: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

/** A value that cannot be guessed: 256 bits. */
export function randomText(): string {
  return randomBytes(32).toString('base64url');
}

/** Where to send the browser. */
export function authorizationUrl(server: AuthServer, login: PendingLogin): string {
  const url = new URL(server.authorizationUrl);
  const parameters = {
    response_type: 'code',
    client_id: login.client.clientId,
    redirect_uri: login.redirectUri,
    state: login.state,
    code_challenge: createHash('sha256').update(login.verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...(login.resource === undefined ? {} : { resource: login.resource }),
    ...(login.scope === undefined ? {} : { scope: login.scope }),
    // The code is bound to the key, too (RFC 9449 §10).
    ...(login.proofKey === undefined ? {} : { dpop_jkt: thumbprint(login.proofKey) }),
    // A refresh token for use without the person needs consent (OpenID Connect Core §11).
    ...(login.scope?.split(' ').includes('offline_access') === true ? { prompt: 'consent' } : {}),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** The code of a response; throws when the response is not the one that this login waits for. */
export function readCode(login: PendingLogin, response: URLSearchParams): string {
  const only = (name: string) => (response.getAll(name).length === 1 ? response.get(name) : null);
  if (!equal(only('state') ?? '', login.state)) {
    throw loginRefused(
      'The response belongs to another login (state); nothing was stored.',
      'Finish the login that was started last, or start it again.',
    );
  }
  const { issuer, sendsIssuer } = login.server;
  const iss = only('iss');
  // Another authorization server could otherwise get the code of this one (mix-up).
  if (response.has('iss') ? iss !== issuer : sendsIssuer) {
    throw loginRefused(
      `The response is from the issuer ${shown(iss ?? 'none')}, but the login was started at ${shown(issuer)}; nothing was stored.`,
      'Start the login again. If this happens again, report it to the operator of the authorization server.',
    );
  }
  const error = only('error');
  if (error !== null) {
    const message = `The authorization server refused the login: ${shown(error)}. Nothing was stored.`;
    const help = 'Log in again and allow the access there, or ask the operator of that server for it.';
    throw new Failure('FORBIDDEN', { message, help });
  }
  const code = only('code');
  if (code === null || !/^[\x20-\x7e]{1,4096}$/.test(code))
    throw loginRefused('The response has no code; nothing was stored.', 'Start the login again.');
  return code;
}

function equal(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
