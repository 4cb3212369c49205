/**
 * Messages between nodes, in a Redis stream that every node follows. A node that was disconnected, or has just started,
 * reads what it missed; messages written while Redis is unavailable are sent later. Handlers must be idempotent: after a
 * lost reply a message is sent again.
 */
import { createRedisScript } from '@dragoman/core/http';
import type { JsonValue } from '@dragoman/model';
import type { RedisLink } from './redis-link.js';

/** Messages by topic. */
export interface NodeFeed {
  /** Sends a message to the other nodes. */
  send(topic: string, value: JsonValue): void;
  /** Sets the handler of a topic; `replays: false`: not for messages from before the start of this node. */
  hear(topic: string, listener: (value: JsonValue) => void, options?: { replays: boolean }): void;
  /** Reads what other nodes have sent, now and whenever they send. */
  start(): Promise<void>;
  stop(): void;
}

/** Dependencies. */
export interface NodeFeedPorts {
  link: Pick<RedisLink, 'send' | 'subscribe' | 'state'>;
  /** Key of the stream. */
  key: string;
  /** Id of this node, different from every other's. */
  node: string;
  onError: (error: unknown) => void;
}

/** Messages that Redis keeps, and that this node keeps while Redis is unavailable. */
const kept = { shared: 10_000, waiting: 1_000 };

/** Messages read at once. */
const portion = 500;

/** Milliseconds between two attempts, when Redis does not answer. */
const againMs = 500;

const append = createRedisScript(`
for at = 3, #ARGV, 2 do
  redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[1], '*', 'n', ARGV[2], 't', ARGV[at], 'v', ARGV[at + 1])
end
redis.call('PUBLISH', KEYS[1], '')
return 1
`);

interface Message {
  id: string;
  node: string;
  topic: string;
  value: JsonValue;
}

/** Creates the feed. */
export function createNodeFeed({ link, key, node, onError }: NodeFeedPorts): NodeFeed {
  const listeners = new Map<string, (value: JsonValue) => void>();
  const waiting: string[] = [];
  let last = '0';
  let isReplay = true;
  const sending = createRetries(link, onError, async () => {
    while (waiting.length > 0) {
      const words = waiting.slice(0, portion * 2);
      await append(link.send, key, [String(kept.shared), node, ...words]);
      waiting.splice(0, words.length);
    }
  });
  const reading = createRetries(link, onError, async () => {
    for (let read = portion; read === portion; ) {
      const found = readMessages(await link.send(['XRANGE', key, `(${last}`, '+', 'COUNT', String(portion)]));
      for (const { id, node: from, topic, value } of found) {
        last = id;
        if (from !== node) listeners.get(topic)?.(value);
      }
      read = found.length;
    }
    isReplay = false;
  });
  return {
    send(topic, value) {
      waiting.push(topic, JSON.stringify(value));
      if (waiting.length > kept.waiting * 2) waiting.splice(0, 2);
      sending.run();
    },
    hear(topic, listener, { replays } = { replays: true }) {
      listeners.set(topic, (value) => (replays || !isReplay) && listener(value));
    },
    async start() {
      link.subscribe(key, () => {
        reading.run();
        sending.run();
      });
      await reading.run();
    },
    stop() {
      sending.stop();
      reading.stop();
    },
  };
}

/** Runs work one at a time, once more when it is requested meanwhile, and again after a failure while Redis is connected. */
function createRetries(link: Pick<RedisLink, 'state'>, onError: (error: unknown) => void, work: () => Promise<void>) {
  let running: Promise<void> | undefined;
  let isRequested = false;
  let timer: NodeJS.Timeout | undefined;
  const attempt = async () => {
    while (isRequested) {
      isRequested = false;
      await work();
    }
  };
  const run = (): Promise<void> => {
    isRequested = true;
    if (!link.state().connected) return Promise.resolve();
    running ??= attempt()
      .catch((error: unknown) => {
        // Without a connection, the link has logged why, and the next connection runs this again.
        if (!link.state().connected) return;
        onError(error);
        timer = setTimeout(run, againMs).unref();
      })
      .finally(() => {
        running = undefined;
      });
    return running;
  };
  return { run, stop: () => clearTimeout(timer) };
}

/** Entries of a stream; others than ours are skipped. */
function readMessages(reply: unknown): Message[] {
  if (!Array.isArray(reply)) return [];
  return reply.map((entry: [string, string[]]) => {
    const [id, [, node = '', , topic = '', , text = '']] = entry;
    return { id, node, topic, value: parse(text) };
  });
}

function parse(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return null;
  }
}
