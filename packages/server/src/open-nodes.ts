/** Opens what the nodes of one store share through Redis; without Redis, what the workers of this machine share. */
import type { Store } from '@dragoman/core/engine';
import type { Config } from './config/config.js';
import { createLocalSequencer } from './events/local-sequencer.js';
import type { OpenEvents } from './events/open-events.js';
import type { Logger } from './observe/logger.js';
import type { NodeLink } from './redis/node-link.js';
import { clusterPrefix, openNodeLink } from './redis/node-link.js';
import type { RedisLink } from './redis/redis-link.js';
import { openRedisLink } from './redis/redis-link.js';
import type { Siblings } from './workers/siblings.js';

/** Dependencies. */
export interface OpenNodesPorts {
  logger: Logger;
  store: Pick<Store, 'secret'>;
  siblings?: Siblings;
  report: (during: string) => (error: unknown) => void;
}

/** The connection, and what is shared through it; both absent without Redis. */
export interface OpenNodes {
  redis: RedisLink | undefined;
  nodes: NodeLink | undefined;
  close(): Promise<void>;
}

/** Opens the connection; a Redis that cannot be used does not prevent the start. */
export async function openNodes(config: Config, ports: OpenNodesPorts): Promise<OpenNodes> {
  const { logger, store, siblings, report } = ports;
  const { url, timeoutMs } = config.redis;
  if (url === undefined) {
    if (config.store.databaseUrl !== undefined) logger.info({}, aloneMessage);
    return { redis: undefined, nodes: undefined, close: async () => undefined };
  }
  const redis = await openRedisLink({ url, timeoutMs }, logger);
  const nodes = openNodeLink({
    link: redis,
    prefix: clusterPrefix(await store.secret('cursor')),
    workers: { sessions: siblings?.sessions, events: siblings?.events ?? createLocalSequencer() },
    onError: report('Redis'),
  });
  return {
    redis,
    nodes,
    async close() {
      nodes.stop();
      await redis.close();
    },
  };
}

const aloneMessage =
  'redis.url is not set: with several nodes on this database, each counts rate limits and quotas and opens circuit breakers separately, shows only its own events, and resumes only its own MCP streams';

/** Reads what the other nodes have shared so far. */
export async function joinNodes(nodes: NodeLink | undefined, { connections }: OpenEvents): Promise<void> {
  if (nodes === undefined) return;
  await nodes.start();
  for (const { event, firstSeenAt } of await nodes.clients.load()) connections.note(event, firstSeenAt);
}
