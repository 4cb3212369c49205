/** Dependencies of the A2A face. */
import type { BrowsePorts } from '../../catalogue/browse.js';
import type { ReadCachedEntry } from '../../catalogue/cached-entries.js';
import type { RunStore } from '../../catalogue/runs.js';
import type { Clock } from '../../documents/host.js';
import type { Gateway } from '../../gateway/invoke.js';
import type { BackgroundCardKey, WriteUnsignedCard } from './card-text.js';
import type { ConversationIds } from './conversation-ids.js';
import type { NotificationInbox } from './notification-inbox.js';
import type { ResolveSkill } from './serving/choose-skill.js';

/** Dependencies of the A2A face. */
export interface A2aFacePorts extends BrowsePorts {
  /** Public address of this server, without a trailing slash. */
  origin: string;
  /** Address of the gRPC listener, as cards announce it; absent where there is none. */
  grpcAddress?: string;
  gateway: Gateway;
  /** Tasks are background calls. */
  runs: RunStore;
  clock: Clock;
  /** Seconds for which an ended task is kept. */
  keepSeconds: number;
  /** Aborts the work on a task in this process. */
  abort: (id: string) => void;
  /** Sleeps; returns early when the signal aborts. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Creates message ids. */
  newId: () => string;
  /** Signs cards; cards are unsigned when absent. */
  key?: BackgroundCardKey;
  /** Writes cards without blocking the event loop for long. */
  writeCard?: WriteUnsignedCard;
  /** True when callers need a credential. */
  secured: boolean;
  /** Largest request body in bytes. */
  bodyBytes: number;
  /** Receives push notifications for remote tasks. */
  notices: NotificationInbox;
  /** Seals the credentials of notification receivers; the same in every process. */
  pushSecret: string;
  /** Binds ids of remote tasks to their callers. */
  ids: ConversationIds;
  /** Chooses a skill by the text of a message; absent where resolution is disabled. */
  resolveSkill?: ResolveSkill;
}

/** Dependencies of the methods. */
export interface A2aPorts extends A2aFacePorts {
  /** Reads the service of a message or task. */
  readEntry: ReadCachedEntry;
}
