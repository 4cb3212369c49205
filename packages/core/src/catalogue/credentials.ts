/** The upstream credentials in the store. It contains only sealed text; the sealing key is stored elsewhere. */
import type { AuditDraft } from './audit.js';

/**
 * How a credential is used; `oauth2_login`: tokens of a person who logged in; `mcp_server`: the definition of an MCP
 * server that runs next to the registry; `webhook_subscription`: an address that receives messages of a service.
 */
export type CredentialKind =
  | 'api_key'
  | 'bearer'
  | 'oauth2_client'
  | 'oauth2_login'
  | 'token_exchange'
  | 'jwt_bearer'
  | 'enterprise'
  | 'mtls'
  | 'mcp_server'
  | 'webhook_subscription';

/** A stored credential for the upstream of one entry. */
export interface CredentialRecord {
  id: string;
  /** Entry that it is for. */
  agentId: string;
  /** Caller whose calls use it; absent: all callers. A caller's own credential takes precedence over the shared one. */
  subject?: string;
  kind: CredentialKind;
  /** Display name. */
  name: string;
  /** The secret part, sealed. */
  sealed: string;
  /** Name of the sealing key, for rotation. */
  sealedWith: string;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  lastUsedAt?: string;
}

/** An entry has a credential for a caller. */
export interface UsableCredential {
  agentId: string;
  /** True: the one of all callers. */
  shared: boolean;
}

/** Upstream credentials. */
export interface CredentialStore {
  /** Adds or replaces by id. */
  put(credential: CredentialRecord, audit: AuditDraft): Promise<void>;
  find(id: string): Promise<CredentialRecord | undefined>;
  /** Oldest first. */
  listFor(agentId: string): Promise<CredentialRecord[]>;
  /**
   * Which of these entries have a credential that calls of the subject use: its own, or the shared one. At most two
   * results per entry.
   */
  usableBy(subject: string, agentIds: readonly string[]): Promise<UsableCredential[]>;
  /** Credentials not sealed with that key, at most `limit`, for rotation. */
  notSealedWith(key: string, limit: number): Promise<CredentialRecord[]>;
  /** Replaces the sealed text if it is still the given one; false when it has changed meanwhile. */
  reseal(id: string, before: string, after: { sealed: string; sealedWith: string }): Promise<boolean>;
  remove(id: string, audit: AuditDraft): Promise<boolean>;
  /** Records the last use; not audited, may be delayed. */
  touch(id: string, at: string): Promise<void>;
}
