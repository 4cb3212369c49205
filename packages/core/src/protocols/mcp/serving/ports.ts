/** Dependencies of the MCP face. */
import type { Gateway } from '../../../gateway/invoke.js';
import type { Sessions } from './sessions.js';

/** Dependencies of the MCP face. */
export interface McpPorts {
  /** Calls operations; absent on a registry without a gateway. */
  gateway?: Gateway;
  sessions: Sessions;
  /** Secret that signs page cursors; the same on every node. */
  cursorKey: string;
  /** Largest request body in bytes. */
  bodyBytes: number;
  /** Version of this server. */
  version: string;
  /** Allowed origins of browser pages; `*` allows every origin. */
  origins: readonly string[];
  /** Runs a function at an interval until stopped. */
  every: (ms: number, work: () => void) => () => void;
  /** True when the server is shutting down and its streams should end. */
  isStopping: () => boolean;
}
