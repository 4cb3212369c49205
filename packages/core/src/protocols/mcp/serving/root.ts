/**
 * An MCP root: a path and its tools. The catalogue, every entry and every toolset are roots; any other selection of
 * tools can be served as a root with the same protocol.
 */
import type { JsonObject, JsonValue, Operation } from '@dragoman/model';
import { findByName } from '@dragoman/model';
import type { Caller } from '../../../access/caller.js';
import type { StoredEntry } from '../../../catalogue/store.js';
import type { Awaitable } from '../../../documents/awaitable.js';
import type { Outcome } from '../../../gateway/call.js';
import { callName, findOperation } from '../../../gateway/choose-operation.js';
import type { RiskyOperation } from '../../../gateway/confirm-requirement.js';
import type { ParameterDescription } from '../../../transport/route.js';
import type { RootContent } from './root-content.js';
import type { SessionScope } from './sessions.js';

/** What a root needs from a request. */
export interface McpRootContext {
  params: Readonly<Record<string, string>>;
  caller: Caller;
}

/** The operation of a tool. */
export interface ToolAim {
  agentId: string;
  operationName: string;
  /** Id of the operation, where the tool stays the same after a rename. */
  operationId?: string;
  /** Version of the operation; the current one when absent. */
  operationVersion?: number;
  /** Result metadata of the operation: version, deprecation. */
  meta: JsonObject;
  /** What decides whether a call requires a confirmation. */
  risk?: RiskyOperation;
  /** True when results are structured: the listed tool has an output schema. */
  structured: boolean;
  /** True on a root of several services, where links to resources name the service. */
  joined?: boolean;
  /** The operation that reads content, which no list of tools has, and its service. */
  content?: { stored: StoredEntry; operation: Operation };
  /** Converts the outcome before it becomes a result; unchanged when absent. */
  toOutcome?(outcome: Outcome): Outcome;
  /** Converts a tool's arguments to the operation's input, and its output to the tool's; unchanged when absent. */
  toInput?(given: JsonObject): JsonValue;
  toOutput?(body: JsonValue | undefined): JsonValue;
}

/** Options of a call in addition to its input. */
export interface ToolCallOptions {
  idempotencyKey?: string;
  confirmation?: string;
  /** The answer of the user whom the client asked. */
  elicited?: 'accepted' | 'declined';
  dryRun?: boolean;
  operationVersion?: number;
  /** Position in the client's trace. */
  trace?: { traceId: string; traceparent: string; tracestate?: string };
}

/** A refused call as its client made it, until it is confirmed. */
export interface WaitingCall {
  tool: string;
  arguments: JsonObject;
  options: Pick<ToolCallOptions, 'idempotencyKey' | 'operationVersion'>;
}

/** An operation call that one of the server's own tools requests. */
export interface Forwarded {
  aim: ToolAim;
  input: JsonObject;
  options: ToolCallOptions;
  /** Whether the tool can be called with a task. */
  support?: JsonValue | undefined;
}

/** The outcome of one of the server's own tools: a result as a value or as text, or an operation call. */
export type OwnAnswer =
  | { kind: 'structured'; value: JsonObject }
  | { kind: 'text'; text: string; meta: JsonObject }
  | ({ kind: 'call' } & Forwarded);

/** A tool as listed, and its action. */
export interface McpTool {
  name: string;
  /** The definition in `tools/list`. */
  listed: JsonObject;
  /** The definition with its complete schemas, where lists show less. */
  whole?: JsonObject;
  /** Tags of the operation and of its service. */
  tags?: readonly string[];
  /** The risk of what the tool may call, where it calls other tools. */
  risk?: RiskyOperation;
  /** The operation of the tool; absent for a tool that this server implements. */
  aim?: ToolAim;
  run?(given: JsonObject, context: McpRootContext): Promise<OwnAnswer>;
  /** For the tool that confirms: the call of another tool of this list that it makes. */
  confirms?(given: JsonObject, scope: SessionScope): Promise<WaitingCall & { token: string }>;
}

/** The tool of an operation. */
export interface OperationTool extends McpTool {
  /** The definition with its complete schemas, whatever lists show. */
  whole: JsonObject;
  aim: ToolAim;
}

/** Which tools of a list are wanted. */
export interface ToolSubset {
  /** The task; the list then has the best tools for it, best first. */
  query?: string;
  /** Only tools with one of these tags; all when empty. */
  tags: readonly string[];
  /** Maximum number of tools. */
  limit: number;
  /** True when it is the most that the client accepts, so that tools of this server count too. */
  strict: boolean;
  /** The model API that has this limit, when the client has not chosen one. */
  api?: string;
}

/** The tools of a root for one caller. */
export interface RootTools {
  /** In a stable order. */
  tools: readonly McpTool[];
  byName: ReadonlyMap<string, McpTool>;
  /** The entry of all these tools, if there is a single one; it was read for this caller. */
  stored?: StoredEntry;
  /** What a client has to know about this list, such as what it does not show. */
  note?: string;
  /** The list that this one is a part of, and which part was asked for. */
  subset?: { of: RootTools; asked: ToolSubset };
}

/** Names of the tools that list and read resources, where the address asks for them. */
export const contentToolNames = { list: 'list_resources', read: 'read_resource' } as const;

/** A list of a root. */
export type McpList = 'tools' | 'prompts' | 'resources';

/** Every list. */
export const mcpLists: readonly McpList[] = Object.freeze(['tools', 'prompts', 'resources'] as const);

/** A path with its tools. */
export interface McpRoot {
  /** Path before `/mcp`; empty for the server's own root. */
  prefix: string;
  /** Prefix of the operation ids of its routes. */
  operationPrefix: string;
  /** Which tools these are, for descriptions: `of one agent`. */
  whose: string;
  /** Parameters of the prefix. */
  parameters: readonly ParameterDescription[];
  /** The lists that may change. */
  changes: readonly McpList[];
  /** Instructions that clients get at initialization. */
  instructions: string;
  /** The tools; `NOT_FOUND` when the root is unknown or hidden. */
  tools(context: McpRootContext): Awaitable<RootTools>;
  /** A part of the tools, where it cannot be chosen from a list of all of them. */
  select?(asked: ToolSubset, context: McpRootContext): Awaitable<RootTools>;
  /** Prompts and resources; absent when the root has only tools. */
  content?(context: McpRootContext): Awaitable<RootContent>;
  /** True when the service of the root may send log messages during calls. */
  logs?(context: McpRootContext): boolean;
  /** A value that changes when the lists may have changed. */
  mark(context: McpRootContext): Awaitable<string>;
}

/** The tools with an index by name. */
export function rootTools(tools: readonly McpTool[]): RootTools {
  return { tools, byName: new Map(tools.map((tool) => [tool.name, tool])) };
}

/** The tool with this name in any spelling, or with this original name of its operation. */
export function toolNamed({ tools, byName, stored }: RootTools, name: string): McpTool | undefined {
  const exact = byName.get(name);
  if (exact !== undefined) return exact;
  const operation = stored === undefined ? undefined : findOperation(stored.entry.operations, name);
  const called = operation === undefined ? undefined : callName(operation);
  return (
    tools.find(({ aim }) => called !== undefined && aim?.operationName === called) ??
    findByName(tools, name, (tool) => [tool.name, tool.aim?.operationName])
  );
}
