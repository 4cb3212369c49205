/** When MCP clients were last seen, in Redis, so that every node knows it, also one that starts later. */
import { createRedisScript } from '@dragoman/core/http';
import type { ToolsListedEvent } from '@dragoman/model';
import type { RedisLink } from './redis-link.js';

/** Clients as they were first and last seen. */
export interface SeenClient {
  event: ToolsListedEvent;
  firstSeenAt: string;
}

/** The clients of all nodes. */
export interface SeenClients {
  save(id: string, event: ToolsListedEvent): void;
  /** The clients seen so far, in the order in which they were last seen; none while Redis is unavailable. */
  load(): Promise<SeenClient[]>;
}

/** Clients that are kept. */
const maxClients = 5000;

const save = createRedisScript(`
local old = redis.call('HGET', KEYS[1], ARGV[1])
local first = old and cjson.decode(old).firstSeenAt or ARGV[2]
redis.call('HSET', KEYS[1], ARGV[1], '{"firstSeenAt":' .. cjson.encode(first) .. ',"event":' .. ARGV[3] .. '}')
local time = redis.call('TIME')
redis.call('ZADD', KEYS[1] .. ':times', time[1], ARGV[1])
for _, id in ipairs(redis.call('ZRANGE', KEYS[1] .. ':times', 0, -1 - ARGV[4])) do
  redis.call('HDEL', KEYS[1], id)
  redis.call('ZREM', KEYS[1] .. ':times', id)
end
return 1
`);

/** Creates the list under a key. */
export function createSeenClients(
  link: Pick<RedisLink, 'send' | 'state'>,
  key: string,
  onError: (error: unknown) => void,
): SeenClients {
  const report = (error: unknown) => {
    if (link.state().connected) onError(error);
  };
  return {
    save(id, event) {
      save(link.send, key, [id, event.at, JSON.stringify(event), String(maxClients)]).catch(report);
    },
    async load() {
      const words = (await link.send(['HVALS', key]).catch(report)) as string[] | undefined;
      const clients = (words ?? []).map((text) => JSON.parse(text) as SeenClient);
      return clients.sort((one, other) => (one.event.at < other.event.at ? -1 : 1));
    },
  };
}
