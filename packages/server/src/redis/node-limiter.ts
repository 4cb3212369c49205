/**
 * Rate limits of all nodes together, in Redis. While Redis is unavailable each node counts by itself, with the limit
 * divided by the number of nodes, and continues from what all nodes together have admitted before; what it admits in
 * that time is counted in Redis later.
 */
import type {
  MemoryRateLimiter,
  RateLimit,
  RateLimiter,
  RedisRateLimiter,
  SteadyClock,
  Verdict,
} from '@dragoman/core/http';

/** Dependencies of the limiter. */
export interface NodeLimiterPorts {
  shared: RedisRateLimiter;
  /** Follows what all nodes admit. */
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

/** Callers whose requests are counted in Redis later; those of others are not. */
const maxOwed = 10_000;

/** Milliseconds for which the number of nodes is used again. */
const nodesMs = 2_000;

/** Creates the limiter. */
export function createNodeLimiter(ports: NodeLimiterPorts): RateLimiter {
  const { shared, local, alone, steady, onError } = ports;
  const nodes = createNodeCount(ports);
  /** What this node has admitted without Redis, by name. */
  const owed = new Map<string, number>();
  let pausedUntil = 0;
  const payBack = async (name: string, rateLimit: RateLimit) => {
    const cost = owed.get(name) ?? 0;
    owed.delete(name);
    await shared.charge(name, rateLimit, cost);
  };
  return {
    async take(name, rateLimit, cost = 1) {
      if (steady.now() >= pausedUntil) {
        try {
          if (owed.has(name)) await payBack(name, rateLimit);
          const verdict = await shared.take(name, rateLimit, cost);
          local.takeOver([[name, usedMs(rateLimit, verdict)]]);
          return verdict;
        } catch (error) {
          pausedUntil = steady.now() + pauseMs;
          onError(error);
        }
      }
      const verdict = await alone.take(name, shareOf(rateLimit, await nodes()), cost);
      if (verdict.allowed && owed.size < maxOwed) owed.set(name, (owed.get(name) ?? 0) + cost);
      return verdict;
    },
  };
}

/** Milliseconds in which the used part of a limit is available again: the same for the share of a node. */
function usedMs({ limit, windowSeconds }: RateLimit, { remaining }: Verdict): number {
  return windowSeconds * 1000 * (1 - remaining / limit);
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
