/** What the N-ACT face needs of the world. */
import type { BrowsePorts } from '../../catalogue/browse.js';
import type { Gateway } from '../../gateway/invoke.js';

/** What the N-ACT face needs of the world. */
export interface NactPorts extends BrowsePorts {
  /** Secret that page cursors are signed with, the same on every node. */
  cursorKey: string;
  /** Runs tools; absent where this is a registry only. */
  gateway?: Gateway;
  /** Largest request body in bytes. */
  bodyBytes: number;
}
