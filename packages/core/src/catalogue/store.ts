/**
 * The store port: everything that must survive a crash. Each change and its audit record are one
 * transaction. Implementations: `createMemoryStore` here, SQLite and PostgreSQL in the server; one contract
 * suite runs on all of them.
 */
import type { Entry, JsonObject, Visibility } from '@dragoman/model';
import type { ApprovalStore } from './approvals.js';
import type { AuditDraft, AuditStore } from './audit.js';
import type { CallStatsStore } from './call-stats.js';
import type { ChangeContext } from './change-context.js';
import type { ChangeFeed } from './changes.js';
import type { CredentialStore } from './credentials.js';
import type { DesignStore } from './designs.js';
import type { FeedbackStore } from './feedback.js';
import type { IntentStore } from './intents.js';
import type { LedgerStore } from './ledger.js';
import type { LoginStore } from './logins.js';
import type { NodeStore } from './nodes.js';
import type { RunStore } from './runs.js';
import type { SavedStore } from './saved.js';
import type { SecretStore } from './secrets.js';
import type { SessionStore } from './sessions.js';
import type { StoredEntry } from './stored-entry.js';
import type { StoredSearch } from './stored-search.js';
import type { UsageStore } from './usage.js';
import type { VectorStore } from './vectors.js';

export type { StoredEntry } from './stored-entry.js';

/** The action of a change, also used in the audit record. */
export type EntryAction = 'entry.create' | 'entry.update' | 'entry.delete' | 'entry.restore';

/** The result of a decision on the current state: the state to write, or nothing to do. */
export type Decision = { action: EntryAction; entry: Entry; detail?: string } | undefined;

/**
 * Decides on a change while the store locks the entry. Synchronous and pure: it runs inside the transaction and may run
 * twice. It throws a Failure to reject the change; nothing is then written.
 */
export type Decide = (current: StoredEntry | undefined) => Decision;

/** The result of a change. */
export interface Changed {
  /** State after the change; undefined when there was nothing to do and no entry. */
  stored: StoredEntry | undefined;
  /** The action done; undefined when there was nothing to do. */
  action: EntryAction | undefined;
}

/** One stored version of an entry. */
export interface EntryVersion {
  revision: number;
  action: EntryAction;
  actor: string;
  at: string;
  entry: Entry;
}

/** Entries, their tombstones and their versions. */
export interface EntryStore {
  /** The entry with this id, including tombstones. */
  read(id: string): Promise<StoredEntry | undefined>;
  /** The live entries among these ids, in any order. */
  readMany(ids: readonly string[]): Promise<StoredEntry[]>;
  /** Runs `decide` on the current state and writes its decision, the version and the audit record together. */
  change(id: string, decide: Decide, context: ChangeContext): Promise<Changed>;
  /** Every live entry, in portions, for building the index. Ordered by id. */
  all(): AsyncIterable<StoredEntry[]>;
  /** Entries (including tombstones) changed after `seq`, oldest change first, at most `limit`. */
  changedSince(seq: number, limit: number): Promise<StoredEntry[]>;
  /** The same changes without the entries. */
  changes(seq: number, limit: number): Promise<{ id: string; seq: number }[]>;
  /** Highest `seq` of any entry, 0 when the store is empty. */
  lastSeq(): Promise<number>;
  /** Stored versions of an entry, newest first, at most `limit`, with a revision below `before` when given. */
  versions(id: string, limit: number, before?: number): Promise<EntryVersion[]>;
  version(id: string, revision: number): Promise<EntryVersion | undefined>;
}

/** A stored API key; the secret itself is never stored. */
export interface KeyRecord {
  /** Public part of the key, also its identifier in commands. */
  id: string;
  /** Display name. */
  name: string;
  /** Identity of the key; several keys may share one (rotation). */
  subject: string;
  /** SHA-256 of the secret, hexadecimal. */
  hash: string;
  scopes: string[];
  createdAt: string;
  expiresAt?: string;
  revokedAt?: string;
  lastUsedAt?: string;
  /** Id of the key that replaced this one. */
  replacedBy?: string;
}

/** API keys. Every method that changes access is audited in the same transaction. */
export interface KeyStore {
  add(key: KeyRecord, audit: AuditDraft): Promise<void>;
  find(id: string): Promise<KeyRecord | undefined>;
  /** All keys, newest first. */
  list(): Promise<KeyRecord[]>;
  /** Changes the given members; false when the key is unknown. */
  update(
    id: string,
    change: Partial<Pick<KeyRecord, 'expiresAt' | 'revokedAt' | 'replacedBy'>>,
    audit: AuditDraft,
  ): Promise<boolean>;
  /** Records the last use; not audited, may be delayed. */
  touch(id: string, at: string): Promise<void>;
  /** Number of keys that are neither revoked nor expired at that time. */
  countUsable(at: string): Promise<number>;
}

