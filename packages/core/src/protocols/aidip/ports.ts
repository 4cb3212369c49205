/** What the AIDIP face needs of the world. */
import type { PublishPorts } from '../../catalogue/publish.js';

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
  /** Secret that page cursors are signed with, the same on every node. */
  cursorKey: string;
  /** Milliseconds of a watch that never goes back, for `search_time`; the clock's when absent. */
  monotonic?: () => number;
}
