/** A token can end before its time: when an upstream answers 401 to one that can be had anew, the call is sent once more. */
import type { Upstream } from '@dragoman/core';

/** Wraps the way out; only requests that may be sent twice are. */
export function createRenewingUpstream(upstream: Upstream): Upstream {
  return {
    async send(request) {
      const response = await upstream.send(request);
      const { credential, repeatable, signal } = request;
      if (response.status !== 401 || !repeatable || credential?.renew === undefined || signal.aborted) return response;
      const { renew, ...old } = credential;
      const fresh = await renew().catch(() => undefined);
      if (fresh === undefined) return response;
      await response.body.cancel().catch(() => undefined);
      const again = await upstream.send({ ...request, credential: { ...old, ...fresh } });
      return { ...again, attempts: again.attempts + response.attempts };
    },
    close: () => upstream.close(),
  };
}
