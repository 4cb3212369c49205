/** What the MCP face needs of the world. */
import type { Gateway } from '../../../gateway/invoke.js';
import type { Sessions } from './sessions.js';

/** What the MCP face needs of the world. */
export interface McpPorts {
  /** Calls operations; absent where this is a registry only. */
  gateway?: Gateway;
  sessions: Sessions;
  /** Secret that page cursors are signed with, the same on every node. */
  cursorKey: string;
  /** Largest request body in bytes. */
  bodyBytes: number;
  /** Version of this server. */
  version: string;
  /** Origins whose pages may call; `*` stands for every one. */
  origins: readonly string[];
  /** Runs something again and again until it is stopped. */
  every: (ms: number, work: () => void) => () => void;
  /** True when the server is to end, and its streams with it. */
  isStopping: () => boolean;
}
