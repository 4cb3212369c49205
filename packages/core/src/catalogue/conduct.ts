/**
 * Conduct's part of the store: how calls of an operation have ended, as running sums in which the latest weigh most.
 * Sums of a later stretch of calls are put behind those of an earlier one, whoever counted them: one call, one node's
 * last seconds, and everything before are the same kind of thing.
 */

/** Running sums over calls. */
export interface ConductSums {
  /** Calls that the sums rest on, at most 20. */
  calls: number;
  /** Sum of the weights of all calls, of those that failed, and of those that took a time which counts; 0..1. */
  weight: number;
  failed: number;
  timed: number;
  /** Weighted sum of milliseconds, over the calls that are timed. */
  duration: number;
}

/** What is kept of one operation. */
export interface ConductRecord extends ConductSums {
  entryId: string;
  /** Name of the operation. */
  operation: string;
  /** Time of the last call; RFC 3339, UTC. */
  at: string;
}

/** Where a page of records begins: behind this one. */
export type ConductPlace = Pick<ConductRecord, 'at' | 'entryId' | 'operation'>;

/** Kept conduct. */
export interface ConductStore {
  /** Puts what one node has counted behind what is there, each operation once; returns what is there now. */
  add(records: readonly ConductRecord[]): Promise<ConductRecord[]>;
  /** Records behind this place in the order of their times, those of one time in an order of the store's own; at most `limit`. */
  after(place: ConductPlace, limit: number): Promise<ConductRecord[]>;
  /** Removes records whose last call was before this time, and the oldest of more than `most`; returns how many. */
  prune(before: string, most: number): Promise<number>;
}

/** Calls that the sums reach back, about. */
const memory = 20;

const share = 1 / memory;

/** The sums of one call. */
export function conductOfCall(failed: boolean, durationMs: number): ConductSums {
  if (failed) return { calls: 1, weight: share, failed: share, timed: 0, duration: 0 };
  return { calls: 1, weight: share, failed: 0, timed: share, duration: share * durationMs };
}

/** The sums of a stretch of calls and the stretch that came behind it. */
export function followConduct(before: ConductSums | undefined, then: ConductSums): ConductSums {
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

/** The record with another behind it; the later time is that of both. */
export function addConduct(before: ConductRecord | undefined, then: ConductRecord): ConductRecord {
  if (before === undefined) return { ...then };
  const { at } = before.at > then.at ? before : then;
  return { entryId: then.entryId, operation: then.operation, at, ...followConduct(before, then) };
}
