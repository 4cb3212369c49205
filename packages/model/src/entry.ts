/**
 * The catalogue entry: the common form between all source formats and all protocols. A reader fills the members that
 * its protocol defines; inferred values are listed in `derived`; unknown members stay in `extra`.
 */
import type { ServiceContent } from './content.js';
import type { JsonObject, JsonValue } from './json.js';
import type { ChosenEffects, Operation } from './operation.js';
import type { RepairSwitches } from './repair.js';
import type { Webhook } from './webhook.js';

/** Source protocols of a description. */
export type Protocol = 'aidip' | 'nact' | 'agis' | 'openapi' | 'mcp' | 'a2a' | 'arazzo';

/** Lifecycle state (`deprecated` ranks lower, `inactive` is listed only on request). */
export type EntryStatus = 'active' | 'inactive' | 'deprecated';

/** `private` entries are visible only to their owner, administrators and granted callers. */
export type Visibility = 'public' | 'private';

/** Credentials that the upstream requires. Absent means none. */
export interface Authentication {
  /** `api_key`, `oauth2_bearer`, `mtls`, `none`, or another value from the provider, lower case with underscores. */
  type?: string;
  /** A note for people, or its URL. Never fetched, never executed. */
  instructions?: string;
  /** OAuth scopes that a token needs. */
  scopes?: string[];
  /** Members unknown to the model. */
  extra?: JsonObject;
}

/** Trust facts; the provider's claims are separate from verified facts. */
export interface Trust {
  /** The provider's claims, unchanged. */
  claimed?: JsonObject;
  /** What this registry has verified itself. */
  verified?: JsonObject;
}

/** Source of the entry. */
export interface Origin {
  protocol: Protocol;
  /** URL that the document was fetched from; absent when it was uploaded. */
  uri?: string;
  /** `sha256:` and the hexadecimal digest of the original document. */
  hash: string;
  /** When it was read, RFC 3339 in UTC. */
  at: string;
}

/** A text that looks like an instruction to a model and was released: models see exactly this text. */
export interface ReleasedText {
  /** `sha256:` and the hexadecimal digest of the text. */
  hash: string;
  /** Subject of the caller that released it. */
  by: string;
  /** RFC 3339, UTC. */
  at: string;
}

/** One service: an agent, API or server. */
export interface Entry {
  /** Given by the provider, else a UUIDv7. Unique in the registry, immutable. */
  id: string;
  /** Short name for URLs and tables, lower case; derived from the name, not unique. */
  slug: string;
  /** Display name; not unique. */
  name: string;
  /** Purpose and capabilities in natural language. */
  description: string;
  /** The provider's version string, compared as text. */
  version?: string;
  /** Publishing organization or person. */
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
  /** BCP 47 tags; empty means language-independent, never filtered out. */
  languages: string[];
  /** Absolute URL, or a path on this registry, that accepts calls. */
  endpoint?: string;
  authentication?: Authentication;
  trust: Trust;
  operations: Operation[];
  /** Resources and prompts; absent when it has only operations. */
  content?: ServiceContent;
  /** Messages that the service sends to subscribers; absent when it declares none. */
  webhooks?: Webhook[];
  /** AGIS data manifest, as given. */
  dataManifest?: JsonValue;
  origin: Origin;
  /** Gateway repairs that were turned on or off for this entry. */
  repairs?: RepairSwitches;
  /** Effects that people set for operations, by the ids of the operations. */
  effects?: { [operation: string]: ChosenEffects };
  /** Number of texts that look like instructions to a model and are held; absent when there are none. */
  heldTexts?: number;
  /** Texts that look like instructions to a model and were released. */
  releasedTexts?: ReleasedText[];
  /** JSON pointers of the inferred fields that the document did not state. */
  derived: string[];
  /** Members of the document that the model does not know; preserved unchanged. */
  extra: JsonObject;
}
