/**
 * Rate limits of all nodes in Redis. They are counted on a clock of their own, which slows down while nodes that run on
 * the same store are absent: each absent node may be admitting its share by itself.
 */
import type { RateLimit, RedisSend } from '@dragoman/core/http';
import { createRedisScript } from '@dragoman/core/http';

/** Milliseconds between two reports of a node, and from its last report until it counts as absent. */
export const reportMs = { every: 500, absentAfter: 1_500 };

/** The result of counting. */
export interface ClusterCount {
  allowed: boolean;
  /** Requests that were counted in advance. */
  leased: number;
  /** Milliseconds until the full limit is available again; more than the window while a caller is in debt. */
  fullInMs: number;
  /** The same, if the request had been allowed. */
  requestedMs: number;
}

/** What is counted. */
export interface ClusterTake {
  name: string;
  rateLimit: RateLimit;
  cost: number;
  /** Requests to count in advance, if there is enough left for everybody. */
  lease: number;
  /** Requests of an earlier lease that were not made. */
  refund: number;
  /** Milliseconds until the full limit is available, as far as the node knows: Redis may have lost its data. */
  knownMs: number;
}

/** The limits of all nodes, as one node uses them. */
export interface ClusterLimits {
  take(request: ClusterTake): Promise<ClusterCount>;
  /** Counts requests that a node has admitted by itself, or takes back (negative); the caller may go into debt. */
  charge(name: string, rateLimit: RateLimit, cost: number): Promise<void>;
  /** Reports that a node is there, and how many nodes run. */
  report(node: string, running: number): Promise<void>;
}

/** The time of the limits: `v` milliseconds at the time `at`, and `share` milliseconds for each one that passes. */
const clock = `
local time = redis.call('TIME')
local now = ARGV[1] ~= '' and tonumber(ARGV[1]) or time[1] * 1000 + time[2] / 1000
local kept = redis.call('HMGET', KEYS[1], 'v', 'at', 'share')
local v, at, share = tonumber(kept[1] or now) or now, tonumber(kept[2] or now) or now, tonumber(kept[3] or 1) or 1
v = v + share * math.min(math.max(now - at, 0), tonumber(ARGV[2]))
`;

/** Arguments: the node and the number of running nodes. Times in the future are of a clock that was set back. */
const reportScript = createRedisScript(`${clock}
local nodes = KEYS[1] .. ':nodes'
redis.call('ZREMRANGEBYSCORE', nodes, '-inf', now - ARGV[2])
redis.call('ZREMRANGEBYSCORE', nodes, '(' .. now, '+inf')
redis.call('ZADD', nodes, now, ARGV[3])
share = math.min(1, redis.call('ZCARD', nodes) / math.max(1, tonumber(ARGV[4])))
redis.call('HSET', KEYS[1], 'v', string.format('%.17g', v), 'at', string.format('%.17g', now), 'share', string.format('%.17g', share))
redis.call('PEXPIRE', nodes, ARGV[5])
redis.call('PEXPIRE', KEYS[1], ARGV[5])
return 1
`);

/**
 * Arguments: key, limit, window, cost, 1 to count in any case, what the node knows, how much longer to keep it, lease and
 * refund. A debt is at most one window; a lease is at most a tenth of what is left.
 */
const takeScript = createRedisScript(`${clock}
local window, forced = tonumber(ARGV[5]), ARGV[7] == '1'
local step = window / tonumber(ARGV[4])
local before = tonumber(redis.call('GET', ARGV[3]) or v) or v
before = math.min(math.max(before, v + tonumber(ARGV[8])), v + 2 * window)
before = math.max(before - step * tonumber(ARGV[11]), v)
local after = before + step * tonumber(ARGV[6])
local allowed = forced or after - v <= window + step / 2
local full, leased = before, 0
if forced then full = math.max(v, math.min(after, v + 2 * window)) elseif allowed then
  leased = math.max(0, math.min(tonumber(ARGV[10]), math.floor((v + window - after) / step / 10)))
  full = after + step * leased
end
if full > v then redis.call('SET', ARGV[3], string.format('%.17g', full), 'PX', math.ceil((full - v) * ARGV[9])) end
return { allowed and 1 or 0, string.format('%.17g', full - v), string.format('%.17g', after - v), leased }
`);

/** Milliseconds for which Redis keeps the clock of a cluster that is not running. */
const clockMs = 86_400_000;

/** Counts are kept so many times longer than without absent nodes, because the clock may slow down. */
const slowest = 10;

/** How keys are named, and the time; by default that of Redis. */
export interface ClusterLimitOptions {
  prefix: string;
  now?: () => number;
}

/** Counts through a client of Redis. */
export function createClusterLimits(send: RedisSend, { prefix, now }: ClusterLimitOptions): ClusterLimits {
  const key = `${prefix}clock`;
  const begin = () => [now === undefined ? '' : String(now()), String(reportMs.absentAfter)];
  const count = async (take: ClusterTake, forced: 0 | 1): Promise<ClusterCount> => {
    const { name, cost, knownMs, lease, refund } = take;
    const { limit, windowSeconds } = take.rateLimit;
    const numbers = [limit, windowSeconds * 1000, cost, forced, knownMs, slowest, lease, refund].map(String);
    const reply = await takeScript(send, key, [...begin(), `${prefix}rate:${name}`, ...numbers]);
    const [allowed, whole, wanted, leased] = reply as [number, string, string, number];
    return {
      allowed: Number(allowed) === 1,
      leased: Number(leased),
      fullInMs: Number(whole),
      requestedMs: Number(wanted),
    };
  };
  return {
    take: (request) => count(request, 0),
    async charge(name, rateLimit, cost) {
      await count({ name, rateLimit, cost, lease: 0, refund: 0, knownMs: 0 }, 1);
    },
    async report(node, running) {
      await reportScript(send, key, [...begin(), node, String(running), String(clockMs)]);
    },
  };
}
