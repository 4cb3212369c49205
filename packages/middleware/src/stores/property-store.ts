/**
 * What properties remember beyond one request: the port, the same for keys of writes and for operations, so that a host
 * chooses once where things are kept. A row has a state and a holder; changes name what they expect to find, and every
 * method is one step, also between processes.
 */

/** One thing that is remembered. Times are milliseconds since 1970. */
export interface KeptRow {
  state: string;
  /** Who works on it: unlike every other, so that only the holder can change what is not ended. */
  holder: string;
  /** What a later request must agree with; empty where there is nothing to compare. */
  mark: string;
  startedAt: number;
  /** Until then its holder vouches for it. */
  heldUntil: number;
  /** When it may be forgotten. */
  expiresAt: number;
  /** Who looks after the row once nobody vouches for it; absent: nobody has to. */
  watch?: string | undefined;
  /** What else is known of it, as JSON. */
  body?: string | undefined;
}

/** What a row must be like to be changed; what is not named may be anything. */
export interface RowGuard {
  states?: readonly string[];
  holder?: string;
  mark?: string;
  /** Nobody vouches for the row any more at this time. */
  heldBefore?: number;
}

/** Remembers rows by their place, which is any text. All promises may reject. */
export interface PropertyStore {
  /**
   * Puts a row where there is none, or one that has expired, or one of the state `free` that nobody vouches for any more.
   * Gives the row that stands there otherwise. Throws `UNAVAILABLE` when there is no room.
   */
  insert(place: string, row: KeptRow, asked: { now: number; free?: string }): Promise<KeptRow | undefined>;
  find(place: string): Promise<KeptRow | undefined>;
  /** Changes some members of a row that is as expected; false when it is not. */
  change(place: string, changes: Partial<KeptRow>, guard: RowGuard): Promise<boolean>;
  /** Forgets a row that is as expected. */
  remove(place: string, guard: RowGuard): Promise<void>;
  /**
   * Hands out those rows of one watch that nobody has vouched for the longest, and holds them until the time that is given, so
   * that no two processes get the same one.
   */
  takeDue(watch: string, asked: { now: number; until: number; limit: number }): Promise<KeptRow[]>;
  /** Removes expired rows, at most `limit`; gives how many. */
  prune(now: number, limit: number): Promise<number>;
}
