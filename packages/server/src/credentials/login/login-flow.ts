/**
 * Logs a person in at the authorization server of a service: authorization code with PKCE. Nothing is stored between the
 * two steps: the client keeps the sealed state, which only the same caller can use.
 */
import { isLoopbackHost } from '@dragoman/core/http';
import type { BoundedCache } from '@dragoman/model';
import { changeFailure, createBoundedCache, Failure } from '@dragoman/model';
import type { CredentialCaller, ShownCredential } from '../credential-administration.js';
import { TokenRefused, TokenUnusable } from '../grants/token-endpoint.js';
import { clientForm, proofFor } from './client-form.js';
import type { AuthServer } from './discover-auth-server.js';
import { discoverAuthServer, discoverDeclaredAuthServer, discoverOwnAuthServer } from './discover-auth-server.js';
import type { ProtectedResource } from './discover-resource.js';
import { discoverResource } from './discover-resource.js';
import type { PendingLogin } from './login-request.js';
import { authorizationUrl, readCode } from './login-request.js';
import type { LoginAudience, LoginTarget, TargetName } from './login-target.js';
import { findTarget } from './login-target.js';
import type { LoginRequest } from './pending-login.js';
import { openPending, pendingLogin, sealPending } from './pending-login.js';
import { loginRefused, shown } from './read-metadata.js';
import { obtainClient } from './register-client.js';
import type { FoundLogin, LoginPorts } from './stored-logins.js';
import { knownClient, loginAudit, loginsOf, revokeLogin, storeLogin } from './stored-logins.js';

/** A started login. */
export interface StartedLogin {
  /** Where the person logs in. */
  authorizationUrl: string;
  /** Sealed; the second step needs it. */
  login: string;
  expiresAt: string;
  issuer: string;
  /** Absent where the authorization server does not ask for it. */
  resource?: string;
  /** Where the code is exchanged for tokens. */
  tokenUrl: string;
  scope?: string;
}

/** What finishing a login would store. */
export interface LoginPreview {
  service: string;
  issuer: string;
  audience: LoginAudience;
  /** True when an earlier login of the same audience is replaced. */
  replaces: boolean;
}

/** Logs in and out. */
export interface LoginFlow {
  start(request: LoginRequest, by: CredentialCaller): Promise<StartedLogin>;
  /** Checks the query of the redirect, gets the tokens and stores them. */
  finish(login: string, response: string, by: CredentialCaller): Promise<ShownCredential>;
  /** Checks the same without using the code of the redirect, and says what would be stored. */
  previewFinish(login: string, response: string, by: CredentialCaller): Promise<LoginPreview>;
  /** The number of stored logins of an audience. */
  count(target: TargetName, audience: LoginAudience, by: CredentialCaller): Promise<number>;
  /** Deletes the stored logins of an audience, and revokes their tokens; returns how many there were. */
  end(target: TargetName, audience: LoginAudience, by: CredentialCaller): Promise<number>;
}

/** Maximum number of finished logins that are remembered. */
const remembered = 10_000;

/** Path of the page of the console that a browser comes back to, and of our metadata as a client. */
export const consoleReturnPath = '/console/login-return';
export const clientMetadataPath = '/client-metadata.json';

/** Creates the flow. */
export function createLoginFlow(ports: LoginPorts): LoginFlow {
  const finished = createBoundedCache<string, true>({ entries: remembered });
  return {
    async start(request, by) {
      requireRedirect(request.redirectUri, ports.origin());
      const target = await findTarget(ports.entries, request.target, by.caller, request.audience);
      const found = await discover(ports, target, request);
      const known =
        request.register === true
          ? undefined
          : await knownClient(ports, target, request.redirectUri, found.server.issuer);
      const client = await obtainClient(ports.client, found.server, {
        redirectUri: request.redirectUri,
        ...(request.client === undefined ? {} : { given: request.client }),
        ...(known === undefined ? {} : { known }),
        ...metadataUrlOf(ports.origin()),
      });
      const pending = pendingLogin(ports.clock, { request, target, ...found, client });
      return {
        authorizationUrl: authorizationUrl(found.server, pending),
        login: sealPending(ports.sealer, pending, by.caller),
        expiresAt: new Date(pending.expiresAt).toISOString(),
        issuer: pending.server.issuer,
        ...(pending.resource === undefined ? {} : { resource: pending.resource }),
        tokenUrl: pending.server.tokenUrl,
        ...(pending.scope === undefined ? {} : { scope: pending.scope }),
      };
    },
    async finish(login, response, by) {
      const { pending, code } = openRedirect(ports, finished, { login, response }, by);
      finished.set(pending.state, true);
      const target = await findPendingTarget(ports, pending, by);
      const { server, client, redirectUri, verifier, resource, proofKey } = pending;
      const form = {
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
        ...(resource === undefined ? {} : { resource }),
      };
      const exchange = { ...clientForm(server.tokenUrl, client, form), ...proofFor(ports, proofKey) };
      const issued = await ports.endpoint.request(exchange).catch((thrown) => {
        throw notIssued(thrown, server.issuer);
      });
      return storeLogin(ports, { target, pending, issued, by });
    },
    async previewFinish(login, response, by) {
      const { pending } = openRedirect(ports, finished, { login, response }, by);
      const { holder, service } = await findPendingTarget(ports, pending, by);
      const { audience, server } = pending;
      const earlier = await loginsOf(ports, holder, audience, by.caller);
      return { service: service.origin, issuer: shown(server.issuer), audience, replaces: earlier.length > 0 };
    },
    async count(name, audience, by) {
      const target = await findTarget(ports.entries, name, by.caller, audience);
      return (await usedLogins(ports, target, { audience, by })).length;
    },
    async end(name, audience, by) {
      const target = await findTarget(ports.entries, name, by.caller, audience);
      const logins = await usedLogins(ports, target, { audience, by });
      for (const { record, secret, holder } of logins) {
        await ports.credentials.remove(
          record.id,
          loginAudit(ports.clock, 'credential.logout', { target, id: record.id, issuer: secret.issuer }, by),
        );
        ports.onChanged(holder);
        await revokeLogin(ports, secret);
      }
      return logins.length;
    },
  };
}

