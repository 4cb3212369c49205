/**
 * An MCP root: where a server stands and which tools it has. The catalogue as a whole is one, and so are every agent
 * and every toolset; whoever has another choice of tools makes a root of it and gets the same protocol.
 */
import type { JsonObject, JsonValue } from '@dragoman/model';
import type { Caller } from '../../../access/caller.js';
import type { StoredEntry } from '../../../catalogue/store.js';
import type { Awaitable } from '../../../documents/awaitable.js';
import type { ParameterDescription } from '../../../transport/route.js';

/** What a root needs to know of a request. */
export interface McpRootContext {
  params: Readonly<Record<string, string>>;
  caller: Caller;
}

/** Which operation a tool stands for. */
export interface ToolAim {
  agentId: string;
  operationName: string;
  /** Version to be called; the current one when absent. */
  operationVersion?: number;
  /** Members of a result that say more of the operation: version, deprecation. */
  meta: JsonObject;
  /** True when results are structured: the listed tool has an output schema. */
  structured: boolean;
  /** The operation's input for a tool's arguments, and its output for the operation's; as they are when absent. */
  toInput?(given: JsonObject): JsonValue;
  toOutput?(body: JsonValue | undefined): JsonValue;
}

/** What a call may carry beside its input. */
export interface CallWishes {
  idempotencyKey?: string;
  confirmation?: string;
  dryRun?: boolean;
  operationVersion?: number;
}

/** A call of an operation that a tool of our own asks for. */
export interface Forwarded {
  aim: ToolAim;
  input: JsonObject;
  wishes: CallWishes;
}

/** What a tool of our own gives: a result, or the call that it stands for. */
export type OwnAnswer = { kind: 'structured'; value: JsonObject } | ({ kind: 'call' } & Forwarded);

/** A tool as it is listed, and what calling it does. */
export interface McpTool {
  name: string;
  /** As `tools/list` shows it. */
  listed: JsonObject;
  /** What it stands for: an operation, or something that this server does itself. */
  aim?: ToolAim;
  run?(given: JsonObject, context: McpRootContext): Promise<OwnAnswer>;
}

/** The tools of a root for one caller. */
export interface RootTools {
  /** In a stable order. */
  tools: readonly McpTool[];
  byName: ReadonlyMap<string, McpTool>;
  /** The entry that all of them belong to, where there is one; it was read for this caller. */
  stored?: StoredEntry;
}

/** Where tools stand, and which. */
export interface McpRoot {
  /** Path before `/mcp`; empty for the server's own root. */
  prefix: string;
  /** Beginning of the operation ids of its routes. */
  operationPrefix: string;
  /** Which tools these are, for descriptions: `of one agent`. */
  whose: string;
  /** Parameters of the prefix. */
  parameters: readonly ParameterDescription[];
  /** False where the list never changes. */
  changes: boolean;
  /** What clients are told when they begin. */
  instructions: string;
  /** The tools; `NOT_FOUND` when the root is unknown or hidden. */
  tools(context: McpRootContext): Awaitable<RootTools>;
  /** A mark that differs when the list may have changed. */
  mark(context: McpRootContext): Awaitable<string>;
}

/** The tools with a way to find them by name. */
export function rootTools(tools: readonly McpTool[]): RootTools {
  return { tools, byName: new Map(tools.map((tool) => [tool.name, tool])) };
}
