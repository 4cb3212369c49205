/** Runs Redis scripts through any client; only sending a command is required. */
import { hash } from 'node:crypto';

/**
 * Sends one command and returns its reply: `(words) => client.sendCommand(words)` with `redis`, and `([name = '',
 * ...rest]) => client.call(name, rest)` with `ioredis`.
 */
export type RedisSend = (words: string[]) => Promise<unknown>;

/** How keys are named. */
export interface RedisOptions {
  /** Prefix of every key. */
  prefix?: string;
}

/** Runs a script on one key. */
export type RunScript = (send: RedisSend, key: string, values: readonly string[]) => Promise<unknown>;

/** Creates the function that runs a script by its hash, and sends its text only when Redis does not know it. */
export function createRedisScript(text: string): RunScript {
  const sha = hash('sha1', text);
  return async (send, key, values) => {
    try {
      return await send(['EVALSHA', sha, '1', key, ...values]);
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
      return send(['EVAL', text, '1', key, ...values]);
    }
  };
}
