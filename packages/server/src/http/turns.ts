/**
 * Shares the main thread: requests of a caller that has many in progress start in turn with those of other callers,
 * and the event loop serves everything else in between. A caller with few requests in progress never waits here.
 */
import { createFairQueue } from '../runtime/fair-queue.js';
import type { FairShare } from '../runtime/fair-share.js';

/** Dependencies of the turns. */
export interface TurnsPorts {
  /** Requests in progress by caller, or connections by address. */
  slots: Pick<FairShare, 'heldBy'>;
  /** Calls the function in the next iteration of the event loop, or after these milliseconds. */
  defer: (next: () => void, ms?: number) => void;
  /** Milliseconds of a monotonic clock. */
  elapsed: () => number;
  /** Milliseconds for which the event loop was not idle. */
  busy: () => number;
}

/** How long a request occupies the main thread: milliseconds, or less. */
export type TurnKind = 'long' | 'short';

/** Requests of one caller in progress up to which a further one starts at once. */
const atOnce: Readonly<Record<TurnKind, number>> = { long: 2, short: 8 };

/** How many short requests start in one iteration of the event loop. */
interface Portion {
  /** Milliseconds after which no further one starts. */
  ms: number;
  /** Maximum number of those that waited, because a request may continue after others have started. */
  starts: number;
}

/** While callers share the event loop. */
const shared: Portion = { ms: 2, starts: 4 };

/** While a caller is alone: few enough that the first request of another caller is not late. */
const alone: Portion = { ms: 8, starts: 64 };

/** Maximum milliseconds between two long requests, which start however busy other callers keep the event loop. */
const maxRestMs = 20;

/** Decides when requests start. */
export class Turns {
  readonly #ports: TurnsPorts;
  /** Without limits: every waiting request holds a slot, whose number is limited. */
  readonly #long = createFairQueue<() => void>();
  readonly #short = createFairQueue<() => void>();
  #isLongScheduled = false;
  /** Deferred starts of short requests, and the time after which those of this iteration wait for the next one. */
  #deferred = 0;
  #end: number | undefined;
  /** Long requests by caller that started at once in this iteration; each may have ended before the next one came. */
  readonly #longStarts = new Map<string, number>();
  /** When the first short request of this iteration started while its caller was alone. */
  #begin: number | undefined;
  /** The first caller of this period, and whether others came in this or the last period. */
  #first: string | undefined;
  #hasOthers = false;
  #hadOthers = false;

  constructor(ports: TurnsPorts) {
    this.#ports = ports;
  }

  /** True when the request may start at once; otherwise it must wait for its turn. */
  mayStart(account: string, kind: TurnKind): boolean {
    if (this.#first === undefined) this.#first = account;
    else if (!this.#hasOthers && account !== this.#first) this.#hasOthers = true;
    if (kind === 'short' && !this.#isShared && this.#short.size === 0) return this.#hasTime();
    if (this.#ports.slots.heldBy(account) > atOnce[kind]) return false;
    return kind === 'short' || !this.#isShared || this.#countLong(account) <= atOnce.long;
  }

  /** Starts the work when its turn comes, and returns its result. */
  wait<T>(account: string, kind: TurnKind, work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const start = () => void work().then(resolve, reject);
      if (kind === 'long') {
        this.#long.add(account, start);
        this.#scheduleLong();
      } else {
        this.#short.add(account, start);
        this.#scheduleShort();
      }
    });
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

  /** True while requests of a caller that is alone may start in this iteration of the event loop. */
  #hasTime(): boolean {
    const { defer, elapsed } = this.#ports;
    const now = elapsed();
    if (this.#begin === undefined) {
      this.#begin = now;
      defer(() => {
        this.#begin = undefined;
      });
    }
    return now < this.#begin + alone.ms;
  }

  #countLong(account: string): number {
    if (this.#longStarts.size === 0) this.#ports.defer(() => this.#longStarts.clear());
    const count = (this.#longStarts.get(account) ?? 0) + 1;
    this.#longStarts.set(account, count);
    return count;
  }

  /** Each start is deferred separately, so that the time of the next one includes what the last one did at once. */
  #scheduleShort(): void {
    const { defer } = this.#ports;
    const { ms, starts } = this.#isShared ? shared : alone;
    for (; this.#deferred < Math.min(starts, this.#short.size); this.#deferred += 1) defer(() => this.#startShort(ms));
  }

  #startShort(ms: number): void {
    const now = this.#ports.elapsed();
    this.#end ??= now + ms;
    if (now < this.#end) this.#short.next()?.();
    this.#deferred -= 1;
    if (this.#deferred > 0) return;
    this.#end = undefined;
    this.#scheduleShort();
  }

  /**
   * One per iteration of the event loop. While callers share it, the loop is then idle or serves other callers for as
   * long as it was busy: with the request, and with what earlier ones do after their start.
   */
  #scheduleLong(restMs = 0): void {
    if (this.#isLongScheduled || this.#long.size === 0) return;
    this.#isLongScheduled = true;
    const { defer, busy } = this.#ports;
    const before = busy();
    defer(() => {
      this.#long.next()?.();
      defer(() => {
        this.#isLongScheduled = false;
        this.#scheduleLong(this.#isShared ? Math.min(busy() - before, maxRestMs) : 0);
      });
    }, restMs);
  }
}
