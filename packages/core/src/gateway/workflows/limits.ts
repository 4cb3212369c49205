/** Limits of one workflow. A caller waits for it, and all its calls are made in the caller's name. */

/** Limits of a run. */
export const workflowLimits = Object.freeze({
  /** Calls in total, including retries and inner workflows. */
  calls: 200,
  /** Nesting of workflows. */
  depth: 4,
  /** Milliseconds for the whole, unless the call has a shorter limit. */
  totalMs: 120_000,
  /** Milliseconds for the compensation. */
  compensationMs: 60_000,
});
