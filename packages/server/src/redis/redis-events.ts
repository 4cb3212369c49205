/**
 * Events of all nodes in one order, numbered and kept by Redis, so that a reader can continue at any node. While Redis is
 * unavailable each node numbers its own events; readers get a `reload` event.
 */
import { createRedisScript } from '@dragoman/core/http';
import type { EventDraft, EventSequencer, NumberedEvent, NumberedEvents } from '../events/event.js';
import { newEpoch } from '../events/local-sequencer.js';
import type { RedisLink } from './redis-link.js';

/** Dependencies. */
export interface SharedEventPorts {
  link: Pick<RedisLink, 'send' | 'subscribe' | 'state'>;
  /** Key of the stream; what belongs to it has this key as its prefix. */
  key: string;
  node: string;
  /** Numbers the events of this machine while Redis is unavailable. */
  alone: EventSequencer;
  onError: (error: unknown) => void;
}

/** Events that Redis keeps; keys by which repetitions are recognized; milliseconds for which a gauge of a node counts. */
const kept = { events: 2048, keys: 4096, gaugeMs: 600_000 };

/** Events read at once. */
const portion = 500;

/** Attempts to send before this node continues alone, and milliseconds between them. */
const tries = { count: 3, pauseMs: 200 };

/** Three arguments for each event: its key, its gauge and its text. */
const append = createRedisScript(`
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if redis.call('EXISTS', KEYS[1] .. ':epoch') == 0 then redis.call('SET', KEYS[1] .. ':epoch', ARGV[2]) end
for at = 6, #ARGV, 3 do
  local key, gauge, text = ARGV[at], ARGV[at + 1], ARGV[at + 2]
  local counts = true
  if key ~= '' then
    counts = redis.call('ZADD', KEYS[1] .. ':keys', 'NX', now, key) == 1
    redis.call('ZREMRANGEBYRANK', KEYS[1] .. ':keys', 0, -1 - ARGV[4])
  end
  if gauge ~= '' then
    redis.call('HSET', KEYS[1] .. ':gauges', ARGV[1], now .. ' ' .. gauge)
    local all, most = redis.call('HGETALL', KEYS[1] .. ':gauges'), 0
    for i = 1, #all, 2 do
      local when, value = string.match(all[i + 1], '^(%d+) (%d+)$')
      if when and tonumber(when) > now - ARGV[5] then most = math.max(most, tonumber(value))
      else redis.call('HDEL', KEYS[1] .. ':gauges', all[i]) end
    end
    counts = redis.call('GETSET', KEYS[1] .. ':gauge', most) ~= tostring(most)
    local draft = cjson.decode(text)
    draft.event.waiting = most
    text = cjson.encode(draft)
  end
  if counts then
    local number = redis.call('INCR', KEYS[1] .. ':last')
    redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[3], number .. '-0', 'd', text)
  end
end
redis.call('PUBLISH', KEYS[1], '')
return 1
`);

const read = createRedisScript(`
local epoch = redis.call('GET', KEYS[1] .. ':epoch')
if not epoch then
  epoch = ARGV[3]
  redis.call('SET', KEYS[1] .. ':epoch', epoch)
end
local from = ARGV[1]
if epoch ~= ARGV[4] then from = '0' end
return { epoch, redis.call('GET', KEYS[1] .. ':last') or '0', redis.call('XRANGE', KEYS[1], '(' .. from, '+', 'COUNT', ARGV[2]) }
`);

/** Creates the sequencer; `start` reads the events that Redis has. */
export function createSharedEvents(ports: SharedEventPorts): EventSequencer & { start(): Promise<void> } {
  const { link, key, node, alone, onError } = ports;
  let listener: (events: NumberedEvents) => void = () => undefined;
  let isAlone = true;
  let epoch = '';
  let last = 0;
  let running: Promise<void> | undefined;
  let isRequested = false;
  const catchUp = async () => {
    for (let count = portion; count === portion; ) {
      const reply = await read(link.send, key, [String(last), String(portion), newEpoch(), epoch]);
      const page = readPage(reply);
      if (page.epoch !== epoch) last = 0;
      epoch = page.epoch;
      isAlone = false;
      last = page.events.at(-1)?.number ?? last;
      count = page.events.length;
      listener({ ...page, head: count === portion ? last : Math.max(page.head, last) });
    }
  };
  /** A failed read is repeated by the next message, and by the next connection. */
  const refresh = (): Promise<void> => {
    isRequested = true;
    const round = async () => {
      while (isRequested) {
        isRequested = false;
        await catchUp();
      }
    };
    running ??= round()
      .catch((error: unknown) => {
        if (link.state().connected) onError(error);
      })
      .finally(() => {
        running = undefined;
      });
    return running;
  };
  const send = async (drafts: EventDraft[]) => {
    const words = drafts.flatMap((draft) => [draft.key ?? '', gaugeOf(draft), JSON.stringify(draft)]);
    const bounds = [kept.events, kept.keys, kept.gaugeMs].map(String);
    for (let attempt = 1; link.state().connected; attempt += 1) {
      try {
        await append(link.send, key, [node, newEpoch(), ...bounds, ...words]);
        if (isAlone) await refresh();
        return;
      } catch (error) {
        if (attempt === tries.count) {
          onError(error);
          break;
        }
        await new Promise((resolve) => setTimeout(resolve, tries.pauseMs).unref());
      }
    }
    isAlone = true;
    epoch = '';
    alone.send(drafts);
  };
  let order = Promise.resolve();
  return {
    send(drafts) {
      order = order.then(() => send(drafts));
    },
    receive: (next) => {
      listener = next;
      alone.receive((numbered) => {
        if (isAlone) listener(numbered);
      });
    },
    async start() {
      link.subscribe(key, () => void refresh());
      if (link.state().connected) await refresh();
    },
  };
}

function gaugeOf({ event, gauge }: EventDraft): string {
  return gauge === true && event.type === 'vectors.waiting' ? String(event.waiting) : '';
}

function readPage(reply: unknown): NumberedEvents {
  const [epoch, head, entries] = reply as [string, string, [string, string[]][]];
  const events = entries.map(([id, [, text = '{}']]): NumberedEvent => {
    return { ...(JSON.parse(text) as EventDraft), number: Number.parseInt(id, 10) };
  });
  return { epoch, head: Number(head), events };
}
