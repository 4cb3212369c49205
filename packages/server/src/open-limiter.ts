/** Opens the rate limiter: in this process, shared by workers, or shared by all nodes through Redis. */
import type { Store } from '@dragoman/core/engine';
import type { Clock, MemoryRateLimiter, RateLimiter } from '@dragoman/core/http';
import { createClusterLimits, reportMs } from './redis/cluster-limits.js';
import { createNodeLimiter } from './redis/node-limiter.js';
import { clusterPrefix } from './redis/node-link.js';
import type { RedisLink } from './redis/redis-link.js';
import type { Siblings } from './workers/siblings.js';

/** Dependencies of the limiter. */
export interface LimiterPorts {
  local: MemoryRateLimiter;
  siblings?: Siblings | undefined;
  redis?: RedisLink | undefined;
  store: Pick<Store, 'secret' | 'nodes'>;
  steady: Clock;
  report: (during: string) => (error: unknown) => void;
}

/** Opens it; the nodes of one store share their counts, and no others, because the store names their keys. */
export async function openLimiter({
  local,
  siblings,
  redis,
  store,
  steady,
  report,
}: LimiterPorts): Promise<RateLimiter> {
  if (redis === undefined) return siblings?.share(local) ?? local;
  const shared = createClusterLimits(redis.send, {
    prefix: `${clusterPrefix(await store.secret('cursor'))}limits:`,
  });
  const countNodes = async () => (await store.nodes.list()).length;
  const onError = (error: unknown) => {
    // While the connection is down, the link has logged why.
    if (redis.state().connected) report('rate limits in Redis')(error);
  };
  const limiter = createNodeLimiter({ shared, local, countNodes, steady, onError });
  await limiter.report();
  redis.repeat(reportMs.every, limiter.report);
  return limiter;
}
