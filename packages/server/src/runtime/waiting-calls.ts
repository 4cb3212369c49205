/** Calls that wait for a slot, by caller; callers take turns. */

/** Starts a waiting call, which has its slot then. */
export type Grant = () => void;

/** The waiting calls. */
export class WaitingCalls {
  /** The order of the map is the order of the turns. */
  readonly #calls = new Map<string, Set<Grant>>();

  get isEmpty(): boolean {
    return this.#calls.size === 0;
  }

  add(account: string, grant: Grant): void {
    const calls = this.#calls.get(account) ?? new Set();
    this.#calls.set(account, calls.add(grant));
  }

  remove(account: string, grant: Grant): void {
    const calls = this.#calls.get(account);
    calls?.delete(grant);
    if (calls?.size === 0) this.#calls.delete(account);
  }

  /** Removes and returns the first call of the first caller in turn that may start. */
  next(mayStart: (account: string) => boolean): { account: string; grant: Grant } | undefined {
    for (const [account, calls] of this.#calls) {
      if (!mayStart(account)) continue;
      const [grant] = calls;
      if (grant === undefined) continue;
      this.#calls.delete(account);
      if (calls.delete(grant) && calls.size > 0) this.#calls.set(account, calls);
      return { account, grant };
    }
    return undefined;
  }
}
