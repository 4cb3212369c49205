/**
 * The catalogue entry: the one form in which every description meets every face. A reader fills what its
 * protocol knows; what it worked out by rule stands in `derived`; what nobody knows stays in `extra`.
 */
import type { JsonObject, JsonValue } from './json.js';
import type { Operation } from './operation.js';
import type { RepairSwitches } from './repair.js';

/** Protocols that a description can come from. */
export type Protocol = 'aidip' | 'nact' | 'agis' | 'openapi' | 'mcp' | 'a2a' | 'arazzo';

/** Whether an entry is offered (`deprecated` ranks lower, `inactive` only on request). */
export type EntryStatus = 'active' | 'inactive' | 'deprecated';

/** `private` entries exist only for their owner, administrators and the callers granted. */
export type Visibility = 'public' | 'private';

/** What the upstream demands of its callers. Absent means: nothing. */
export interface Authentication {
  /** `api_key`, `oauth2_bearer`, `mtls`, `none`, or another word of the provider's, lower case with underscores. */
  type?: string;
  /** A note for people, or an address with one. Never fetched, never executed. */
  instructions?: string;
  /** OAuth scopes that a token needs. */
  scopes?: string[];
  /** Members that the model does not know. */
  extra?: JsonObject;
}

/** Trust facts; what the provider says of itself is kept apart from what was verified here. */
export interface Trust {
  /** The provider's own claims, untouched. */
  claimed?: JsonObject;
  /** What this registry has checked itself. */
  verified?: JsonObject;
}

/** Where the entry came from. */
export interface Origin {
  protocol: Protocol;
  /** Address that the document was fetched from; absent when it was uploaded. */
  uri?: string;
  /** `sha256:` and the hexadecimal digest of the document as it came in. */
  hash: string;
  /** When it was read, RFC 3339 in UTC. */
  at: string;
}

/** One agent, API or server. */
export interface Entry {
  /** As given by the provider, else a UUIDv7. Unique in the registry, never changes. */
  id: string;
  /** Short name for addresses and tables, lower case; made from the name, not unique. */
  slug: string;
  /** Name for people; several entries may share one. */
  name: string;
  /** Purpose and capabilities in natural language. */
  description: string;
  /** The provider's version text, compared as text. */
  version?: string;
  /** Organisation or person who publishes it. */
  publisher?: string;
  status: EntryStatus;
  visibility: Visibility;
  /** Subject of the caller that registered it. */
  owner: string;
  /** Who else may see a private entry: `caller:<subject>` or `scope:<scope>`. */
  grants: string[];
  /** Broad function labels, for filters. */
  capabilities: string[];
  /** Further categories. */
  tags: string[];
  /** BCP 47 tags; empty means: not a matter of language, never filtered out. */
  languages: string[];
  /** Absolute address, or a path on this registry, that takes calls. */
  endpoint?: string;
  authentication?: Authentication;
  trust: Trust;
  operations: Operation[];
  /** AGIS data manifest, as given. */
  dataManifest?: JsonValue;
  origin: Origin;
  /** Repairs of the gateway that somebody switched on or off for this entry. */
  repairs?: RepairSwitches;
  /** JSON pointers of the fields that a rule worked out and the document did not state. */
  derived: string[];
  /** Members of the document that the model does not know; they survive a round trip untouched. */
  extra: JsonObject;
}
