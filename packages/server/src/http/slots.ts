/**
 * Slots for concurrent requests. A request beyond its caller's share waits a moment for one: a short burst does not
 * fail, and a caller that repeats rejected requests at once does not keep the server busy with rejecting them.
 */
import { createFairQueue } from '../runtime/fair-queue.js';
import type { FairShare } from '../runtime/fair-share.js';

/** Milliseconds that a request may wait for a slot. */
const waitMs = 500;

/** A request that waits; `grant` starts it, once its slot is taken. */
interface WaitingRequest {
  account: string;
  grant: () => void;
}

/** The slots of a server. */
export class Slots {
  readonly share: FairShare;
  readonly #waiting = createFairQueue<WaitingRequest>();

  constructor(share: FairShare) {
    this.share = share;
  }

  /** Takes a slot; resolves to false when the caller has not had a share within the wait. */
  take(account: string): true | Promise<boolean> {
    return this.share.take(account) || this.#wait(account);
  }

  /** Gives a slot back. */
  give(account: string): void {
    this.share.give(account);
    if (this.#waiting.size === 0) return;
    const next = this.#waiting.next((waiting) => this.share.has(waiting));
    if (next !== undefined && this.share.take(next.account)) next.grant();
  }

  #wait(account: string): Promise<boolean> {
    return new Promise((resolve) => {
      const grant = () => {
        clearTimeout(timer);
        resolve(true);
      };
      const waiting = { account, grant };
      const timer = setTimeout(() => {
        this.#waiting.remove(account, waiting);
        resolve(false);
      }, waitMs);
      this.#waiting.add(account, waiting);
    });
  }
}
