/** Statuses that mean that the service did not run a call; shared by the ledger and the steps of workflows. */

const statuses: readonly number[] = [401, 403, 407, 408, 421, 425, 429, 501, 503, 505];

/** True when the status means that nothing was executed, so that a repeat may be answered differently. */
export function saysNotRun(status: number): boolean {
  return statuses.includes(status);
}
