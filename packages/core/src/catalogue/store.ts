/**
 * The store port: everything that must survive a crash. Each change and its audit record are one
 * transaction. Implementations: `createMemoryStore` here, SQLite and PostgreSQL in the server; one contract
 * suite runs on all of them.
 */
import type { Entry, JsonObject, Visibility } from '@dragoman/model';
import type { AuditDraft, AuditStore } from './audit.js';
import type { ChangeContext } from './change-context.js';
import type { ConductStore } from './conduct.js';
import type { CredentialStore } from './credentials.js';
import type { DesignStore } from './designs.js';
import type { FeedbackStore } from './feedback.js';
import type { LedgerStore } from './ledger.js';
import type { RunStore } from './runs.js';
import type { SessionStore } from './sessions.js';
import type { VectorStore } from './vectors.js';

/** An entry as the store keeps it. */
export interface StoredEntry {
  entry: Entry;
  /** 1, 2, 3 …; grows with every change of this entry, deletion and restoration included. */
  revision: number;
  /** Sequence number of the audit record of the last change; grows over the whole store in commit order. */
  seq: number;
  /** RFC 3339, UTC. */
  createdAt: string;
  updatedAt: string;
  /** Set on a tombstone: the entry is deleted and can be restored. */
  deletedAt?: string;
}

/** What a change does; it becomes the audit record's action. */
export type EntryAction = 'entry.create' | 'entry.update' | 'entry.delete' | 'entry.restore';

/** The outcome of a decision over the present state: the state to write, or nothing to do. */
export type Decision = { action: EntryAction; entry: Entry } | undefined;

/**
 * Decides on a change while the store holds the entry. Synchronous and pure: it runs inside the transaction
 * and may run twice. It throws a Failure to refuse; then nothing is written.
 */
export type Decide = (current: StoredEntry | undefined) => Decision;

/** What a change left behind. */
export interface Changed {
  /** State after the change; undefined when the decision was to do nothing and there was nothing. */
  stored: StoredEntry | undefined;
  /** The action done; undefined when the decision was to do nothing. */
  action: EntryAction | undefined;
}

/** One kept version of an entry. */
export interface EntryVersion {
  revision: number;
  action: EntryAction;
  actor: string;
  at: string;
  entry: Entry;
}

/** Entries, their tombstones and their versions. */
export interface EntryStore {
  /** The entry with this id, tombstones included. */
  read(id: string): Promise<StoredEntry | undefined>;
  /** The live entries among these ids, in any order. */
  readMany(ids: readonly string[]): Promise<StoredEntry[]>;
  /** Runs `decide` on the present state and writes its decision, the version and the audit record at once. */
  change(id: string, decide: Decide, context: ChangeContext): Promise<Changed>;
  /** Every live entry, in portions, for building the index. Ordered by id. */
  all(): AsyncIterable<StoredEntry[]>;
  /** Entries (tombstones included) changed after `seq`, oldest change first, at most `limit`. */
  changedSince(seq: number, limit: number): Promise<StoredEntry[]>;
  /** Highest `seq` of any entry, 0 when there is none. */
  lastSeq(): Promise<number>;
  /** Kept versions of an entry, newest first, at most `limit`, with a revision below `before` when given. */
  versions(id: string, limit: number, before?: number): Promise<EntryVersion[]>;
  version(id: string, revision: number): Promise<EntryVersion | undefined>;
}

