/**
 * A token can be revoked early: when an upstream responds with 401 to a renewable token, the call is sent once more.
 * A service that wants a nonce in the proof of possession (RFC 9449 §9) says so with 401, too, before it does anything.
 */
import type { Upstream, UpstreamRequest, UpstreamResponse } from '@dragoman/core/engine';
import { readChallenge } from './login/read-challenge.js';

/** Wraps the upstream client; a request that may not be sent twice leaves a fresh token for the next one. */
export function createRenewingUpstream(upstream: Upstream): Upstream {
  return {
    send(request) {
      const { credential } = request;
      return credential?.renew === undefined && credential?.proof === undefined
        ? upstream.send(request)
        : sendRenewing(upstream, request);
    },
    check: async (url) => upstream.check?.(url),
    close: () => upstream.close(),
  };
}

async function sendRenewing(upstream: Upstream, request: UpstreamRequest): Promise<UpstreamResponse> {
  const response = await sendProven(upstream, request);
  const { credential, repeatable, signal } = request;
  if (response.status !== 401 || credential?.renew === undefined || signal.aborted) return response;
  const { renew, ...old } = credential;
  const renewed = renew().catch(() => undefined);
  if (!repeatable) return response;
  const fresh = await renewed;
  if (fresh === undefined) return response;
  await response.body.cancel().catch(() => undefined);
  // Other credentials of the call are sent again.
  const headers = { ...old.headers, ...fresh.headers };
  const again = await sendProven(upstream, { ...request, signal, credential: { ...old, ...fresh, headers } });
  again.attempts += response.attempts;
  return again;
}

/** Keeps the nonces of the service for the next proof; a request that was refused for want of one is sent once more. */
async function sendProven(upstream: Upstream, request: UpstreamRequest): Promise<UpstreamResponse> {
  const response = await upstream.send(request);
  const proof = request.credential?.proof;
  const nonce = response.headers['dpop-nonce'];
  if (proof === undefined || nonce === undefined) return response;
  proof.note(request.url, nonce);
  const isRefused = response.status === 401 && !request.signal.aborted;
  if (!isRefused || readChallenge([response.headers['www-authenticate'] ?? ''])?.error !== 'use_dpop_nonce')
    return response;
  await response.body.cancel().catch(() => undefined);
  const again = await upstream.send({ ...request, signal: request.signal });
  again.attempts += response.attempts;
  const next = again.headers['dpop-nonce'];
  if (next !== undefined) proof.note(request.url, next);
  return again;
}
