/** What the A2A face needs of the world. */
import type { BrowsePorts } from '../../catalogue/browse.js';
import type { RunStore } from '../../catalogue/runs.js';
import type { Clock } from '../../documents/host.js';
import type { Gateway } from '../../gateway/invoke.js';
import type { NoticeDesk } from './notice-desk.js';
import type { CardKey } from './signature.js';

/** What the A2A face needs of the world. */
export interface A2aPorts extends BrowsePorts {
  /** Public address of this server, without a slash at its end. */
  origin: string;
  gateway: Gateway;
  /** Tasks are calls in the background. */
  runs: RunStore;
  clock: Clock;
  /** Seconds for which an ended task can be asked for. */
  keepSeconds: number;
  /** Ends the work on a task in this process. */
  abort: (id: string) => void;
  /** Waits; ends early when the signal aborts. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Makes ids of messages. */
  newId: () => string;
  /** Signs cards; unsigned when absent. */
  key?: CardKey;
  /** True when callers need a credential. */
  secured: boolean;
  /** Largest request body in bytes. */
  bodyBytes: number;
  /** Takes notices of remote tasks that are waited for here. */
  notices: NoticeDesk;
}
