/** Restart delay of a worker: none the first time, increasing while it keeps exiting. */

/** A worker that lived this long resets the count. */
const soundMs = 60_000;
const firstMs = 250;
const longestMs = 30_000;

/** Counts short-lived workers. */
export interface RestartDelay {
  /** Milliseconds to wait after a worker with this lifetime. */
  next(livedMs: number): number;
}

/** Creates the count. */
export function createRestartDelay(): RestartDelay {
  let short = 0;
  return {
    next(livedMs) {
      short = livedMs >= soundMs ? 0 : short + 1;
      return short === 0 ? 0 : Math.min(longestMs, firstMs * 2 ** (short - 1));
    },
  };
}
