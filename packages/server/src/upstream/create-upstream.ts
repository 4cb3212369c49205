/**
 * The only upstream client of the process: address guard, connections, timeouts, retries, breakers and concurrency
 * limits for every upstream. This module is independent of what is called and why.
 */
import type { BreakerState, Upstream } from '@dragoman/core/engine';
import { createAddressPolicy } from '@dragoman/core/http';
import { lookUpAll } from '../outbound/guarded-connector.js';
import type { FairShare } from '../runtime/fair-share.js';
import { Admission } from './admission.js';
import { createAim } from './aim.js';
import { createBreaker } from './breaker.js';
import { callUpstream } from './call-upstream.js';
import { checkUpstream } from './check-upstream.js';
import type { Lru } from './lru.js';
import { createLru } from './lru.js';
import { createPools } from './pools.js';
import { createReadHead, maxBytesOf } from './read-head.js';
import { createRetryBudget } from './retry-budget.js';
import { createTimerQueue } from './timer-queue.js';
import type { UpstreamOptions } from './upstream-options.js';
import type { OriginHealth, UpstreamParts } from './upstream-parts.js';

/** Status of the calls to upstreams. */
export interface UpstreamStatus {
  active: number;
  queued: number;
  /** Known upstreams by the state of their breaker. */
  breakers: Record<BreakerState, number>;
}

/** The upstream port, with its status for operators. */
export interface UpstreamClient extends Upstream {
  breaker(origin: string): BreakerState;
  /** Follows another node, whose breaker of this upstream has changed. */
  adoptBreaker(origin: string, state: BreakerState): void;
  status(): UpstreamStatus;
  /** What callers share, by resource. */
  shares: Readonly<Record<'upstream_calls' | 'upstream_queue', FairShare>>;
}

/** Milliseconds before a call is watched: most calls have ended by then. */
const unwatchedMs = 20;

/** Creates the upstream client; throws on an invalid allow-list entry. */
export function createUpstream(options: UpstreamOptions): UpstreamClient {
  const policy = createAddressPolicy(options.allow);
  const admission = new Admission(options.admission, options.createShare);
  const known = createHealth(options, admission);
  let closed = false;
  const parts: UpstreamParts = {
    options,
    aim: createAim({ policy, allowHttp: options.allowHttp }),
    pools: createPools(options, policy),
    admission,
    soon: createTimerQueue(unwatchedMs),
    readHead: createReadHead(options.answer),
    maxBytes: (headers) => maxBytesOf(headers, options.answer),
    isClosed: () => closed,
    health: (origin) => known.get(origin, () => createOriginHealth(options, origin)),
  };
  return {
    send: (request) => callUpstream(parts, request),
    check: (url) => checkUpstream(parts, url, { policy, dnsLookup: options.dnsLookup ?? lookUpAll }),
    shares: { upstream_calls: admission.slots, upstream_queue: admission.queue },
    breaker: (origin) => known.peek(origin)?.breaker.state ?? 'closed',
    adoptBreaker(origin, state) {
      // A breaker that does not exist yet is closed.
      if (state === 'open') parts.health(origin).breaker.adopt(state);
      else known.peek(origin)?.breaker.adopt(state);
    },
    status() {
      const breakers: Record<BreakerState, number> = { closed: 0, open: 0, 'half-open': 0 };
      for (const { breaker } of known.values()) breakers[breaker.state] += 1;
      return { active: admission.slots.inUse, queued: admission.queue.inUse, breakers };
    },
    async close() {
      closed = true;
      await parts.pools.destroy();
    },
  };
}

/** An upstream that is in use or has recorded failures is forgotten last. */
function createHealth({ origins }: UpstreamOptions, admission: Admission): Lru<OriginHealth> {
  return createLru({ max: origins, mayDrop: (origin) => !admission.isBusy(origin) });
}

function createOriginHealth({ breaker, retry, elapsed, observer }: UpstreamOptions, origin: string): OriginHealth {
  return {
    breaker: createBreaker({
      limits: breaker,
      elapsed,
      onChange: (state, isOwn) => observer.breakerChanged(origin, state, isOwn),
    }),
    budget: createRetryBudget({ ratio: retry.budgetRatio, reserve: retry.budgetReserve }),
  };
}
