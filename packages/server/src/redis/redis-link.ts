/**
 * The connection to Redis, which nodes share. It connects and reconnects in the background; while it is down, commands
 * fail at once, so that each user of it decides what to do without Redis.
 */
import type { RedisSend } from '@dragoman/core/http';
import type { Logger } from '../observe/logger.js';
import { explainRedisError } from './explain-redis-error.js';

/** The state of the connection. */
export interface RedisState {
  connected: boolean;
  /** Why it is down, without the password. */
  reason?: string;
}

/** An open link. */
export interface RedisLink {
  /** Sends one command; rejects while the connection is down, and after the timeout. */
  send: RedisSend;
  state(): RedisState;
  /** Calls back for each message on a channel, and whenever messages may have been missed: after each connection. */
  subscribe(channel: string, listener: () => void): void;
  /** Runs the work regularly until the link is closed. */
  repeat(everyMs: number, work: () => Promise<void>): void;
  close(): Promise<void>;
}

/** How Redis is reached. */
export interface RedisSettings {
  url: string;
  /** Milliseconds for a command. */
  timeoutMs: number;
}

/** Longest pause between two attempts to connect. */
const maxPauseMs = 2_000;

/** Opens the link and waits for the first attempt to connect; never rejects. */
export async function openRedisLink({ url, timeoutMs }: RedisSettings, logger: Logger): Promise<RedisLink> {
  const { createClient } = await import('@redis/client');
  const state: RedisState = { connected: false };
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: 2_000, reconnectStrategy: (tries) => Math.min(100 * 2 ** tries, maxPauseMs) },
  });
  const listeners: (() => void)[] = [];
  const notify = () => {
    for (const listener of listeners) listener();
  };
  client.on('ready', () => {
    state.connected = true;
    delete state.reason;
    logger.info({}, 'Redis is connected; this node shares limits, sessions, events and breakers with the other nodes');
    notify();
  });
  client.on('error', (error: Error) => {
    const { reason, help } = explainRedisError(error);
    if (state.connected || state.reason !== reason)
      logger.warn(
        { reason, help },
        'Redis is unavailable; this node counts rate limits and quotas itself, with its share of each, and shares sessions, events and breakers with no other node',
      );
    state.connected = false;
    state.reason = reason;
  });
  const connecting = client.connect().catch(() => undefined);
  await Promise.race([connecting, firstResult(client)]);
  // A connection that subscribes can do nothing else.
  const subscriber = client.duplicate({ disableOfflineQueue: false });
  subscriber.on('error', () => undefined);
  subscriber.on('ready', notify);
  let subscribing: Promise<unknown> | undefined;
  const timers: NodeJS.Timeout[] = [];
  return {
    send: (words) =>
      state.connected
        ? within(client.sendCommand(words), timeoutMs)
        : Promise.reject(new Error('Redis is unavailable')),
    state: () => ({ ...state }),
    subscribe(channel, listener) {
      listeners.push(listener);
      subscribing ??= subscriber.connect().catch(() => undefined);
      subscriber.subscribe(channel, listener).catch(() => undefined);
    },
    repeat: (everyMs, work) => void timers.push(setInterval(() => void work(), everyMs).unref()),
    async close() {
      for (const timer of timers) clearInterval(timer);
      listeners.splice(0);
      if (subscribing !== undefined) subscriber.destroy();
      client.destroy();
    },
  };
}

interface Emitter {
  once(event: 'ready' | 'error', listener: () => void): unknown;
}

function firstResult(client: Emitter): Promise<void> {
  return new Promise((resolve) => {
    client.once('ready', resolve);
    client.once('error', resolve);
  });
}

function within<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Redis did not respond within ${ms} ms`)), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
