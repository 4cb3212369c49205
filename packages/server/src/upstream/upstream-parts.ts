/** What all calls to upstreams share. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Admission } from './admission.js';
import type { Aim } from './aim.js';
import type { Breaker } from './breaker.js';
import type { Pools } from './pools.js';
import type { ReadHead } from './read-head.js';
import type { RetryBudget } from './retry-budget.js';
import type { Soon } from './soon.js';
import type { UpstreamOptions } from './upstream-options.js';

/** What is known of one upstream. */
export interface OriginHealth {
  breaker: Breaker;
  budget: RetryBudget;
}

/** What calls share. */
export interface UpstreamParts {
  options: UpstreamOptions;
  /** Judges an address and says where it leads. */
  aim: (address: string) => Aim;
  pools: Pools;
  admission: Admission;
  health: (origin: string) => OriginHealth;
  soon: Soon;
  readHead: ReadHead;
  /** Bytes of a body at most, by its head. */
  maxBytes: (headers: IncomingHttpHeaders) => number;
  /** True once nothing more may leave. */
  isClosed: () => boolean;
}
