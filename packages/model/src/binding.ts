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

/** How a value is written where it goes (OpenAPI 3.1 §4.8.12.3); `form` in queries, `simple` in paths and headers by default. */
export type HttpStyle =
  | 'simple'
  | 'label'
  | 'matrix'
  | 'form'
  | 'spaceDelimited'
  | 'pipeDelimited'
  | 'deepObject'
  | 'tabDelimited';

/** Where one input of a plain HTTP call goes, and how it is written there. */
export interface HttpParameter {
  in: 'path' | 'query' | 'header' | 'cookie' | 'body';
  /** Name on the wire; that of the input when absent. */
  name?: string;
  style?: HttpStyle;
  explode?: boolean;
  /** Reserved characters stay as they are. */
  allowReserved?: boolean;
  /** Written as a text of this media type in the place of a style. */
  mediaType?: string;
}

/** How one member of a form is written. */
export interface HttpPart {
  contentType?: string;
  style?: HttpStyle;
  explode?: boolean;
  allowReserved?: boolean;
  /** The text is Base64 of the bytes to be sent, which go as a file. */
  binary?: boolean;
}

/** The body of a plain HTTP call. */
export interface HttpBody {
  mediaType: string;
  /** The input that is the whole body; absent: the body is an object of the inputs that go there. */
  whole?: string;
  /** A body is sent even when none of its inputs is given. */
  required?: boolean;
  /** The text is Base64 of the bytes to be sent. */
  binary?: boolean;
  /** Inputs that nothing else claims are members of the body. */
  open?: boolean;
  /** Members of a form that are not written in the usual way. */
  parts?: { [member: string]: HttpPart };
}

/** One thing that an upstream wants to see. */
export interface HttpCredentialDemand {
  /** Name of the scheme in the description. */
  scheme: string;
  /** `api_key`, `oauth2_bearer`, `basic`, `mtls`, or another word, lower case with underscores. */
  type: string;
  in?: 'header' | 'query' | 'cookie';
  /** Of the header, parameter or cookie. */
  name?: string;
  scopes?: string[];
}

/** A plain HTTP call. */
export interface HttpBinding {
  kind: 'http';
  method: string;
  /** Absolute address; `{name}` stands for the parameter of that name in the path. */
  urlTemplate: string;
  /** Where each input goes, by input name. */
  parameters: { [input: string]: HttpParameter };
  body?: HttpBody;
  /** Media types of the answer, the best first; JSON when absent. */
  accept?: string[];
  /** Alternatives, each a list of demands to be met together; empty: nothing is wanted; absent: as the entry says. */
  security?: HttpCredentialDemand[][];
  /** The operation's name in its own description. */
  operationId?: string;
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
  /** Address that the AGIS path follows. */
  base: string;
  transport: 'http' | 'agtp';
  /** GET where the provider takes an informational call that way over HTTP; POST when absent. */
  method?: 'GET';
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
  /** Address of the interface that takes messages. */
  agent: string;
  skill: string;
  /** Revision that the interface speaks; 1.0 when absent. */
  version?: '0.3';
  /** How the interface is spoken to; JSON-RPC when absent. */
  transport?: 'HTTP+JSON';
  /** Tenant that every request names. */
  tenant?: string;
  /** True when the agent takes the skill's input as one object and answers with one. */
  structured?: boolean;
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
