/** The shapes on the wire that callers meet: an agent's metadata (AIDIP §3), its summary, a search. */
import type { JsonObject, JsonValue } from '@dragoman/model';

/** What an agent demands of its callers. */
export interface AgentAuthentication {
  /** `api_key`, `oauth2_bearer`, `mtls`, `none`, or a word of the provider's. */
  type?: string;
  /** A note for people, or an address with one. */
  instructions?: string;
  /** OAuth scopes that a token needs. */
  scopes?: string[];
  [member: string]: JsonValue | undefined;
}

/** One thing that an agent does. */
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

/** Metadata of an agent, in either style and either revision; members that nobody knows are kept. */
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
  /** `public` unless given; kept beside the document and shown to the owner alone. */
  visibility?: 'public' | 'private';
  /** Who else may see a private agent: `caller:<subject>` or `scope:<scope>`. */
  grants?: string[];
  [member: string]: unknown;
}

/** A registered agent: metadata with its id. */
export type RegisteredAgent = AgentDocument & { id: string };

/** An agent as a list or a search shows it; further members are kept as the registry gave them. */
export interface AgentSummary {
  id: string;
  name: string;
  description: string;
  endpoint?: string;
  capabilities: string[];
  /** Relevance from 0 to 1 in the eyes of this one registry; not to be compared across registries. */
  score?: number;
  [member: string]: unknown;
}

/** Conditions that an agent must all satisfy. */
export interface AgentConditions {
  /** Function labels that it must all have. */
  capabilities?: readonly string[];
  /** Tags that it must all have. */
  tags?: readonly string[];
  /** Languages that it must all know; agents that name none always pass. */
  languages?: readonly string[];
  /** Any other metadata field: one value, or several of which one must fit. */
  filters?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
}

/** A search. Without `query` the conditions alone select, ordered by name. */
export interface AgentSearch extends AgentConditions {
  /** What is to be done, in plain words. */
  query?: string;
  /** Most hits to give back; registries have a limit of their own. */
  top?: number;
  /** Hits to leave out from the start. */
  skip?: number;
  /** False: ordered by name, without scores. */
  ranked?: boolean;
  /** Put the whole metadata into each hit. */
  includeMetadata?: boolean;
  /** Leave out hits that this registry scores lower; a hit without a score stays. */
  minScore?: number;
}

/** What a search found. */
export interface AgentSearchResult {
  hits: AgentSummary[];
  /** All matches, not only those on this page; absent when the registry does not tell. */
  count?: number;
  top?: number;
  skip?: number;
  /** Milliseconds that the registry took. */
  searchTime?: number;
}
