/**
 * A service that refuses a call for want of a login says so in a challenge (RFC 6750 §3, RFC 9728 §5.1). Such a response
 * becomes a failure that names the command to run; every other response passes.
 */
import type { Upstream, UpstreamRequest, UpstreamResponse } from '@dragoman/core/engine';
import { LoginNeeded, quoted } from './login-needed.js';
import { readChallenge } from './read-challenge.js';

/** Wraps the upstream client. */
export function createLoginDemands(upstream: Upstream): Upstream {
  return {
    ...upstream,
    async send(request) {
      const response = await upstream.send(request);
      if (response.status !== 401 && response.status !== 403) return response;
      const failure = failureFor(request, response);
      if (failure === undefined) return response;
      await response.body.cancel().catch(() => undefined);
      throw failure;
    },
  };
}

function failureFor(
  { credential, loginAt, expectsLogin = false }: UpstreamRequest,
  { status, headers }: UpstreamResponse,
): LoginNeeded | undefined {
  if (loginAt === undefined) return undefined;
  const challenge = readChallenge([headers['www-authenticate'] ?? '']);
  const granted = credential?.login?.scopes;
  if (status === 403) {
    if (challenge?.error !== 'insufficient_scope') return undefined;
    const wanted = challenge.scope?.split(' ') ?? [];
    // A login that already has the scopes would not help; the service has to explain itself.
    if (granted !== undefined && wanted.every((scope) => granted.includes(scope))) return undefined;
    const named = wanted.length === 0 ? 'more scopes' : `the scopes ${wanted.join(' ')}`;
    const scopes = [...new Set([...(granted ?? []), ...wanted])];
    return new LoginNeeded(loginAt, `The service executed nothing, because the token lacks ${named}.`, scopes);
  }
  if (granted !== undefined) return new LoginNeeded(loginAt, 'The service no longer accepts the login.');
  // The credential that was sent is another one, which a login would not replace.
  if (credential?.headers?.authorization !== undefined) return undefined;
  if (challenge?.resourceMetadata !== undefined)
    return new LoginNeeded(loginAt, 'The service requires a login (OAuth).');
  if (!expectsLogin) return undefined;
  const store = `dragoman credentials add ${quoted(loginAt)} --kind bearer`;
  return new LoginNeeded(loginAt, `The service requires a credential. Store a token with "${store}" if you have one.`);
}
