/** The context in which an MCP tool is called. */
import type { JsonObject } from '@dragoman/model';
import type { StoredEntry } from '../../../catalogue/store.js';
import type { Gateway } from '../../../gateway/invoke.js';
import type { RouteContext } from '../../../transport/route.js';
import type { RunningRequest } from './sessions.js';

/** How far a call has come, as its provider tells it. */
export type TellProgress = (progress: JsonObject) => void;

/** What calling a tool needs to know beside its parameters. */
export interface ToolCalling {
  gateway: Gateway | undefined;
  context: RouteContext;
  /** The request in its session, where the client may take it back. */
  running?: RunningRequest;
  /** Aborts when the client lets go of the stream that the answer goes out on. */
  left?: AbortSignal;
  onProgress?: TellProgress;
  /** The entry that the tools of the root belong to, read for this caller; the gateway need not read it again. */
  stored?: StoredEntry;
  /** What the client of a modern request can do. */
  capabilities?: JsonObject;
}
