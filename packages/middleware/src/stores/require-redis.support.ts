/** Decides what tests do without a Redis server: skip with a message, or fail where one is required. */
import { randomUUID } from 'node:crypto';
import type { RedisSend } from '@dragoman/core/http';
import { createClient } from '@redis/client';

/** The server that tests use. */
export interface RedisForTests {
  /** False: the tests are skipped. */
  reachable: boolean;
  send: RedisSend;
  /** A unique prefix per run. */
  newPrefix(): string;
  close(): Promise<void>;
}

/** Connects to the server at `REDIS_URL` or on this machine; throws in CI when there is none. */
export async function requireRedis(): Promise<RedisForTests> {
  const url = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379';
  const client = createClient({ url, socket: { connectTimeout: 3000, reconnectStrategy: false } });
  client.on('error', () => undefined);
  const reachable = await client.connect().then(
    () => true,
    () => false,
  );
  if (!reachable) reportSkipped(new URL(url).host);
  return {
    reachable,
    send: (words) => client.sendCommand(words),
    newPrefix: () => `test:${randomUUID()}:`,
    async close() {
      if (reachable) client.destroy();
    },
  };
}

function reportSkipped(host: string): void {
  if (process.env.CI || process.env.DRAGOMAN_REQUIRE_SERVICES === '1') {
    throw new Error(`Redis is not reachable at ${host}, and its tests may not be skipped here`);
  }
  console.warn(`Redis is not reachable at ${host}: its tests are SKIPPED`);
}
