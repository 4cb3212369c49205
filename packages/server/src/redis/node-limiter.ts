/**
 * Rate limits of all nodes together, in Redis, where a node counts a few requests of a busy caller in advance (a lease). A
 * node that has lost Redis counts by itself: it admits its share of the rate and a small burst, however much the caller has
 * left, because the other nodes may have admitted the rest. They slow down by that share once they miss the node. What it
 * admits beyond the share is charged in Redis when it is back.
 */
import { randomUUID } from 'node:crypto';
import type { MemoryRateLimiter, RateLimit, RateLimiter, SteadyClock } from '@dragoman/core/http';
import { type ClusterLimits, reportMs } from './cluster-limits.js';
import { createLeases } from './limit-leases.js';

/** Dependencies of the limiter. */
export interface NodeLimiterPorts {
  shared: ClusterLimits;
  /** Follows what all nodes admit, and decides without Redis. */
  local: MemoryRateLimiter;
  /** Number of running nodes. */
  countNodes: () => Promise<number>;
  steady: Pick<SteadyClock, 'now'>;
  /** Called with every failure of Redis. */
  onError: (error: unknown) => void;
}

/** A limiter that reports to the other nodes. */
export interface NodeLimiter extends RateLimiter {
  /** Reports that this node counts with the others; to be called every `reportMs.every` milliseconds. */
  report(): Promise<void>;
}

/** The part of a limit that all nodes together may admit at once without Redis. */
const burst = 0.06;

/** Milliseconds after a failure in which Redis is not asked, so that a slow Redis does not delay every request. */
const pauseMs = 1_000;

/** Callers whose requests are charged in Redis later; those of others are not. */
const maxNames = 10_000;

/** Charges that are sent at once. */
const portion = 100;

/** Milliseconds for which the number of nodes is used again. */
const nodesMs = 2_000;

interface Debt {
  rateLimit: RateLimit;
  cost: number;
}

/** Creates the limiter. */
export function createNodeLimiter(ports: NodeLimiterPorts): NodeLimiter {
  const { shared, local, steady, onError } = ports;
  const node = randomUUID();
  const nodes = createNodeCount(ports);
  const leases = createLeases({ shared, steady, maxNames, onCount: (name, ms) => local.takeOver([[name, ms]]) });
  /** What this node has admitted without Redis, and the part that is to be charged, by name. */
  const spent = new Map<string, Debt>();
  const debts = new Map<string, Debt>();
  let pausedUntil = 0;
  let reportedAt = steady.now();
  const lose = (error: unknown) => {
    pausedUntil = steady.now() + pauseMs;
    onError(error);
  };
  /** The other nodes have left this node its share since they missed it; the rest is a debt. */
  const settle = (absentMs: number, count: number) => {
    for (const [name, { rateLimit, cost }] of spent) {
      const due = cost - (shareOf(rateLimit, count).limit * absentMs) / (rateLimit.windowSeconds * 1000);
      if (due > 0) add(debts, name, { rateLimit, cost: due });
    }
    spent.clear();
  };
  const payAll = async () => {
    while (debts.size > 0) {
      const some = [...debts].slice(0, portion);
      for (const [name] of some) debts.delete(name);
      await Promise.all(
        some.map(([name, { rateLimit, cost }]) =>
          shared.charge(name, rateLimit, cost).catch((error: unknown) => {
            add(debts, name, { rateLimit, cost });
            throw error;
          }),
        ),
      );
    }
  };
  const report = async () => {
    const [sentAt, count] = [steady.now(), await nodes()];
    await shared.report(node, count);
    settle(Math.max(0, sentAt - reportedAt - reportMs.absentAfter - reportMs.every), count);
    reportedAt = sentAt;
    await payAll();
    await leases.refund();
    pausedUntil = 0;
  };
  const reportOnce = once(report);
  const takeAlone = async (name: string, rateLimit: RateLimit, cost: number) => {
    const count = await nodes();
    const share = shareOf(rateLimit, count);
    // Without other nodes, nobody else has admitted anything.
    const atOnce = count === 1 ? share.limit : Math.max(1, burst * share.limit);
    local.takeOver([[name, rateLimit.windowSeconds * 1000 * (1 - Math.min(1, atOnce / share.limit))]]);
    const verdict = local.take(name, share, cost);
    if (verdict.allowed && spent.size < maxNames) add(spent, name, { rateLimit, cost });
    return verdict;
  };
  const takeShared = async (name: string, rateLimit: RateLimit, cost: number) => {
    if (steady.now() < pausedUntil) return takeAlone(name, rateLimit, cost);
    try {
      if (spent.size + debts.size > 0) await reportOnce();
      return await leases.take(name, rateLimit, cost);
    } catch (error) {
      lose(error);
      return takeAlone(name, rateLimit, cost);
    }
  };
  return {
    report: () => reportOnce().catch(lose),
    take(name, rateLimit, cost = 1) {
      return leases.spend(name, rateLimit, cost) ?? takeShared(name, rateLimit, cost);
    },
  };
}

function add(debts: Map<string, Debt>, name: string, { rateLimit, cost }: Debt): void {
  debts.set(name, { rateLimit, cost: cost + (debts.get(name)?.cost ?? 0) });
}

/** Callers share one run of the work. */
function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= work().finally(() => {
      running = undefined;
    });
    return running;
  };
}

/** Nobody gets less than one request. */
function shareOf({ limit, windowSeconds }: RateLimit, nodes: number): RateLimit {
  return { limit: Math.max(1, limit / nodes), windowSeconds };
}

/** The number of nodes, read again from time to time without waiting; the last one known while it cannot be read. */
function createNodeCount({ countNodes, steady }: NodeLimiterPorts): () => number | Promise<number> {
  let count = 1;
  let readAt = steady.now();
  const read = () =>
    countNodes().then(
      (found) => {
        count = Math.max(1, found);
      },
      () => undefined,
    );
  let first: Promise<number> | undefined = read().then(() => {
    first = undefined;
    return count;
  });
  return () => {
    if (steady.now() - readAt >= nodesMs) {
      readAt = steady.now();
      void read();
    }
    return first ?? count;
  };
}
