/** The state of a login between its two steps: sealed, kept by the client, and bound to the caller who started it. */
import type { Caller } from '@dragoman/core/engine';
import type { Clock } from '@dragoman/core/http';
import { sealContent } from '../credential-administration.js';
import type { OauthClient } from '../credential-content.js';
import { newProofKey } from '../grants/possession.js';
import type { Sealer } from '../sealer.js';
import type { AuthServer } from './discover-auth-server.js';
import type { ProtectedResource } from './discover-resource.js';
import type { PendingLogin } from './login-request.js';
import { randomText } from './login-request.js';
import type { LoginAudience, LoginTarget, TargetName } from './login-target.js';
import { loginRefused } from './read-metadata.js';
import { wantsProof } from './wants-proof.js';

/** What a person wants to log in to, and how. */
export interface LoginRequest {
  target: TargetName;
  audience: LoginAudience;
  redirectUri: string;
  scope?: string;
  issuer?: string;
  client?: { clientId: string; clientSecret?: string };
  /** Registers a new client, although one of an earlier login is known. */
  register?: boolean;
  /** Binds the tokens to a key (DPoP), although the service does not ask for it. */
  dpop?: boolean;
}

/** Time that a person has for a login, in milliseconds. */
export const maxLoginMs = 600_000;

/** What a login is made from. */
export interface LoginParts {
  resource: ProtectedResource;
  server: AuthServer;
  request: LoginRequest;
  target: LoginTarget;
  client: OauthClient;
}

/** Creates the state of a login. */
export function pendingLogin(clock: Clock, { request, target, resource, server, client }: LoginParts): PendingLogin {
  const { issuer, tokenUrl, revocationUrl, sendsIssuer } = server;
  const wanted = (request.scope ?? resource.scope ?? '').split(' ').filter((each) => each !== '');
  // Without it some servers issue no refresh token.
  if (server.scopes.includes('offline_access')) wanted.push('offline_access');
  const scope = [...new Set(wanted)].join(' ');
  return {
    target: request.target,
    origin: target.service.origin,
    audience: request.audience,
    server: { issuer, tokenUrl, sendsIssuer, ...(revocationUrl === undefined ? {} : { revocationUrl }) },
    client,
    redirectUri: request.redirectUri,
    ...(resource.resource === undefined ? {} : { resource: resource.resource }),
    ...(scope === '' ? {} : { scope }),
    ...(wantsProof(server, resource, request.dpop) ? { proofKey: newProofKey() } : {}),
    state: randomText(),
    verifier: randomText(),
    expiresAt: clock.now() + maxLoginMs,
  };
}

/** The facts that the sealed state is bound to: only the caller who started the login can finish it. */
function sealedFor({ subject }: Caller) {
  return {
    id: 'login',
    agentId: '\u0000login',
    subject,
    kind: 'oauth2_login',
    name: 'login',
    createdAt: '',
    createdBy: '',
    updatedAt: '',
  } as const;
}

/** Seals the state for the client. */
export function sealPending(sealer: Sealer, pending: PendingLogin, caller: Caller): string {
  const { sealed, sealedWith } = sealContent(sealer, pending, sealedFor(caller));
  return `${sealedWith}.${sealed}`;
}

/** Opens the state; throws when another caller started the login, or too long ago. */
export function openPending(
  { sealer, clock }: { sealer: Sealer; clock: Clock },
  login: string,
  caller: Caller,
): PendingLogin {
  const end = login.indexOf('.');
  const place = { ...sealedFor(caller), sealedWith: login.slice(0, end), sealed: login.slice(end + 1) };
  let pending: PendingLogin;
  try {
    pending = JSON.parse(sealer.open(place)) as PendingLogin;
  } catch {
    throw loginRefused('The login was started by another caller or at another server; start it again.');
  }
  if (pending.expiresAt > clock.now()) return pending;
  throw loginRefused('The login took longer than ten minutes; start it again.');
}
