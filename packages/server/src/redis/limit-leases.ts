/**
 * Requests that a node has counted in Redis in advance, so that most requests of a busy caller do not wait for Redis. An
 * unused rest is given back within a second.
 */
import type { RateLimit, SteadyClock, Verdict } from '@dragoman/core/http';
import { verdictOf } from '@dragoman/core/http';
import type { ClusterLimits } from './cluster-limits.js';

/** Dependencies. */
export interface LeasePorts {
  shared: ClusterLimits;
  steady: Pick<SteadyClock, 'now'>;
  /** Callers that are remembered; the ones counted least recently are forgotten first. */
  maxNames: number;
  /** Called with the milliseconds until the full limit of a name is available. */
  onCount: (name: string, fullInMs: number) => void;
}

/** The leases of one node. */
export interface Leases {
  /** Admits a request from a lease; undefined when there is none for it. */
  spend(name: string, rateLimit: RateLimit, cost: number): Verdict | undefined;
  /** Counts a request in Redis; rejects when Redis does. */
  take(name: string, rateLimit: RateLimit, cost: number): Promise<Verdict>;
  /** Gives back leases that have ended. */
  refund(): Promise<void>;
}

/** The part of a limit that is leased at once. */
const leased = 0.01;

/** Milliseconds for which a lease can be used. */
const leaseMs = 500;

/** What Redis said last about a name. */
interface Lease {
  rateLimit: RateLimit;
  left: number;
  endsAt: number;
  /** Time at which the full limit is available, if the whole lease is used. */
  fullAt: number;
}

/** Creates the leases. */
export function createLeases({ shared, steady, maxNames, onCount }: LeasePorts): Leases {
  const leases = new Map<string, Lease>();
  /** Requests to Redis on the way, by name: others wait for their lease. */
  const asking = new Map<string, Promise<unknown>>();
  const spend: Leases['spend'] = (name, rateLimit, cost) => {
    const lease = leases.get(name);
    if (lease === undefined || lease.left < Math.max(1, cost) || !isSame(lease.rateLimit, rateLimit)) return undefined;
    const now = steady.now();
    if (now >= lease.endsAt) return undefined;
    lease.left -= cost;
    const fullInMs = Math.max(0, lease.fullAt - now - lease.left * stepMs(rateLimit));
    return verdictOf(rateLimit, { allowed: true, fullInMs, requestedMs: fullInMs });
  };
  const ask = async (name: string, rateLimit: RateLimit, cost: number): Promise<Verdict> => {
    const before = leases.get(name);
    leases.delete(name);
    const now = steady.now();
    const lease = Math.floor(rateLimit.limit * leased);
    const knownMs = Math.max(0, (before?.fullAt ?? 0) - now);
    const request = { name, rateLimit, cost, lease, refund: before?.left ?? 0, knownMs };
    const counted = await shared.take(request).catch((error: unknown) => {
      // Whether the refund was counted is unknown.
      if (before !== undefined && !leases.has(name)) leases.set(name, { ...before, left: 0 });
      throw error;
    });
    const left = counted.leased + (leases.get(name)?.left ?? 0);
    leases.set(name, { rateLimit, left, endsAt: now + leaseMs, fullAt: now + counted.fullInMs });
    if (leases.size > maxNames) leases.delete(leases.keys().next().value ?? name);
    const fullInMs = Math.max(0, counted.fullInMs - left * stepMs(rateLimit));
    onCount(name, fullInMs);
    return verdictOf(rateLimit, { ...counted, fullInMs });
  };
  return {
    spend,
    async take(name, rateLimit, cost) {
      const other = asking.get(name);
      if (other !== undefined) {
        await other.catch(() => undefined);
        const verdict = spend(name, rateLimit, cost);
        if (verdict !== undefined) return verdict;
      }
      const own = ask(name, rateLimit, cost);
      asking.set(name, own);
      try {
        return await own;
      } finally {
        if (asking.get(name) === own) asking.delete(name);
      }
    },
    async refund() {
      const now = steady.now();
      const ended = [...leases].filter(([name, { left, endsAt }]) => left > 0 && now >= endsAt && !asking.has(name));
      await Promise.all(
        ended.map(([name, lease]) => {
          const { left, rateLimit } = lease;
          lease.left = 0;
          lease.fullAt -= left * stepMs(rateLimit);
          return shared.charge(name, rateLimit, -left);
        }),
      );
    },
  };
}

function stepMs({ limit, windowSeconds }: RateLimit): number {
  return (windowSeconds * 1000) / limit;
}

function isSame(a: RateLimit, b: RateLimit): boolean {
  return a.limit === b.limit && a.windowSeconds === b.windowSeconds;
}
