/**
 * The sessions in the store: temporary agreements with one caller, such as endpoints that a service opened. A session
 * expires automatically; the store does not interpret its document.
 */
import type { JsonObject } from '@dragoman/model';

/** The current state of a session. */
export interface SessionRecord {
  /** Derived from caller, entry and the caller's own name for the session; at most 128 characters. */
  id: string;
  /** Entry that it concerns. */
  entryId: string;
  /** Subject of the caller. */
  owner: string;
  document: JsonObject;
  /** RFC 3339, UTC. */
  expiresAt: string;
}

/**
 * Decides on the next state while the store locks the session; undefined: nothing to do. Synchronous and pure, may run
 * twice.
 */
export type DecideSession = (current: SessionRecord | undefined) => SessionRecord | undefined;

/** Sessions. Expired ones are never returned. */
export interface SessionStore {
  read(id: string, now: string): Promise<SessionRecord | undefined>;
  /** Runs `decide` on the current state and writes the result in one transaction; returns the new state. */
  change(id: string, decide: DecideSession, now: string): Promise<SessionRecord | undefined>;
  /** Sessions of an entry, ordered by id, at most `limit`. */
  ofEntry(entryId: string, now: string, limit: number): Promise<SessionRecord[]>;
  /** Number of sessions of a caller. */
  count(owner: string, now: string): Promise<number>;
  /** Removes expired sessions, at most `limit`; returns their number. */
  prune(now: string, limit: number): Promise<number>;
}
