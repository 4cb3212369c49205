/**
 * What callers save for themselves: the history of calls that they tried, examples, evaluation cases, and the results of
 * evaluations. Only the caller that saved an item sees it.
 */
import type { JsonObject } from '@dragoman/model';

/** Kinds of items that callers list. */
export const savedKinds = Object.freeze(['call', 'example', 'case', 'evaluation'] as const);

/** A kind of saved item; deliveries are saved for webhook subscriptions and listed there. */
export type SavedKind = (typeof savedKinds)[number] | 'delivery';

/** A saved item. */
export interface SavedRecord {
  id: string;
  /** The caller that saved it. */
  subject: string;
  kind: SavedKind;
  /** Id of the service; empty when it belongs to none. */
  agentId: string;
  /** Name of the operation; empty when it belongs to none. */
  operation: string;
  /** RFC 3339, UTC. */
  at: string;
  /** When it is removed. */
  expiresAt: string;
  content: JsonObject;
}

/** Which items of a caller to list, newest first. */
export interface SavedQuery {
  subject: string;
  kind: SavedKind;
  agentId?: string;
  operation?: string;
  limit: number;
  /** Only items older than the one with this id, which must be of the same caller. */
  before?: string;
}

/** Saved items. */
export interface SavedStore {
  /** Adds an item and removes the oldest of its kind beyond `keep`; throws `CONFLICT` when the id exists. */
  add(record: SavedRecord, keep: number): Promise<void>;
  find(subject: string, id: string): Promise<SavedRecord | undefined>;
  list(query: SavedQuery): Promise<SavedRecord[]>;
  /** False when the caller has no such item. */
  remove(subject: string, id: string): Promise<boolean>;
  /** Removes expired items, at most `limit`; returns their number. */
  prune(now: string, limit: number): Promise<number>;
}
