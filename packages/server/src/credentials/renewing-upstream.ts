/**
 * A token can be revoked early: when an upstream responds with 401 to a renewable token, the call is sent once more.
 */
import type { Upstream, UpstreamRequest, UpstreamResponse } from '@dragoman/core/engine';

/** Wraps the upstream client; a request that may not be sent twice leaves a fresh token for the next one. */
export function createRenewingUpstream(upstream: Upstream): Upstream {
  return {
    send(request) {
      return request.credential?.renew === undefined ? upstream.send(request) : sendRenewing(upstream, request);
    },
    check: async (url) => upstream.check?.(url),
    close: () => upstream.close(),
  };
}

async function sendRenewing(upstream: Upstream, request: UpstreamRequest): Promise<UpstreamResponse> {
  const response = await upstream.send(request);
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
  const again = await upstream.send({ ...request, signal, credential: { ...old, ...fresh, headers } });
  again.attempts += response.attempts;
  return again;
}
