/**
 * Persistent state of properties: one port for idempotency keys and operations, so that a host configures storage once.
 * A row has a state and a holder; changes state what they expect, and every method is atomic, also between processes.
 */

/** One row. Times are milliseconds since 1970. */
export interface KeptRow {
  state: string;
  /** Unique id of the worker, so that only the holder can change an active row. */
  holder: string;
  /** What a later request must match; empty when there is nothing to compare. */
  mark: string;
  startedAt: number;
  /** Heartbeat deadline of the holder. */
  heldUntil: number;
  /** Expiry time. */
  expiresAt: number;
  /** Which maintenance handles the row after the heartbeat deadline; absent: none. */
  watch?: string | undefined;
  /** Additional data as JSON. */
  body?: string | undefined;
}

/** The expected state of a row to be changed; omitted members match anything. */
export interface RowGuard {
  states?: readonly string[];
  holder?: string;
  mark?: string;
  /** The heartbeat deadline has passed at this time. */
  heldBefore?: number;
}

/** Stores rows by key, which is any text. All promises may reject. */
export interface PropertyStore {
  /**
   * Inserts a row where there is none, an expired one, or one with the state `free` whose heartbeat deadline has
   * passed. Otherwise returns the existing row. Throws `UNAVAILABLE` when the store is full.
   */
  insert(place: string, row: KeptRow, asked: { now: number; free?: string }): Promise<KeptRow | undefined>;
  find(place: string): Promise<KeptRow | undefined>;
  /** Changes members of a row that is as expected; false when it is not. */
  change(place: string, changes: Partial<KeptRow>, guard: RowGuard): Promise<boolean>;
  /** Deletes a row that is as expected. */
  remove(place: string, guard: RowGuard): Promise<void>;
  /**
   * Returns the rows of one watch with the oldest heartbeat deadlines, and holds them until the given time, so that no
   * two processes get the same one.
   */
  takeDue(watch: string, asked: { now: number; until: number; limit: number }): Promise<KeptRow[]>;
  /** Deletes expired rows, at most `limit`; returns their number. */
  prune(now: number, limit: number): Promise<number>;
}
