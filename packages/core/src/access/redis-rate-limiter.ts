/** Counts in Redis, shared by several processes, with the clock of Redis: one script, one key, one round trip. */
import { type Counted, type RateLimit, type RateLimiter, verdictOf } from './rate-limit.js';
import { createRedisScript, type RedisOptions, type RedisSend } from './redis-script.js';

/** A limiter that can also count what has already passed. */
export interface RedisRateLimiter extends RateLimiter {
  take(name: string, rateLimit: RateLimit, cost?: number): Promise<ReturnType<typeof verdictOf>>;
  charge(name: string, rateLimit: RateLimit, cost: number): Promise<void>;
}

/** The same algorithm as in memory: one number per name, the time at which its quota is full again. */
const script = createRedisScript(`
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local window = tonumber(ARGV[2])
local step = window / tonumber(ARGV[1])
local before = tonumber(redis.call('GET', KEYS[1]) or now) or now
before = math.min(math.max(before, now), now + window + step / 2)
local after = before + step * tonumber(ARGV[3])
local forced = ARGV[4] == '1'
local allowed = forced or after - now <= window + step / 2
local kept = before
if forced then kept = math.max(before, math.min(after, now + window)) elseif allowed then kept = after end
if kept > now then redis.call('SET', KEYS[1], string.format('%.17g', kept), 'PX', math.ceil(kept - now)) end
return { allowed and 1 or 0, string.format('%.17g', kept - now), string.format('%.17g', after - now) }
`);

/** Counts through a client of the host. */
export function createRedisRateLimiter(
  send: RedisSend,
  { prefix = 'dragoman:rate:' }: RedisOptions = {},
): RedisRateLimiter {
  const count = async (name: string, { limit, windowSeconds }: RateLimit, cost: number, forced: boolean) => {
    const values = [limit, windowSeconds * 1000, cost, forced ? 1 : 0].map(String);
    const [allowed, whole, wanted] = (await script(send, `${prefix}${name}`, values)) as [number, string, string];
    return { allowed: Number(allowed) === 1, fullInMs: Number(whole), requestedMs: Number(wanted) } satisfies Counted;
  };
  return {
    take: async (name, rateLimit, cost = 1) => verdictOf(rateLimit, await count(name, rateLimit, cost, false)),
    async charge(name, rateLimit, cost) {
      await count(name, rateLimit, cost, true);
    },
  };
}
