/** A token can end before its time: when an upstream answers 401 to one that can be had anew, the call is sent once more. */
import type { Upstream, UpstreamRequest, UpstreamResponse } from '@dragoman/core/engine';

/** Wraps the way out; a request that may not be sent twice leaves a fresh token for the next one. */
export function createRenewingUpstream(upstream: Upstream): Upstream {
  return {
    send(request) {
      return request.credential?.renew === undefined ? upstream.send(request) : sendRenewing(upstream, request);
    },
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
  // What was shown beside the token is shown again.
  const headers = { ...old.headers, ...fresh.headers };
  const again = await upstream.send({ ...request, signal, credential: { ...old, ...fresh, headers } });
  again.attempts += response.attempts;
  return again;
}
