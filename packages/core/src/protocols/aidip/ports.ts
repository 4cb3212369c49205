/** What the AIDIP face needs of the world. */

import type { FeedbackSummary } from '../../catalogue/feedback.js';
import type { EntryCheck, PublishPorts } from '../../catalogue/publish.js';
import type { MeaningReader } from '../../discovery/meaning-reader.js';
import type { Resolver } from '../../discovery/resolve/resolve.js';
import type { Gateway } from '../../gateway/invoke.js';

/** Settings of the AIDIP face. */
export interface AidipSettings {
  /** Demand also what revision -00 left optional (aidip.md GAP-10). */
  strict: boolean;
  /** Origins (`https://host:port`) under which this registry itself is reached. */
  ownOrigins: readonly string[];
  /** Largest request body in bytes. */
  bodyBytes: number;
  /** False: a search without a credential is refused (AIDIP-SEC-06). */
  anonymousSearch: boolean;
  /** Scope that a caller needs, beside `registry:write`, to register; undefined when none is (AIDIP-REG-07). */
  publisherScope?: string;
}

/** What the AIDIP face needs of the world. */
export interface AidipPorts extends PublishPorts {
  settings: AidipSettings;
  /** Look over what is registered beside the reader; their findings are told, their errors keep it out. */
  checks?: readonly EntryCheck[];
  /** Secret that page cursors are signed with, the same on every node. */
  cursorKey: string;
  /** Calls agents; absent where this is a registry only (AIDIP-GATE-02). */
  gateway?: Gateway;
  /** What queries mean; absent where search goes by words alone. */
  meaning?: MeaningReader;
  /** Resolves intents; absent where this registry offers no resolution (AIDIP-ASR-01). */
  resolver?: Resolver;
  /** Told what callers together say of an agent, whenever one has spoken. */
  onFeedback?: (summary: FeedbackSummary) => void;
  /** Milliseconds of a watch that never goes back, for `search_time`; the clock's when absent. */
  monotonic?: () => number;
}

/** What the routes that call agents need of the world. */
export interface AidipInvokePorts {
  gateway: Gateway;
  /** Largest request body in bytes. */
  bodyBytes: number;
}
