/** A queue per caller: callers take turns, so that one with many jobs does not delay the others. */

/** Limits of the queue, in jobs. */
export interface QueueLimits {
  perCaller: number;
  total: number;
}

/** Jobs of several callers. */
export interface FairQueue<T> {
  readonly size: number;
  /** Which limit a further job of this caller would exceed; undefined when there is room. */
  exceeded(caller: string): keyof QueueLimits | undefined;
  add(caller: string, job: T): void;
  /** Removes and returns the first job of the caller whose turn it is. */
  next(): T | undefined;
  /** Removes a job; does nothing when it is not queued. */
  remove(caller: string, job: T): void;
}

/** Creates an empty queue. */
export function createFairQueue<T>(limits: QueueLimits): FairQueue<T> {
  // The order of the map is the order of the turns.
  const queues = new Map<string, T[]>();
  let size = 0;
  return {
    get size() {
      return size;
    },
    exceeded(caller) {
      if ((queues.get(caller)?.length ?? 0) >= limits.perCaller) return 'perCaller';
      return size >= limits.total ? 'total' : undefined;
    },
    add(caller, job) {
      const queue = queues.get(caller);
      if (queue === undefined) queues.set(caller, [job]);
      else queue.push(job);
      size += 1;
    },
    next() {
      const [turn] = queues;
      if (turn === undefined) return undefined;
      const [caller, queue] = turn;
      const job = queue.shift();
      queues.delete(caller);
      if (queue.length > 0) queues.set(caller, queue);
      size -= 1;
      return job;
    },
    remove(caller, job) {
      const queue = queues.get(caller);
      const at = queue?.indexOf(job) ?? -1;
      if (queue === undefined || at === -1) return;
      queue.splice(at, 1);
      if (queue.length === 0) queues.delete(caller);
      size -= 1;
    },
  };
}
