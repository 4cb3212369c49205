/** Wire types: AIDIP agent metadata (§3), its summary, a search. */
import type { JsonObject, JsonValue } from '@dragoman/model';

/** Credentials that a service requires. */
export interface AgentAuthentication {
  /** `api_key`, `oauth2_bearer`, `mtls`, `none`, or a value from the provider. */
  type?: string;
  /** A note for people, or its URL. */
  instructions?: string;
  /** OAuth scopes that a token needs. */
  scopes?: string[];
  [member: string]: JsonValue | undefined;
}

/** One operation of a service. */
export interface AgentOperation {
  name: string;
  description: string;
  /** JSON Schema of the input. */
  inputs: JsonValue;
  /** JSON Schema of the output. */
  outputs: JsonValue;
  examples?: JsonValue;
  [member: string]: JsonValue | undefined;
}

/** AIDIP metadata in either style and either revision; unknown members are kept. */
export interface AgentDocument {
  id?: string;
  name: string;
  description: string;
  version?: string;
  publisher?: string;
  capabilities: string[];
  tags?: string[];
  endpoint: string;
  supported_languages?: string[];
  authentication?: AgentAuthentication | string;
  status?: string;
  operations?: AgentOperation[];
  inputs?: JsonValue;
  outputs?: JsonValue;
  certification?: JsonObject;
  /** Defaults to `public`; stored next to the document and shown only to the owner. */
  visibility?: 'public' | 'private';
  /** Who else may see a private service: `caller:<subject>` or `scope:<scope>`. */
  grants?: string[];
  /** Prompts of an MCP server; `agents.getPrompt` gets one. */
  prompts?: AgentPrompt[];
  /** Resources of an MCP server; `agents.readResource` reads one. */
  resources?: AgentResource[];
  /** Templates of URIs of further resources. */
  resource_templates?: AgentResourceTemplate[];
  /** Messages that the service sends; `webhooks.subscribe` receives them. */
  webhooks?: AgentWebhook[];
  [member: string]: unknown;
}

/** A message that a service sends by itself, as its provider declares it. */
export interface AgentWebhook {
  name: string;
  summary?: string;
  description?: string;
  method: string;
  media_type?: string;
  payload: JsonValue;
  /** The operation that registers the address, and the input for it. */
  registered_by?: { operation: string; input?: string };
}

/** Texts of a prompt or a resource, as its provider wrote them. */
interface ContentTexts {
  name: string;
  title?: string;
  description?: string;
}

/** A prompt of a service. */
export interface AgentPrompt extends ContentTexts {
  arguments: (ContentTexts & { required?: boolean })[];
}

/** A resource of a service. */
export interface AgentResource extends ContentTexts {
  uri: string;
  media_type?: string;
  size?: number;
}

/** A template of URIs (RFC 6570) of resources of a service. */
export interface AgentResourceTemplate extends ContentTexts {
  uri_template: string;
  media_type?: string;
}

/** A registered service: metadata with its id. */
export type RegisteredAgent = AgentDocument & { id: string };

/** A service in a list or a search result; additional members are kept as received. */
export interface AgentSummary {
  id: string;
  name: string;
  description: string;
  endpoint?: string;
  capabilities: string[];
  /** Relevance from 0 to 1, as computed by this registry; not comparable across registries. */
  score?: number;
  [member: string]: unknown;
}

/** Conditions that a service must all satisfy. */
export interface AgentConditions {
  /** Required function labels. */
  capabilities?: readonly string[];
  /** Required tags. */
  tags?: readonly string[];
  /** Required languages; services without languages always match. */
  languages?: readonly string[];
  /** Any other metadata field: one value, or several of which one must match. */
  filters?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
}

/** A search. Without `query` only the conditions select, ordered by name. */
export interface AgentSearch extends AgentConditions {
  /** The task in natural language. */
  query?: string;
  /** Maximum number of hits; registries have their own limit. */
  top?: number;
  /** Number of hits to skip. */
  skip?: number;
  /** False: ordered by name, without scores. */
  ranked?: boolean;
  /** Include the whole metadata in each hit. */
  includeMetadata?: boolean;
  /** Omit hits with a lower score; hits without a score are kept. */
  minScore?: number;
}

/** The result of a search. */
export interface AgentSearchResult {
  hits: AgentSummary[];
  /** Number of all matches, not only on this page; absent when the registry does not report it. */
  count?: number;
  top?: number;
  skip?: number;
  /** Search duration in milliseconds. */
  searchTime?: number;
}