/** An API key as the store keeps it; the secret itself is never stored. */
export interface KeyRecord {
  /** Public part of the key, also its handle in commands. */
  id: string;
  /** For people. */
  name: string;
  /** Identity that the key speaks for; several keys may share one (rotation). */
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

/** API keys. Every method that changes who may get in is audited in the same transaction. */
export interface KeyStore {
  add(key: KeyRecord, audit: AuditDraft): Promise<void>;
  find(id: string): Promise<KeyRecord | undefined>;
  /** All keys, newest first. */
  list(): Promise<KeyRecord[]>;
  /** Changes the given members; false when there is no such key. */
  update(
    id: string,
    change: Partial<Pick<KeyRecord, 'expiresAt' | 'revokedAt' | 'replacedBy'>>,
    audit: AuditDraft,
  ): Promise<boolean>;
  /** Notes the last use; not audited, may be delayed. */
  touch(id: string, at: string): Promise<void>;
  /** Number of keys that are neither revoked nor expired at that time. */
  countUsable(at: string): Promise<number>;
}

/** An address that is fetched on a schedule and registered from. */
export interface SourceRecord {
  id: string;
  url: string;
  /** Subject that owns what comes from it. */
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
  /** Sentence on the last failure, safe to show. */
  lastError?: string;
  /** Failures in a row. */
  failures: number;
  /** Entries that came from it. */
  entryIds: string[];
  /** For people. */
  name?: string;
  /** Entries that came from it are private to the owner unless this says otherwise; absent: public. */
  visibility?: Visibility;
  /** When the last look went well. */
  lastSuccessAt?: string;
  /** Milliseconds that the last fetch took. */
  lastLatencyMs?: number;
  /** What was odd about the description when it was last read, bounded by whoever writes it. */
  findings?: { code: string; message: string }[];
  /** Changes that wait for somebody's word; absent when there are none. */
  held?: HeldChange;
}

/** A description that a look found and did not take over, because it changes what was chosen. */
export interface HeldChange {
  /** Hash of that very description; what is accepted is this and nothing else. */
  mark: string;
  /** When it was first found; RFC 3339, UTC. */
  since: string;
  /** Each change in a sentence, bounded by whoever writes it. */
  changes: { code: string; message: string }[];
  /** True when somebody has looked at it and would not have it. */
  refused?: boolean;
}

/** What one look at a source found, kept when it found something new. */
export interface SourceLook {
  /** RFC 3339, UTC. */
  at: string;
  /** `changed`, or the failure code. */
  outcome: string;
  latencyMs: number;
  /** The changes and findings, bounded by whoever writes them. */
  report: JsonObject;
}

/** A kept look. */
export interface KeptLook extends SourceLook {
  /** 1, 2, 3 … per source. */
  number: number;
}

/** Most looks that are kept of one source. */
export const mostLooks = 100;

/** Crawled addresses. */
export interface SourceStore {
  /** False when a source of this id exists already. */
  add(source: SourceRecord, audit: AuditDraft): Promise<boolean>;
  find(id: string): Promise<SourceRecord | undefined>;
  list(): Promise<SourceRecord[]>;
  remove(id: string, audit: AuditDraft): Promise<boolean>;
  /** Hands out due sources, at most `limit`, and moves their due time to `leaseUntil`, so that no other node takes them. */
  lease(now: string, leaseUntil: string, limit: number): Promise<SourceRecord[]>;
  /**
   * Writes back what a fetch found, and keeps the look when there is one; only the last `mostLooks` stay. What somebody
   * decided is audited with it.
   */
  settle(source: SourceRecord, look?: SourceLook, audit?: AuditDraft): Promise<void>;
  /** Makes a source due at `now` when it would be due later; an unknown one is passed over. */
  hasten(id: string, now: string): Promise<void>;
  /** Kept looks of a source, newest first, at most `limit`, with a number below `before` when given. */
  looks(id: string, limit: number, before?: number): Promise<KeptLook[]>;
}

/** Everything that must survive a crash. */
export interface Store {
  entries: EntryStore;
  audit: AuditStore;
  keys: KeyStore;
  sources: SourceStore;
  ledger: LedgerStore;
  runs: RunStore;
  credentials: CredentialStore;
  designs: DesignStore;
  sessions: SessionStore;
  vectors: VectorStore;
  feedback: FeedbackStore;
  conduct: ConductStore;
  /** A random secret of 32 bytes by name, in base64url, made at first use and shared by all nodes. */
  secret(name: string): Promise<string>;
  /** Resolves when the store answers; throws the failure otherwise. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
