/**
 * Entries whose meaning could not be compared when they were registered, because vectors were still to come: they are looked
 * at again, one after the other, when the vectors are there.
 */

/** What later looks need. */
export interface LaterLooksPorts {
  /** True while vectors are still to come. */
  isBusy(): boolean;
  /** Looks at one entry; false when it cannot be compared yet. */
  look(id: string): Promise<boolean>;
  onError(error: unknown): void;
  /** Milliseconds between two goes. */
  everyMs: number;
}

/** Later looks at work. */
export interface LaterLooks {
  /** Remembers an entry; the oldest one is forgotten when there are too many. */
  add(id: string): void;
  /** Ends with the look that is under way. */
  stop(): Promise<void>;
}

/** Entries that are remembered at most. */
const most = 100_000;

/** Entries looked at in one go: who searches meanwhile shall not notice. */
const portion = 25;

/** Starts with nothing to look at, and asks for nothing until there is something. */
export function startLaterLooks({ isBusy, look, onError, everyMs }: LaterLooksPorts): LaterLooks {
  /** In the order in which they came, each with the number of its coming. */
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
      // What was registered again is looked at in its turn.
      waiting.delete(id);
      comings += 1;
      waiting.set(id, comings);
      for (const oldest of waiting.keys()) {
        if (waiting.size <= most) break;
        waiting.delete(oldest);
      }
      wake();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
