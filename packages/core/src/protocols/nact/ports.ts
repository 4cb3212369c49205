/** Dependencies of the N-ACT face. */
import type { BrowsePorts } from '../../catalogue/browse.js';
import type { RankOperations } from '../../discovery/resolve/rank-operations.js';
import type { Gateway } from '../../gateway/invoke.js';

/** Dependencies of the N-ACT face. */
export interface NactPorts extends BrowsePorts {
  /** Ranks operations for a text. */
  rank: RankOperations;
  /** Secret that signs page cursors; the same on every node. */
  cursorKey: string;
  /** Runs tools; absent on a registry without a gateway. */
  gateway?: Gateway;
  /** Maximum request body size in bytes. */
  bodyBytes: number;
}
