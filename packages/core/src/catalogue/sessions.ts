/**
 * Sessions' part of the store: what was agreed with one caller for a while, such as endpoints that a service opened. A
 * session ends by itself; what its document says is the business of whoever reads it.
 */
import type { JsonObject } from '@dragoman/model';

/** A session in its present state. */
export interface SessionRecord {
  /** Made from caller, entry and the caller's own name for the session; at most 128 characters. */
  id: string;
  /** Entry that it is about. */
  entryId: string;
  /** Subject of the caller. */
  owner: string;
  document: JsonObject;
  /** RFC 3339, UTC. */
  expiresAt: string;
}

/** Decides on the next state while the store holds the session; undefined: nothing to do. Synchronous and pure, may run twice. */
export type DecideSession = (current: SessionRecord | undefined) => SessionRecord | undefined;

/** Sessions. Expired ones are never seen. */
export interface SessionStore {
  read(id: string, now: string): Promise<SessionRecord | undefined>;
  /** Runs `decide` on the present state and writes what it gives, in one transaction; gives the state afterwards. */
  change(id: string, decide: DecideSession, now: string): Promise<SessionRecord | undefined>;
  /** Sessions about an entry, ordered by id, at most `limit`. */
  ofEntry(entryId: string, now: string, limit: number): Promise<SessionRecord[]>;
  /** How many sessions a caller has. */
  count(owner: string, now: string): Promise<number>;
  /** Removes expired sessions, at most `limit`; returns how many. */
  prune(now: string, limit: number): Promise<number>;
}
