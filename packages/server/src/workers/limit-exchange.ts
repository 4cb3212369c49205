/** What a worker learns from another one before it accepts requests: the rate limits in use and the steady time. */
import type { MemoryRateLimiter, SteadyClock } from '@dragoman/core/http';
import type { Line, Message } from './message.js';

/** Milliseconds to wait for another worker. */
const timeoutMs = 3000;

/** The exchange of one worker. */
export interface LimitExchange {
  /** The limiter and the clock of this worker. */
  own: { limiter?: MemoryRateLimiter; steady?: SteadyClock };
  /** Sends them to the worker with this number. */
  send(to: number): void;
  /** Applies those of another worker. */
  learn(message: Extract<Message, { about: 'limits' }>): void;
  /** Asks another worker; resolves when it has answered, or after a timeout. */
  ask(): Promise<void>;
}

/** Creates the exchange over the channel to the parent process. */
export function createLimitExchange(line: Line): LimitExchange {
  const own: LimitExchange['own'] = {};
  let learned: () => void = () => {};
  return {
    own,
    send(to) {
      const now = own.steady?.now();
      line.say({ about: 'limits', to, ...(now === undefined ? {} : { now }), used: own.limiter?.used() ?? [] });
    },
    learn({ now, used }) {
      if (now !== undefined) own.steady?.setTo(now);
      own.limiter?.takeOver(used);
      learned();
    },
    ask: () =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, timeoutMs).unref();
        learned = () => {
          clearTimeout(timer);
          resolve();
        };
        if (!line.say({ about: 'ask-limits' })) learned();
      }),
  };
}
