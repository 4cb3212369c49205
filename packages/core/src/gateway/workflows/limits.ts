/** What one workflow may use. A caller waits for it, and every call of it is made in the caller's name. */

/** Bounds of a run. */
export const workflowLimits = Object.freeze({
  /** Calls in all, retries and those of inner workflows included. */
  calls: 200,
  /** Workflows inside workflows. */
  depth: 4,
  /** Milliseconds for the whole, where the call does not say less. */
  totalMs: 120_000,
  /** Milliseconds for taking back what was done. */
  compensationMs: 60_000,
  /** Characters of JSON of one step's input. */
  inputCharacters: 1_000_000,
});
