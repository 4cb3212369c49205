/** The context in which an MCP tool is called. */
import type { JsonObject } from '@dragoman/model';
import type { StoredEntry } from '../../../catalogue/store.js';
import type { ClientLine } from '../../../gateway/client-line.js';
import type { Gateway } from '../../../gateway/invoke.js';
import type { KeptResults } from '../../../gateway/kept-results.js';
import type { RouteContext } from '../../../transport/route.js';
import type { McpRoot, WaitingCall } from './root.js';
import type { RunningRequest } from './sessions.js';
import type { WaitingCalls } from './waiting-calls.js';

/** Reports the progress of a call, as sent by its provider. */
export type ReportProgress = (progress: JsonObject) => void;

/** How a client takes tasks. */
export interface TaskCalling {
  /** True when the client asks for a task; otherwise the server decides. */
  isAsked: boolean;
  /** The endpoint at which the task can be followed. */
  endpoint: string;
  /** The result for a call that continues in the background under this id. */
  created(id: string): Promise<JsonObject>;
}

/** What makes a call send messages to its client while it runs. */
export type CallNews = Pick<ToolCalling, 'left' | 'onProgress' | 'ends' | 'client' | 'logLevel' | 'session' | 'onLog'>;

/** Context of a tool call in addition to its parameters. */
export interface ToolCalling {
  gateway: Gateway | undefined;
  context: RouteContext;
  /** Keeps results that are too large for a model. */
  results?: KeptResults;
  /** The request in its session, if the client can cancel it. */
  running?: RunningRequest;
  /** Aborts when the client closes the response stream. */
  left?: AbortSignal;
  onProgress?: ReportProgress;
  /** Receives log messages of the service. */
  onLog?: (message: JsonObject) => void;
  /** The session of the client that gets them. */
  session?: string;
  /** The least severe log level that the client asked for. */
  logLevel?: string;
  /** The entry of the root's tools, read for this caller; the gateway need not read it again. */
  stored?: StoredEntry;
  /** What the client can be asked. */
  capabilities?: JsonObject;
  /** The client, which is asked while the call runs. */
  client?: ClientLine;
  /** True for the stateless revision. */
  isModern?: boolean;
  /** True when the client is asked by results, so that questions of this server need not wait here. */
  isStateless?: boolean;
  /** Aborts when the call ends without its result, for calls that outlast their request. */
  ends?: AbortSignal;
  /** How the client takes tasks; undefined when it waits for results. */
  tasks?: TaskCalling | undefined;
  /** True when a call that its server runs only as a task is refused instead of waited for. */
  refusesTasks?: boolean;
  root: McpRoot;
  /** Calls that wait for a confirmation by the agent. */
  waitingCalls?: WaitingCalls;
  /** True when the client's list has the tool that confirms. */
  hasConfirmTool?: boolean;
  /** The call as the client made it. */
  called?: WaitingCall;
}
