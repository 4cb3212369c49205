/** The context in which an MCP tool is called. */
import type { JsonObject } from '@dragoman/model';
import type { StoredEntry } from '../../../catalogue/store.js';
import type { Gateway } from '../../../gateway/invoke.js';
import type { KeptResults } from '../../../gateway/kept-results.js';
import type { RouteContext } from '../../../transport/route.js';
import type { RunningRequest } from './sessions.js';

/** Reports the progress of a call, as sent by its provider. */
export type ReportProgress = (progress: JsonObject) => void;

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
  /** The entry of the root's tools, read for this caller; the gateway need not read it again. */
  stored?: StoredEntry;
  /** Client capabilities of a stateless request. */
  capabilities?: JsonObject;
}
