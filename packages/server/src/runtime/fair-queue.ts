/** A queue per caller: callers take turns, so that one with many jobs does not delay the others. */

/** Limits of the queue, in jobs. */
export interface QueueLimits {
  perCaller: number;
  total: number;
}

/** Jobs of several callers; the same job is queued once. */
export interface FairQueue<T> {
  readonly size: number;
  /** True when a caller other than this one has a job in the queue. */
  hasOther(caller: string): boolean;
  /** Which limit a further job of this caller would exceed; undefined when there is room. */
  exceeded(caller: string): keyof QueueLimits | undefined;
  add(caller: string, job: T): void;
  /** Adds a job that was taken from the queue before as the caller's first one; no limit applies. */
  putBack(caller: string, job: T): void;
  /** Removes and returns the first job of the first caller in turn that may start one; every caller may by default. */
  next(mayStart?: (caller: string) => boolean): T | undefined;
  /** Removes a job; does nothing when it is not queued. */
  remove(caller: string, job: T): void;
}

const unlimited: QueueLimits = { perCaller: Number.POSITIVE_INFINITY, total: Number.POSITIVE_INFINITY };

/** Creates an empty queue. */
export function createFairQueue<T>(limits: QueueLimits = unlimited): FairQueue<T> {
  // The order of the map is the order of the turns.
  const queues = new Map<string, Set<T>>();
  let size = 0;
  return {
    get size() {
      return size;
    },
    hasOther: (caller) => queues.size > (queues.has(caller) ? 1 : 0),
    exceeded(caller) {
      if ((queues.get(caller)?.size ?? 0) >= limits.perCaller) return 'perCaller';
      return size >= limits.total ? 'total' : undefined;
    },
    add(caller, job) {
      const queue = queues.get(caller) ?? new Set();
      queues.set(caller, queue.add(job));
      size += 1;
    },
    putBack(caller, job) {
      queues.set(caller, new Set([job, ...(queues.get(caller) ?? [])]));
      size += 1;
    },
    next(mayStart = () => true) {
      for (const [caller, queue] of queues) {
        if (!mayStart(caller)) continue;
        const [job] = queue;
        queues.delete(caller);
        if (queue.delete(job as T) && queue.size > 0) queues.set(caller, queue);
        size -= 1;
        return job;
      }
      return undefined;
    },
    remove(caller, job) {
      const queue = queues.get(caller);
      if (queue?.delete(job) !== true) return;
      if (queue.size === 0) queues.delete(caller);
      size -= 1;
    },
  };
}
