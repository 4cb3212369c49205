/**
 * The call statistics in the store: results of an operation's calls, as running sums in which recent calls weigh most.
 * Sums of a later series of calls are appended to those of an earlier one in the same way, whether they cover one call,
 * the last seconds of a node, or everything before.
 */

/** Running sums over calls. */
export interface CallStatsSums {
  /** Number of calls in the sums, at most 20. */
  calls: number;
  /** Sum of the weights of all calls, of failed calls, and of calls whose duration counts; 0..1. */
  weight: number;
  failed: number;
  timed: number;
  /** Weighted sum of milliseconds over the timed calls. */
  duration: number;
}

/** The stored statistics of one operation. */
export interface CallStatsRecord extends CallStatsSums {
  entryId: string;
  /** Name of the operation. */
  operation: string;
  /** Time of the last call; RFC 3339, UTC. */
  at: string;
}

/** The start of a page of records: after this one. */
export type CallStatsPosition = Pick<CallStatsRecord, 'at' | 'entryId' | 'operation'>;

/** Stored call statistics. */
export interface CallStatsStore {
  /** Appends what one node has counted, each operation once; returns the new state. */
  add(records: readonly CallStatsRecord[]): Promise<CallStatsRecord[]>;
  /** Records after this position in order of time, with ties in a store-specific order; at most `limit`. */
  after(place: CallStatsPosition, limit: number): Promise<CallStatsRecord[]>;
  /** Removes records whose last call was before this time, and the oldest of more than `most`; returns their number. */
  prune(before: string, most: number): Promise<number>;
}

/** Approximate number of calls that the sums cover. */
const memory = 20;

const share = 1 / memory;

/** The statistics of one call. */
export function statsOfCall(failed: boolean, durationMs: number): CallStatsSums {
  if (failed) return { calls: 1, weight: share, failed: share, timed: 0, duration: 0 };
  return { calls: 1, weight: share, failed: 0, timed: share, duration: share * durationMs };
}

/** The statistics of one series of calls followed by another. */
export function appendCallStats(before: CallStatsSums | undefined, then: CallStatsSums): CallStatsSums {
  if (before === undefined) return then;
  const left = 1 - then.weight;
  const leftOfTimed = 1 - then.timed;
  return {
    calls: Math.min(memory, before.calls + then.calls),
    weight: before.weight * left + then.weight,
    failed: before.failed * left + then.failed,
    timed: before.timed * leftOfTimed + then.timed,
    duration: before.duration * leftOfTimed + then.duration,
  };
}

/** The record followed by another; it has the later time of both. */
export function addCallStats(before: CallStatsRecord | undefined, then: CallStatsRecord): CallStatsRecord {
  if (before === undefined) return { ...then };
  const { at } = before.at > then.at ? before : then;
  return { entryId: then.entryId, operation: then.operation, at, ...appendCallStats(before, then) };
}
