/** Dependencies of the MCP face. */
import type { Caller } from '../../../access/caller.js';
import type { RankOperations } from '../../../discovery/resolve/rank-operations.js';
import type { ConfirmPolicy } from '../../../gateway/confirm-requirement.js';
import type { Gateway } from '../../../gateway/invoke.js';
import type { KeptResults } from '../../../gateway/kept-results.js';
import type { ParkedCalls } from './parked-calls.js';
import type { ResourceWatches } from './resource-watches.js';
import type { ResumableStreams } from './resumable-streams.js';
import type { McpTool } from './root.js';
import type { SessionQuestions } from './session-questions.js';
import type { Sessions } from './sessions.js';
import type { McpTaskPorts } from './task-ports.js';
import type { WaitingCalls } from './waiting-calls.js';

/** A client has listed the tools of a root. */
export interface ToolListing {
  caller: Caller;
  /** Path of the endpoint. */
  endpoint: string;
  /** Number of all tools, not only of one page. */
  tools: number;
  /** What the client calls itself; untrusted. */
  client?: string;
}

/** Dependencies of the MCP face. */
export interface McpPorts {
  /** Calls operations; absent on a registry without a gateway. */
  gateway?: Gateway;
  /** Keeps results that are too large for a model; absent: all are sent whole. */
  results?: KeptResults;
  /** Tools of this server that every root has after its own. */
  ownTools: readonly McpTool[];
  /** Which calls require a confirmation; absent without a gateway. */
  confirmPolicy?: ConfirmPolicy;
  /** Calls that wait for a confirmation by the agent; absent without a gateway. */
  waitingCalls?: WaitingCalls;
  /** Background calls as tasks; absent without a gateway. */
  tasks?: McpTaskPorts;
  /** Asks the clients of sessions. */
  questions: SessionQuestions;
  /** Calls of the stateless revision that wait for their client. */
  parkedCalls: ParkedCalls;
  /** Ranks the tools of a list for a task. */
  rank: RankOperations;
  sessions: Sessions;
  /** Streams of sessions, which can be resumed. */
  streams: ResumableStreams;
  watches: ResourceWatches;
  /** Called when a client has listed the tools of a root. */
  onListed?: (listing: ToolListing) => void;
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
