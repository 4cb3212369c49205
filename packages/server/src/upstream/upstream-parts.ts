/** State shared by all upstream calls. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Admission } from './admission.js';
import type { Aim } from './aim.js';
import type { Breaker } from './breaker.js';
import type { Pools } from './pools.js';
import type { ReadHead } from './read-head.js';
import type { RetryBudget } from './retry-budget.js';
import type { TimerQueue } from './timer-queue.js';
import type { UpstreamOptions } from './upstream-options.js';

/** State of one upstream. */
export interface OriginHealth {
  breaker: Breaker;
  budget: RetryBudget;
}

/** Shared state of calls. */
export interface UpstreamParts {
  options: UpstreamOptions;
  /** Checks a URL and parses its target. */
  aim: (address: string) => Aim;
  pools: Pools;
  admission: Admission;
  health: (origin: string) => OriginHealth;
  soon: TimerQueue;
  readHead: ReadHead;
  /** Maximum body size in bytes, given the response head. */
  maxBytes: (headers: IncomingHttpHeaders) => number;
  /** True once no more requests may be sent. */
  isClosed: () => boolean;
}