/** An address that is fetched on a schedule and whose entries are registered. */
export interface SourceRecord {
  id: string;
  url: string;
  /** Subject that owns its entries. */
  owner: string;
  intervalSeconds: number;
  createdAt: string;
  /** When the next fetch is due. */
  dueAt: string;
  etag?: string;
  lastModified?: string;
  lastFetchedAt?: string;
  /** `changed`, `unchanged`, or the failure code of the last fetch. */
  lastOutcome?: string;
  /** Message of the last failure, safe to show. */
  lastError?: string;
  /** Consecutive failures. */
  failures: number;
  /** Entries registered from it. */
  entryIds: string[];
  /** Display name. */
  name?: string;
  /** Id that was chosen for its entry; absent: from the description. */
  agentId?: string;
  /** Visibility of its entries; absent: public. */
  visibility?: Visibility;
  /** Time of the last successful poll. */
  lastSuccessAt?: string;
  /** Duration of the last fetch in milliseconds. */
  lastLatencyMs?: number;
  /** Findings about the description when it was last read, limited by the writer. */
  findings?: { code: string; message: string }[];
  /** Changes that wait for approval; absent when there are no such changes. */
  held?: PendingChange;
}

/** A description that a poll found but did not apply, because it changes what was chosen. */
export interface PendingChange {
  /** Hash of exactly that description; only this one can be accepted. */
  mark: string;
  /** When it was first found; RFC 3339, UTC. */
  since: string;
  /** A sentence for each change, limited by the writer. */
  changes: { code: string; message: string }[];
  /** True when it was reviewed and rejected. */
  refused?: boolean;
}

/** The result of one poll of a source, stored when it found something new. */
export interface SourcePoll {
  /** RFC 3339, UTC. */
  at: string;
  /** `changed`, or the failure code. */
  outcome: string;
  latencyMs: number;
  /** The changes and findings, limited by the writer. */
  report: JsonObject;
}

/** A stored poll. */
export interface StoredPoll extends SourcePoll {
  /** 1, 2, 3 … per source. */
  number: number;
}

/** Maximum number of stored polls of one source. */
export const maxPolls = 100;

/** Crawled addresses. */
export interface SourceStore {
  /** False when a source with this id already exists. */
  add(source: SourceRecord, audit: AuditDraft): Promise<boolean>;
  find(id: string): Promise<SourceRecord | undefined>;
  /** The sources among these ids, in any order. */
  readMany(ids: readonly string[]): Promise<SourceRecord[]>;
  list(): Promise<SourceRecord[]>;
  remove(id: string, audit: AuditDraft): Promise<boolean>;
  /**
   * Hands out due sources, at most `limit`, and moves their due time to `leaseUntil`, so that no other node takes them.
   */
  lease(now: string, leaseUntil: string, limit: number): Promise<SourceRecord[]>;
  /** Extends a lease that ends at `until`; false when it is no longer held. */
  renew(id: string, until: string, leaseUntil: string): Promise<boolean>;
  /**
   * Stores the result of a fetch, and the poll when given; only the last `maxPolls` are kept. A decision of a person is
   * audited with it.
   */
  settle(source: SourceRecord, poll?: SourcePoll, audit?: AuditDraft): Promise<void>;
  /** Makes a source due at `now` if it would be due later; an unknown one is ignored. */
  makeDue(id: string, now: string): Promise<void>;
  /** Stored polls of a source, newest first, at most `limit`, with a number below `before` when given. */
  polls(id: string, limit: number, before?: number): Promise<StoredPoll[]>;
}

/** Everything that must survive a crash. */
export interface Store {
  entries: EntryStore;
  audit: AuditStore;
  intents: IntentStore;
  keys: KeyStore;
  sources: SourceStore;
  ledger: LedgerStore;
  runs: RunStore;
  /** Calls that wait for a person. */
  approvals: ApprovalStore;
  credentials: CredentialStore;
  designs: DesignStore;
  sessions: SessionStore;
  logins: LoginStore;
  vectors: VectorStore;
  nodes: NodeStore;
  feedback: FeedbackStore;
  /** What callers save for themselves. */
  saved: SavedStore;
  conduct: CallStatsStore;
  usage: UsageStore;
  /** Where `secret` keeps its secrets. */
  secrets: SecretStore;
  /** A random secret of 32 bytes by name, in base64url, created on first use and shared by all nodes. */
  secret(name: string): Promise<string>;
  /** Search in the tables of the store, where it can. */
  search?: StoredSearch;
  /** Changes of all nodes, where several processes may use the store. */
  changes?: ChangeFeed;
  /** The time of the database in milliseconds since the epoch, where servers on several machines may use it. */
  time?(): Promise<number>;
  /** Resolves when the store responds and accepts writes, which it tries; throws otherwise. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
