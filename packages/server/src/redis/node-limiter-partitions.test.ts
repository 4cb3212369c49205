/** Simulates partitions: the real scripts in a real Redis, with a simulated time and connections that are cut. */
import { createMemoryRateLimiter } from '@dragoman/core/http';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { requireRedis } from '../../../middleware/src/stores/require-redis.support.js';
import { createClusterLimits, reportMs } from './cluster-limits.js';
import { createNodeLimiter } from './node-limiter.js';

const redis = await requireRedis();
afterAll(() => redis.close());

const stepMs = 100;
const windowMs = 60_000;
/** The requirement is 10 %; the limiter keeps a margin. */
const tolerance = 1.09;

interface Phase {
  steps: number;
  /** By node: whether it is cut off from Redis, and its requests in each step, as a part of what the limit allows. */
  nodes: { cut: boolean; load: number }[];
  /** The node that gets a burst of the whole limit at the beginning. */
  burst: number | undefined;
}

function createCluster(count: number, limit: number) {
  let now = 1_000_000;
  const prefix = redis.newPrefix();
  const nodes = Array.from({ length: count }, (_, at) => {
    const link = { cut: false };
    const send = (words: string[]) => (link.cut ? Promise.reject(new Error('cut')) : redis.send(words));
    const steady = { now: () => now + at * 12_345 };
    const limiter = createNodeLimiter({
      shared: createClusterLimits(send, { prefix, now: () => now }),
      local: createMemoryRateLimiter({ clock: steady, names: 10 }),
      countNodes: async () => count,
      steady,
      onError: () => undefined,
    });
    return { link, limiter };
  });
  const admittedBySteps: number[] = [];
  const step = async (requests: readonly number[]) => {
    now += stepMs;
    if (now % reportMs.every === 0) await Promise.all(nodes.map(({ limiter }) => limiter.report()));
    const rateLimit = { limit, windowSeconds: windowMs / 1000 };
    const verdicts = await Promise.all(
      nodes.flatMap(({ limiter }, at) =>
        Array.from({ length: requests[at] ?? 0 }, () => limiter.take('ada', rateLimit)),
      ),
    );
    admittedBySteps.push(verdicts.filter(({ allowed }) => allowed).length);
  };
  return { nodes, step, admittedBySteps };
}

async function simulate(count: number, limit: number, phases: readonly Phase[]): Promise<number[]> {
  const { nodes, step, admittedBySteps } = createCluster(count, limit);
  const perStep = (limit * stepMs) / windowMs;
  const waiting = nodes.map(() => 0);
  for (const { limiter } of nodes) await limiter.report();
  for (const phase of phases) {
    for (const [at, { link }] of nodes.entries()) link.cut = phase.nodes[at]?.cut === true;
    for (let done = 0; done < phase.steps; done += 1) {
      const requests = nodes.map((_, at) => {
        const wanted = (waiting[at] ?? 0) + perStep * (phase.nodes[at]?.load ?? 0);
        waiting[at] = wanted % 1;
        return Math.floor(wanted) + (done === 0 && phase.burst === at ? limit : 0);
      });
      await step(requests);
    }
  }
  return admittedBySteps;
}

/** The most that was admitted in any interval, as a part of what the limit allows in it. */
function worstExcess(admitted: readonly number[], limit: number): number {
  let worst = 0;
  for (let from = 0; from < admitted.length; from += 1) {
    let sum = 0;
    for (let to = from; to < admitted.length; to += 1) {
      sum += admitted[to] ?? 0;
      worst = Math.max(worst, sum / (limit * (1 + ((to - from + 1) * stepMs) / windowMs)));
    }
  }
  return worst;
}

const phase = (count: number) =>
  fc.record({
    steps: fc.constantFrom(2, 8, 20, 50, 150, 400),
    nodes: fc.array(fc.record({ cut: fc.boolean(), load: fc.constantFrom(0, 0.5, 1, 2) }), {
      minLength: count,
      maxLength: count,
    }),
    burst: fc.option(fc.nat(count - 1), { nil: undefined, freq: 2 }),
  });

describe.skipIf(!redis.reachable)('a limit while nodes are cut off from Redis', () => {
  it('is kept within 9 % in every interval, for any nodes that are cut off and any distribution of requests', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc
          .record({ count: fc.integer({ min: 2, max: 4 }), limit: fc.constantFrom(300, 600) })
          .chain(({ count, limit }) =>
            fc.record({
              count: fc.constant(count),
              limit: fc.constant(limit),
              phases: fc.array(phase(count), { minLength: 2, maxLength: 6 }),
            }),
          ),
        async ({ count, limit, phases }) => {
          expect(worstExcess(await simulate(count, limit, phases), limit)).toBeLessThanOrEqual(tolerance);
        },
      ),
      { numRuns: 12 },
    );
  });

  it('is not reduced for callers when every node is cut off or none is', async () => {
    const busy = (cut: boolean) => Array.from({ length: 3 }, () => ({ cut, load: 1 }));
    const admitted = await simulate(3, 600, [
      { steps: 600, nodes: busy(false), burst: 0 },
      { steps: 600, nodes: busy(true), burst: undefined },
      { steps: 600, nodes: busy(false), burst: undefined },
    ]);
    const sum = (from: number) => admitted.slice(from, from + 600).reduce((total, each) => total + each, 0);
    expect(sum(600)).toBeGreaterThanOrEqual(590);
    expect(sum(1200)).toBeGreaterThanOrEqual(540);
  });
});
