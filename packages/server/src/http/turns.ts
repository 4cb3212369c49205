/**
 * Shares the main thread: requests of a caller that has many in progress start in turn with those of other callers,
 * and the event loop serves everything else in between. A caller with few requests in progress never waits here.
 */
import type { FairShare } from '../runtime/fair-share.js';
import { createFairQueue } from '../threads/fair-queue.js';

/** Dependencies of the turns. */
export interface TurnsPorts {
  /** Requests in progress by caller. */
  slots: Pick<FairShare, 'heldBy'>;
  /** Calls the function in the next iteration of the event loop, or after these milliseconds. */
  defer: (next: () => void, ms?: number) => void;
  /** Milliseconds of a monotonic clock. */
  elapsed: () => number;
}

/** Requests of one caller that start at once: those that occupy the main thread for milliseconds, and all others. */
const atOnce = { long: 2, short: 8 };

/** Milliseconds of an iteration of the event loop in which waiting short requests start. */
const shortMs = 2;

/** Maximum number of them, because most of the work of a request follows its start. */
const shortStarts = 4;

/** Every waiting request holds a slot, whose number is limited. */
const unlimited = { perCaller: Number.POSITIVE_INFINITY, total: Number.POSITIVE_INFINITY };

/** Decides when requests start. */
export class Turns {
  readonly #ports: TurnsPorts;
  readonly #long = createFairQueue<() => void>(unlimited);
  readonly #short = createFairQueue<() => void>(unlimited);
  #isLongScheduled = false;
  #isShortScheduled = false;
  /** The first caller of this period, and whether others came in this or the last period. */
  #first: string | undefined;
  #hasOthers = false;
  #hadOthers = false;

  constructor(ports: TurnsPorts) {
    this.#ports = ports;
  }

  /** True when the request may start at once; otherwise it must wait for its turn. */
  mayStart(account: string, isLong: boolean): boolean {
    if (this.#first === undefined) this.#first = account;
    else if (!this.#hasOthers && account !== this.#first) this.#hasOthers = true;
    if (!isLong && !this.#isShared) return true;
    return this.#ports.slots.heldBy(account) <= (isLong ? atOnce.long : atOnce.short);
  }

  /** Calls `start` when the turn of the request comes. */
  wait(account: string, isLong: boolean, start: () => void): void {
    if (isLong) {
      this.#long.add(account, start);
      this.#scheduleLong();
    } else {
      this.#short.add(account, start);
      this.#scheduleShort();
    }
  }

  /** Begins a period in which callers are counted again; called every second. */
  startPeriod(): void {
    this.#hadOthers = this.#hasOthers;
    this.#hasOthers = false;
    this.#first = undefined;
  }

  /** True when several callers sent requests within the last periods. */
  get #isShared(): boolean {
    return this.#hasOthers || this.#hadOthers;
  }

  #scheduleShort(): void {
    if (this.#isShortScheduled || this.#short.size === 0) return;
    this.#isShortScheduled = true;
    this.#ports.defer(() => {
      this.#isShortScheduled = false;
      const end = this.#ports.elapsed() + shortMs;
      for (let starts = 0; starts < shortStarts && this.#short.size > 0; starts += 1) {
        this.#short.next()?.();
        if (this.#ports.elapsed() >= end) break;
      }
      this.#scheduleShort();
    });
  }

  /** One per iteration of the event loop, which is idle or serves other callers for as long as the last one took. */
  #scheduleLong(restMs = 0): void {
    if (this.#isLongScheduled || this.#long.size === 0) return;
    this.#isLongScheduled = true;
    const { defer, elapsed } = this.#ports;
    defer(() => {
      const began = elapsed();
      this.#long.next()?.();
      defer(() => {
        this.#isLongScheduled = false;
        this.#scheduleLong(this.#isShared ? elapsed() - began : 0);
      });
    }, restMs);
  }
}
