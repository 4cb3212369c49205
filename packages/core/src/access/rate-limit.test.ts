import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMemoryRateLimiter, createRateLimitHeaders } from './rate-limit.js';

function setUp(names = 1000) {
  const clock = { time: 1_000_000, now: () => clock.time };
  return { clock, limiter: createMemoryRateLimiter({ clock, names }) };
}

const allowance = { limit: 5, windowSeconds: 60 };

describe('counting requests', () => {
  it('allows the whole allowance at once, then an even flow', async () => {
    const { clock, limiter } = setUp();
    const remaining: number[] = [];
    for (let i = 0; i < 5; i += 1) remaining.push((await limiter.take('a', allowance)).remaining);
    expect(remaining).toEqual([4, 3, 2, 1, 0]);
    const refused = await limiter.take('a', allowance);
    expect(refused).toEqual({ allowed: false, remaining: 0, resetSeconds: 60, retryAfterSeconds: 12 });
    clock.time += refused.retryAfterSeconds * 1000;
    expect((await limiter.take('a', allowance)).allowed).toBe(true);
    expect((await limiter.take('a', allowance)).allowed).toBe(false);
    clock.time += 60_000;
    expect(await limiter.take('a', allowance)).toMatchObject({ allowed: true, remaining: 4 });
  });

  it('counts each name for itself', async () => {
    const { limiter } = setUp();
    for (let i = 0; i < 10; i += 1) await limiter.take('a', allowance);
    expect(await limiter.take('b', allowance)).toMatchObject({ allowed: true, remaining: 4 });
  });

  it('does not make a refused request count', async () => {
    const { clock, limiter } = setUp();
    for (let i = 0; i < 100; i += 1) await limiter.take('a', allowance);
    clock.time += 12_000;
    expect((await limiter.take('a', allowance)).allowed).toBe(true);
  });

  it('forgets the names not seen for longest when there are too many', async () => {
    const { limiter } = setUp(2);
    for (let i = 0; i < 5; i += 1) await limiter.take('a', allowance);
    await limiter.take('b', allowance);
    expect((await limiter.take('a', allowance)).allowed).toBe(false);
    await limiter.take('c', allowance);
    expect((await limiter.take('a', allowance)).allowed).toBe(false);
    await limiter.take('d', allowance);
    await limiter.take('e', allowance);
    expect((await limiter.take('a', allowance)).allowed).toBe(true);
  });

  it('locks nobody out for longer than a window when the clock is set back', async () => {
    const { clock, limiter } = setUp();
    for (let i = 0; i < 5; i += 1) await limiter.take('a', allowance);
    clock.time -= 86_400_000;
    expect((await limiter.take('a', allowance)).retryAfterSeconds).toBeLessThanOrEqual(60);
  });

  it('never allows more than two allowances in any window, and says truly when to come back', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 1000 }),
        fc.array(fc.integer({ min: 0, max: 10_000 }), { maxLength: 200 }),
        async (limit, gaps) => {
          const { clock, limiter } = setUp();
          const allowedAt: number[] = [];
          for (const gap of gaps) {
            clock.time += gap;
            const verdict = await limiter.take('a', { limit, windowSeconds: 60 });
            if (verdict.allowed) allowedAt.push(clock.time);
            expect(verdict.allowed).toBe(verdict.retryAfterSeconds === 0);
            expect(verdict.remaining).toBeLessThan(limit);
          }
          for (const start of allowedAt) {
            expect(allowedAt.filter((at) => at >= start && at < start + 60_000).length).toBeLessThanOrEqual(2 * limit);
          }
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe('telling the allowance', () => {
  it('names limit, rest, reset and the unit', () => {
    const verdict = { allowed: true, remaining: 4, resetSeconds: 12, retryAfterSeconds: 0 };
    expect(createRateLimitHeaders('search', allowance)(verdict)).toEqual({
      'ratelimit-limit': '5',
      'ratelimit-remaining': '4',
      'ratelimit-reset': '12',
      'ratelimit-policy': '"search";q=5;w=60;qu="requests"',
      ratelimit: '"search";r=4;t=12',
    });
  });
});
