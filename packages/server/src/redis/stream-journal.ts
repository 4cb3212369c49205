/** Streams of MCP sessions in Redis, from where every node can continue them for a client that reconnects. */
import type { JournalPage, StreamJournal, StreamOrigin } from '@dragoman/core/faces';
import { createRedisScript } from '@dragoman/core/http';
import type { RedisLink } from './redis-link.js';

/** Dependencies. */
export interface StreamJournalPorts {
  link: Pick<RedisLink, 'send'>;
  /** Prefix of the keys. */
  prefix: string;
}

/** Events of one stream, and characters of one event that are kept; a stream with more cannot be continued elsewhere. */
const most = { events: 500, characters: 1_000_000 };

/** Milliseconds for which Redis keeps a stream after the last sign of its node; after which that node counts as stopped. */
const keptMs = 60_000;
const aliveMs = 10_000;
const renewEveryMs = 3_000;

/** The arguments are what is kept of the stream, then its event, if there is one. */
const write = createRedisScript(`
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('HSET', KEYS[1], 'origin', ARGV[1], 'until', now + ARGV[2], 'ended', ARGV[4])
if ARGV[6] then
  redis.call('XADD', KEYS[1] .. ':events', 'MAXLEN', '~', ARGV[7], ARGV[5] .. '-0', 'd', ARGV[6])
  redis.call('HSET', KEYS[1], 'last', ARGV[5])
end
redis.call('PEXPIRE', KEYS[1], ARGV[3])
redis.call('PEXPIRE', KEYS[1] .. ':events', ARGV[3])
return 1
`);

const read = createRedisScript(`
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local kept = redis.call('HMGET', KEYS[1], 'origin', 'until', 'ended', 'last')
if not kept[1] then return false end
local first = redis.call('XRANGE', KEYS[1] .. ':events', '-', '+', 'COUNT', 1)
return { kept[1], tonumber(kept[2]) > now and 1 or 0, kept[3], kept[4] or '0', first[1] and first[1][1] or '1',
  redis.call('XRANGE', KEYS[1] .. ':events', '(' .. ARGV[1], '+') }
`);

/** Creates the journal; `close` ends the signs of life of this process. */
export function createStreamJournal({ link, prefix }: StreamJournalPorts): StreamJournal & { close(): void } {
  const open = new Map<string, (ended: boolean, event?: string[]) => void>();
  const timer = setInterval(() => {
    for (const save of open.values()) save(false);
  }, renewEveryMs).unref();
  return {
    open(id, origin) {
      const key = `${prefix}${id}`;
      const about = JSON.stringify(origin);
      let last = Promise.resolve<unknown>(undefined);
      const give = () => {
        open.delete(id);
        return link.send(['DEL', key, `${key}:events`]).catch(() => undefined);
      };
      // A stream with a gap must not be continued, so the first failure ends the journal of the stream.
      const save = (ended: boolean, event: string[] = []) => {
        last = last.then(() => {
          if (!open.has(id)) return undefined;
          const words = [about, String(aliveMs), String(keptMs), ended ? '1' : '0', ...event];
          return write(link.send, key, words).then(() => ended && open.delete(id), give);
        });
      };
      open.set(id, save);
      save(false);
      return {
        append({ number, text }) {
          if (text.length > most.characters) void give();
          else save(false, [String(number), text, String(most.events)]);
        },
        end: () => save(true),
      };
    },
    async read(id, after) {
      const reply = await read(link.send, `${prefix}${id}`, [String(after)]);
      return Array.isArray(reply) ? readPage(reply) : undefined;
    },
    close: () => clearInterval(timer),
  };
}

function readPage(reply: unknown[]): JournalPage {
  const [origin, alive, ended, last, first, entries] = reply as [
    string,
    number,
    string,
    string,
    string,
    [string, string[]][],
  ];
  return {
    ...(JSON.parse(origin) as StreamOrigin),
    isAlive: Number(alive) === 1,
    isEnded: ended === '1',
    last: Number(last),
    first: Number.parseInt(first, 10),
    events: entries.map(([id, [, text = '']]) => ({ number: Number.parseInt(id, 10), text })),
  };
}
