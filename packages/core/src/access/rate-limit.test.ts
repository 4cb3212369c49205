import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMemoryRateLimiter, createRateLimitHeaders } from './rate-limit.js';

function setUp(names = 1000) {
  const clock = { time: 1_000_000, now: () => clock.time };
  return { clock, limiter: createMemoryRateLimiter({ clock, names }) };
}

const rateLimit = { limit: 5, windowSeconds: 60 };

describe('counting requests', () => {
  it('allows a full burst, then a steady rate', async () => {
    const { clock, limiter } = setUp();
    const remaining: number[] = [];
    for (let i = 0; i < 5; i += 1) remaining.push((await limiter.take('a', rateLimit)).remaining);
    expect(remaining).toEqual([4, 3, 2, 1, 0]);
    const refused = await limiter.take('a', rateLimit);
    expect(refused).toEqual({ allowed: false, remaining: 0, resetSeconds: 60, retryAfterSeconds: 12 });
    clock.time += refused.retryAfterSeconds * 1000;
    expect((await limiter.take('a', rateLimit)).allowed).toBe(true);
    expect((await limiter.take('a', rateLimit)).allowed).toBe(false);
    clock.time += 60_000;
    expect(await limiter.take('a', rateLimit)).toMatchObject({ allowed: true, remaining: 4 });
  });

  it('counts each name separately', async () => {
    const { limiter } = setUp();
    for (let i = 0; i < 10; i += 1) await limiter.take('a', rateLimit);
    expect(await limiter.take('b', rateLimit)).toMatchObject({ allowed: true, remaining: 4 });
  });

  it('does not count rejected requests', async () => {
    const { clock, limiter } = setUp();
    for (let i = 0; i < 100; i += 1) await limiter.take('a', rateLimit);
    clock.time += 12_000;
    expect((await limiter.take('a', rateLimit)).allowed).toBe(true);
  });

  it('evicts the least recently seen names when there are too many', async () => {
    const { limiter } = setUp(2);
    for (let i = 0; i < 5; i += 1) await limiter.take('a', rateLimit);
    await limiter.take('b', rateLimit);
    expect((await limiter.take('a', rateLimit)).allowed).toBe(false);
    await limiter.take('c', rateLimit);
    expect((await limiter.take('a', rateLimit)).allowed).toBe(false);
    await limiter.take('d', rateLimit);
    await limiter.take('e', rateLimit);
    expect((await limiter.take('a', rateLimit)).allowed).toBe(true);
  });

  it('blocks no caller for longer than a window when the clock is set back', async () => {
    const { clock, limiter } = setUp();
    for (let i = 0; i < 5; i += 1) await limiter.take('a', rateLimit);
    clock.time -= 86_400_000;
    expect((await limiter.take('a', rateLimit)).retryAfterSeconds).toBeLessThanOrEqual(60);
  });

  it('allows in any interval the limit and what comes back in it, and reports the correct time to retry', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 1000 }),
        fc.integer({ min: 1, max: 10_000 }).chain((max) => fc.array(fc.integer({ min: 0, max }), { maxLength: 200 })),
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
          for (const [first, start] of allowedAt.entries()) {
            for (const [last, end] of allowedAt.entries()) {
              if (last < first) continue;
              expect(last - first + 1).toBeLessThanOrEqual(limit * (1 + (end - start) / 60_000) + 0.51);
            }
          }
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe('rate limit headers', () => {
  it('contain limit, remaining, reset and the unit', () => {
    const verdict = { allowed: true, remaining: 4, resetSeconds: 12, retryAfterSeconds: 0 };
    expect(createRateLimitHeaders('search', rateLimit)(verdict)).toEqual({
      'ratelimit-limit': '5',
      'ratelimit-remaining': '4',
      'ratelimit-reset': '12',
      'ratelimit-policy': '"search";q=5;w=60;qu="requests"',
      ratelimit: '"search";r=4;t=12',
    });
  });
});
