/** Counts in Redis, shared by several processes: the limiter of the gateway as a store of this property. */
import { createRedisRateLimiter, type RedisOptions, type RedisSend } from '@dragoman/core/http';
import type { RateStore } from './rate-store.js';

/** Counts through the host's own client: `createRedisRateStore((words) => client.sendCommand(words))`. */
export function createRedisRateStore(send: RedisSend, options: RedisOptions = {}): RateStore {
  return createRedisRateLimiter(send, options);
}
