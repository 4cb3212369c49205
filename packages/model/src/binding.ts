/** How the gateway reaches an operation: one member of this union per way of calling. */
import type { JsonObject } from './json.js';

/** POST of the inputs as JSON to an agent (AIDIP -01 §5.1). */
export interface AidipBinding {
  kind: 'aidip';
  /** Where to post; absolute, or a path on this registry. */
  endpoint: string;
  /** The operation's name on the wire; absent when the document has one implied operation. */
  operation?: string;
  /** True when the operation has an address of its own, so that the body carries no `operation` member. */
  ownEndpoint?: boolean;
}

/** A plain HTTP call. */
export interface HttpBinding {
  kind: 'http';
  method: string;
  /** RFC 6570 level 1 template. */
  urlTemplate: string;
  /** Where each input goes: `path`, `query`, `header`, `cookie` or `body`, by input name. */
  parameters: { [input: string]: string };
}

/** An N-ACT tool on a platform root. */
export interface NactBinding {
  kind: 'nact';
  root: string;
  toolId: string;
  version?: number;
}

/** An AGIS endpoint, over HTTP or AGTP. */
export interface AgisBinding {
  kind: 'agis';
  base: string;
  transport: 'http' | 'agtp';
}

/** A tool of a remote MCP server. */
export interface McpBinding {
  kind: 'mcp';
  server: string;
  tool: string;
}

/** A skill of a remote A2A agent. */
export interface A2aBinding {
  kind: 'a2a';
  agent: string;
  skill: string;
}

/** Steps over other operations (an Arazzo workflow). */
export interface WorkflowBinding {
  kind: 'workflow';
  /** The workflow's name in its document. */
  name: string;
  /** The workflow with its references resolved, as the gateway runs it. */
  workflow: JsonObject;
}

/** A function of the host process. */
export interface LocalBinding {
  kind: 'local';
  name: string;
}

/** How the gateway reaches an operation. */
export type Binding =
  | AidipBinding
  | HttpBinding
  | NactBinding
  | AgisBinding
  | McpBinding
  | A2aBinding
  | WorkflowBinding
  | LocalBinding;
