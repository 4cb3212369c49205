/**
 * Shares the main thread: requests of a caller that has many in progress start one by one, callers in turn, and the
 * event loop serves everything else in between. A caller with few requests in progress never waits here.
 */
import type { FairShare } from '../runtime/fair-share.js';
import { createFairQueue } from '../threads/fair-queue.js';

/** Dependencies of the turns. */
export interface TurnsPorts {
  /** Requests in progress by caller. */
  slots: Pick<FairShare, 'heldBy'>;
  /** Calls the function in the next iteration of the event loop. */
  defer: (next: () => void) => void;
}

/** Requests of one caller that start at once, when they are expected to occupy the main thread for long or not. */
const atOnce = { long: 2, short: 8 };

/** Decides when requests start. */
export class Turns {
  readonly #slots: TurnsPorts['slots'];
  readonly #defer: TurnsPorts['defer'];
  readonly #queue = createFairQueue<() => void>({
    // Every waiting request holds a slot, whose number is limited.
    perCaller: Number.POSITIVE_INFINITY,
    total: Number.POSITIVE_INFINITY,
  });
  #isScheduled = false;
  /** The first caller of this period, and whether others came in this or the last period. */
  #first: string | undefined;
  #hasOthers = false;
  #hadOthers = false;

  constructor({ slots, defer }: TurnsPorts) {
    this.#slots = slots;
    this.#defer = defer;
  }

  /** Undefined when the request may start at once; otherwise resolves when its turn comes. */
  next(account: string, isLong: boolean): Promise<void> | undefined {
    if (this.#first === undefined) this.#first = account;
    else if (!this.#hasOthers && account !== this.#first) this.#hasOthers = true;
    const isAlone = !this.#hasOthers && !this.#hadOthers;
    if (isAlone && !isLong) return undefined;
    if (this.#slots.heldBy(account) <= (isLong ? atOnce.long : atOnce.short)) return undefined;
    return new Promise((resolve) => {
      this.#queue.add(account, resolve);
      this.#schedule();
    });
  }

  /** Begins a period in which callers are counted again; called every second. */
  startPeriod(): void {
    this.#hadOthers = this.#hasOthers;
    this.#hasOthers = false;
    this.#first = undefined;
  }

  #schedule(): void {
    if (this.#isScheduled || this.#queue.size === 0) return;
    this.#isScheduled = true;
    this.#defer(() => {
      this.#isScheduled = false;
      this.#queue.next()?.();
      this.#schedule();
    });
  }
}