/** The started login and the code of its redirect; throws when the login is already finished. */
function openRedirect(
  ports: LoginPorts,
  finished: BoundedCache<string, true>,
  { login, response }: { login: string; response: string },
  by: CredentialCaller,
): { pending: PendingLogin; code: string } {
  const pending = openPending(ports, login, by.caller);
  const code = readCode(pending, new URLSearchParams(response));
  if (finished.get(pending.state) === true)
    throw loginRefused('This login is already finished.', 'No action needed, unless it failed; then start it again.');
  return { pending, code };
}

/** The service of a started login; throws when its URL has changed since. */
async function findPendingTarget(ports: LoginPorts, pending: PendingLogin, by: CredentialCaller): Promise<LoginTarget> {
  const target = await findTarget(ports.entries, pending.target, by.caller, pending.audience);
  if (target.service.origin !== pending.origin)
    throw loginRefused('The URL of the service has changed since the login was started; start it again.');
  return target;
}

/** The logins of an audience that calls of the target use: its own, and those of its source. */
async function usedLogins(
  ports: LoginPorts,
  { holder, sourceHolder }: LoginTarget,
  { audience, by }: { audience: LoginAudience; by: CredentialCaller },
): Promise<(FoundLogin & { holder: string })[]> {
  const found: (FoundLogin & { holder: string })[] = [];
  for (const each of sourceHolder === undefined ? [holder] : [holder, sourceHolder]) {
    for (const login of await loginsOf(ports, each, audience, by.caller)) found.push({ ...login, holder: each });
  }
  return found;
}

/** What a person can do whose code was not exchanged for a token. */
function notIssued(thrown: unknown, issuer: string): unknown {
  const server = `The authorization server ${shown(issuer)}`;
  const again = 'Start the login again. If this happens again, report it to the operator of the authorization server.';
  if (thrown instanceof TokenUnusable)
    return changeFailure(thrown, {
      message: `${server} ${thrown.what}; nothing was stored.`,
      help: again,
      retryable: false,
    });
  if (!(thrown instanceof TokenRefused)) return thrown;
  const { reason } = thrown;
  const message = `${server} issued no token (${reason}); nothing was stored.`;
  const isClient = reason === 'invalid_client' || reason === 'unauthorized_client';
  return changeFailure(thrown, {
    message,
    help: isClient
      ? 'Start the login again with --register, or name a client that you registered there with --client-id (and --client-secret).'
      : again,
  });
}

interface Discovered {
  resource: ProtectedResource;
  server: AuthServer;
}

async function discover(
  { client }: LoginPorts,
  { service, isMcp, declared }: LoginTarget,
  { issuer }: LoginRequest,
): Promise<Discovered> {
  const resource = await discoverResource(client, service, isMcp);
  const { authorizationServers: named, challenged } = resource;
  if (issuer !== undefined && named.length > 0 && !named.includes(issuer)) {
    throw loginRefused(
      `The service does not accept tokens of ${shown(issuer)}; it names ${named.map(shown).join(', ')}.`,
    );
  }
  const chosen = issuer ?? named[0];
  if (chosen === undefined && declared !== undefined) {
    const scope = resource.scope ?? declared.scopes.join(' ');
    // Servers that were not built for it may refuse the parameter `resource`.
    const { resource: _, ...plain } = resource;
    const server = await discoverDeclaredAuthServer(client, declared.addresses);
    return { resource: { ...plain, ...(scope === '' ? {} : { scope }) }, server };
  }
  const server =
    chosen === undefined
      ? await discoverOwnAuthServer(client, service, challenged)
      : await discoverAuthServer(client, chosen);
  return { resource, server };
}

/** The redirect URI is a loopback address of the person's own machine, or the page of our console. */
function requireRedirect(uri: string, origin: string): void {
  if (uri === `${origin}${consoleReturnPath}`) return;
  const { protocol, hostname, hash, username } = URL.canParse(uri) ? new URL(uri) : new URL('none:');
  if (protocol === 'http:' && isLoopbackHost(hostname) && hash === '' && username === '') return;
  const detail = `must be an http URL on this machine (127.0.0.1), or ${origin}${consoleReturnPath}`;
  throw new Failure('INVALID_INPUT', {
    fieldErrors: [{ field: 'redirect_uri', pointer: '/redirect_uri', code: 'request/value', detail }],
  });
}

/** Authorization servers can fetch our metadata only from a public address. */
function metadataUrlOf(origin: string): { metadataUrl?: string } {
  const { protocol, hostname } = new URL(origin);
  return protocol === 'https:' && !isLoopbackHost(hostname) ? { metadataUrl: `${origin}${clientMetadataPath}` } : {};
}
