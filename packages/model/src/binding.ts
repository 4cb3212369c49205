/** How the gateway calls an operation: one union member per protocol. */
import type { JsonObject } from './json.js';

/** POST of the inputs as JSON to an AIDIP agent (AIDIP -01 §5.1). */
export interface AidipBinding {
  kind: 'aidip';
  /** The URL to post to; absolute, or a path on this registry. */
  endpoint: string;
  /** The operation's name on the wire; absent when the document has one implied operation. */
  operation?: string;
  /** True when the operation has its own URL, so that the body carries no `operation` member. */
  ownEndpoint?: boolean;
}

/** How a value is serialized (OpenAPI 3.1 §4.8.12.3); defaults to `form` in queries, `simple` in paths and headers. */
export type HttpStyle =
  | 'simple'
  | 'label'
  | 'matrix'
  | 'form'
  | 'spaceDelimited'
  | 'pipeDelimited'
  | 'deepObject'
  | 'cookie'
  | 'tabDelimited';

/** Where one input of an HTTP call goes, and how it is serialized there. */
export interface HttpParameter {
  /** `querystring`: the value is the whole query, in its media type. */
  in: 'path' | 'query' | 'querystring' | 'header' | 'cookie' | 'body';
  /** Name on the wire; defaults to the input's name. */
  name?: string;
  style?: HttpStyle;
  explode?: boolean;
  /** Reserved characters are not escaped. */
  allowReserved?: boolean;
  /** Serialized in this media type instead of a style. */
  mediaType?: string;
  /** Fields of a form that are not serialized by default. */
  parts?: { [member: string]: HttpPart };
  /** Sent with every call; there is no input for it. */
  fixed?: string;
}

/** How one form field is serialized. */
export interface HttpPart {
  contentType?: string;
  style?: HttpStyle;
  explode?: boolean;
  allowReserved?: boolean;
  /** The text is Base64 of the bytes, which are sent as a file. */
  binary?: boolean;
  /** Objects are written as XML of this shape. */
  xml?: HttpXml;
}

/** How one value is written in XML (the XML Object of OpenAPI). */
export interface HttpXmlNode {
  /** Name of a shared node that describes this one; the other members here have precedence. */
  ref?: string;
  type?: 'object' | 'array' | 'number' | 'integer' | 'boolean';
  /** Name of the element or attribute; defaults to the name of the member. */
  name?: string;
  prefix?: string;
  namespace?: string;
  /** What the value is, when it is not an element. */
  as?: 'attribute' | 'text' | 'cdata';
  /** A list has an element around its items. */
  wrapped?: boolean;
  properties?: { [member: string]: HttpXmlNode };
  items?: HttpXmlNode;
}

/** How a body is written in XML and read from it. */
export interface HttpXml {
  root: HttpXmlNode;
  /** Nodes that several others refer to. */
  nodes?: { [name: string]: HttpXmlNode };
}

/** The body of an HTTP call. */
export interface HttpBody {
  mediaType: string;
  /** The input that is the whole body; when absent, the body is an object of the inputs mapped to it. */
  whole?: string;
  /** A body is sent even when none of its inputs is given. */
  required?: boolean;
  /** The text is Base64 of the bytes to send. */
  binary?: boolean;
  /** Unmapped inputs are members of the body. */
  open?: boolean;
  /** Form fields that are not serialized by default. */
  parts?: { [member: string]: HttpPart };
  /** The body is written as XML of this shape. */
  xml?: HttpXml;
}

/** One credential that an upstream requires. */
export interface HttpCredentialDemand {
  /** Name of the security scheme in the description. */
  scheme: string;
  /** `api_key`, `oauth2_bearer`, `basic`, `mtls`, or another value, lower case with underscores. */
  type: string;
  in?: 'header' | 'query' | 'cookie';
  /** Name of the header, parameter or cookie. */
  name?: string;
  scopes?: string[];
  /** Where a person gets a token, as the description says. */
  login?: LoginAddresses;
}

/** Addresses of an authorization server: its metadata, or the two that a login needs. */
export interface LoginAddresses {
  /** OpenID Connect discovery document, or OAuth metadata. */
  metadataUrl?: string;
  authorizationUrl?: string;
  tokenUrl?: string;
}

/** An HTTP call. */
export interface HttpBinding {
  kind: 'http';
  method: string;
  /** Absolute URL; `{name}` is the path parameter of that name. */
  urlTemplate: string;
  /** Where each input goes, by input name. */
  parameters: { [input: string]: HttpParameter };
  body?: HttpBody;
  /** Media types of the response, most preferred first; defaults to JSON. */
  accept?: string[];
  /** Statuses of a success that the description declares, when they are not 200 alone; empty: any 2xx. */
  successStatuses?: number[];
  /** An XML response is read by this shape. */
  responseXml?: HttpXml;
  /**
   * Alternatives, each a list of credentials that are required together; empty: none required; absent: as the entry
   * says.
   */
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
  /** Base URL of the AGIS path. */
  base: string;
  transport: 'http' | 'agtp';
  /** GET when the provider accepts an informational call that way over HTTP; defaults to POST. */
  method?: 'GET';
}

/** Methods of MCP by which the gateway reads the content of a service. */
export type McpContentMethod = 'resources/read' | 'resources/subscribe' | 'prompts/get' | 'completion/complete';

/** A tool of a remote MCP server. */
export interface McpBinding {
  kind: 'mcp';
  server: string;
  /** Name of the tool; the method, for an operation that reads content. */
  tool: string;
  /** Set for an operation that reads content; such an operation is never stored. */
  method?: McpContentMethod;
}

/** A skill of a remote A2A agent. */
export interface A2aBinding {
  kind: 'a2a';
  /** URL of the interface that accepts messages. */
  agent: string;
  skill: string;
  /** Protocol version of the interface; defaults to 1.0. */
  version?: '0.3';
  /** Transport of the interface; defaults to JSON-RPC. */
  transport?: 'HTTP+JSON' | 'GRPC';
  /** Tenant in every request. */
  tenant?: string;
  /** True when the agent accepts the skill's input as one object and responds with one. */
  structured?: boolean;
}

/** Steps over other operations (an Arazzo workflow). */
export interface WorkflowBinding {
  kind: 'workflow';
  /** The workflow's name in its document. */
  name: string;
  /** The workflow with resolved references, as the gateway runs it. */
  workflow: JsonObject;
}

/** A function of the host process. */
export interface LocalBinding {
  kind: 'local';
  name: string;
}

/** How the gateway calls an operation. */
export type Binding =
  | AidipBinding
  | HttpBinding
  | NactBinding
  | AgisBinding
  | McpBinding
  | A2aBinding
  | WorkflowBinding
  | LocalBinding;
