/** Limits retries to a share of the calls, so that they do not overload a failing upstream. */

/** One upstream's retry budget. */
export interface RetryBudget {
  /** A call begins: it earns its share of a retry. */
  earn(): void;
  /** Takes one retry; false when none is left. */
  spend(): boolean;
}

/** Creates a full budget: `reserve` retries at once, then `ratio` of a retry per call. */
export function createRetryBudget({ ratio, reserve }: { ratio: number; reserve: number }): RetryBudget {
  let tokens = reserve;
  return {
    earn() {
      tokens = Math.min(reserve, tokens + ratio);
    },
    spend() {
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
}
