/** How soon a worker that ended is replaced: at once the first time, later and later while it keeps ending. */

/** A worker that lived so long has done its work; the count starts anew. */
const soundMs = 60_000;
const firstMs = 250;
const longestMs = 30_000;

/** Counts the short lives of workers. */
export interface RestartDelay {
  /** Milliseconds to wait after a worker that lived so long. */
  next(livedMs: number): number;
}

/** Makes the count. */
export function createRestartDelay(): RestartDelay {
  let short = 0;
  return {
    next(livedMs) {
      short = livedMs >= soundMs ? 0 : short + 1;
      return short === 0 ? 0 : Math.min(longestMs, firstMs * 2 ** (short - 1));
    },
  };
}
