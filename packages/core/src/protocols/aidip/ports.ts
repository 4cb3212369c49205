/** Dependencies of the AIDIP face. */

import type { FeedbackSummary } from '../../catalogue/feedback.js';
import type { PublishPorts } from '../../catalogue/publish.js';
import type { MeaningReader } from '../../discovery/meaning-reader.js';
import type { Resolver } from '../../discovery/resolve/resolve.js';
import type { DescriptionReading } from '../../documents/description-reading.js';
import type { Gateway } from '../../gateway/invoke.js';
import type { WriteAgentText } from './agent-text.js';

/** Settings of the AIDIP face. */
export interface AidipSettings {
  /** Also require members that revision -00 left optional (aidip.md GAP-10). */
  strict: boolean;
  /** Origins (`https://host:port`) of this registry. */
  ownOrigins: readonly string[];
  /** Largest request body in bytes. */
  bodyBytes: number;
  /** False: a search without a credential is rejected (AIDIP-SEC-06). */
  anonymousSearch: boolean;
  /**
   * Scope that a caller needs, in addition to `registry:write`, to register; undefined when none is required
   * (AIDIP-REG-07).
   */
  publisherScope?: string;
}

/** Dependencies of the AIDIP face. */
export interface AidipPorts extends PublishPorts {
  settings: AidipSettings;
  /** Reads registered documents. */
  reading: Pick<DescriptionReading, 'read'>;
  /** Secret that signs page cursors; the same on every node. */
  cursorKey: string;
  /** Calls agents; absent on a registry without a gateway (AIDIP-GATE-02). */
  gateway?: Gateway;
  /** Reads the meaning of queries; absent when search uses words only. */
  meaning?: MeaningReader;
  /** Resolves intents; absent when this registry offers no resolution (AIDIP-ASR-01). */
  resolver?: Resolver;
  /** Writes the metadata of an agent without blocking the event loop for long. */
  writeAgentText?: WriteAgentText;
  /** Called with the feedback summary of an agent whenever a caller gives feedback. */
  onFeedback?: (summary: FeedbackSummary) => void;
  /** Monotonic clock in milliseconds, for `search_time`; defaults to the clock. */
  monotonic?: () => number;
}

/** Dependencies of the invocation routes. */
export interface AidipInvokePorts {
  gateway: Gateway;
  /** Largest request body in bytes. */
  bodyBytes: number;
}
