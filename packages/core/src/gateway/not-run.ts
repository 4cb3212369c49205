/** Statuses by which an agent says that it did not run a call; the ledger and the steps of workflows share the list. */

const statuses: readonly number[] = [401, 403, 407, 408, 421, 425, 429, 501, 503, 505];

/** True when the status says that nothing was done, so that a repeat may be answered otherwise. */
export function saysNotRun(status: number): boolean {
  return statuses.includes(status);
}
