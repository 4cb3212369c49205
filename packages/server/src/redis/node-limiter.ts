/**
 * Rate limits of all nodes together, in Redis. While Redis is unavailable each node counts by itself, with the limit
 * divided by the number of nodes, and continues from what it has admitted before.
 */
import type { MemoryRateLimiter, RateLimit, RateLimiter, RedisRateLimiter, SteadyClock } from '@dragoman/core/http';

/** Dependencies of the limiter. */
export interface NodeLimiterPorts {
  shared: RedisRateLimiter;
  /** Counts what this node admits. */
  local: MemoryRateLimiter;
  /** Decides without Redis; with workers, the limiter that they share. */
  alone: RateLimiter;
  /** Number of running nodes. */
  countNodes: () => Promise<number>;
  steady: Pick<SteadyClock, 'now'>;
  /** Called with every failure of Redis. */
  onError: (error: unknown) => void;
}

/** Milliseconds after a failure in which Redis is not asked, so that a slow Redis does not delay every request. */
const pauseMs = 1_000;

/** Milliseconds for which the number of nodes is used again. */
const nodesMs = 10_000;

/** Creates the limiter. */
export function createNodeLimiter(ports: NodeLimiterPorts): RateLimiter {
  const { shared, local, alone, steady, onError } = ports;
  const nodes = createNodeCount(ports);
  let pausedUntil = 0;
  return {
    async take(name, rateLimit, cost = 1) {
      if (steady.now() >= pausedUntil) {
        try {
          const verdict = await shared.take(name, rateLimit, cost);
          if (verdict.allowed) local.charge(name, shareOf(rateLimit, await nodes()), cost);
          return verdict;
        } catch (error) {
          pausedUntil = steady.now() + pauseMs;
          onError(error);
        }
      }
      return alone.take(name, shareOf(rateLimit, await nodes()), cost);
    },
  };
}

/** Nobody gets less than one request. */
function shareOf({ limit, windowSeconds }: RateLimit, nodes: number): RateLimit {
  return { limit: Math.max(1, Math.floor(limit / nodes)), windowSeconds };
}

/** The number of nodes, read again from time to time; the last one known while it cannot be read. */
function createNodeCount({ countNodes, steady }: NodeLimiterPorts): () => Promise<number> {
  const read = (before: Promise<number>) =>
    countNodes()
      .then((count) => Math.max(1, count))
      .catch(() => before);
  let readAt = steady.now();
  let latest = read(Promise.resolve(1));
  return () => {
    if (steady.now() - readAt < nodesMs) return latest;
    readAt = steady.now();
    latest = read(latest);
    return latest;
  };
}
