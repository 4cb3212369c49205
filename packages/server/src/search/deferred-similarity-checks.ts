/**
 * Entries whose similarity could not be checked when they were registered, because vectors were missing: they are
 * checked again in order when the vectors exist.
 */

/** Dependencies of deferred checks. */
export interface DeferredSimilarityChecksPorts {
  /** True while vectors are missing. */
  isBusy(): boolean;
  /** Checks one entry; false when it cannot be compared yet. */
  look(id: string): Promise<boolean>;
  onError(error: unknown): void;
  /** Milliseconds between two batches. */
  everyMs: number;
}

/** Deferred similarity checks. */
export interface DeferredSimilarityChecks {
  /** Queues an entry; the oldest one is dropped when there are too many. */
  add(id: string): void;
  /** Number of queued entries. */
  size(): number;
  /** Stops after the check in progress. */
  stop(): Promise<void>;
}

/** Maximum number of queued entries. */
const most = 100_000;

/** Entries checked per batch, so that concurrent searches are not slowed down. */
const portion = 25;

/** Starts with an empty queue, and without a timer until there is an entry. */
export function startDeferredSimilarityChecks({
  isBusy,
  look,
  onError,
  everyMs,
}: DeferredSimilarityChecksPorts): DeferredSimilarityChecks {
  /** In order of arrival, each with its sequence number. */
  const waiting = new Map<string, number>();
  let comings = 0;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let stopped = false;

  async function lookAtSome(): Promise<void> {
    for (const [id, coming] of [...waiting].slice(0, portion)) {
      if (stopped || isBusy() || !(await look(id))) return;
      if (waiting.get(id) === coming) waiting.delete(id);
    }
  }

  function wake(): void {
    if (stopped || timer !== undefined || waiting.size === 0) return;
    timer = setTimeout(() => {
      running = lookAtSome()
        .catch(onError)
        .finally(() => {
          timer = undefined;
          wake();
        });
    }, everyMs).unref();
  }

  return {
    add(id) {
      // An entry that was registered again is checked in its turn.
      waiting.delete(id);
      comings += 1;
      waiting.set(id, comings);
      for (const oldest of waiting.keys()) {
        if (waiting.size <= most) break;
        waiting.delete(oldest);
      }
      wake();
    },
    size: () => waiting.size,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
