/** The minimum rate of a slow client: of the body that it sends, and of the response that it reads. */

/** The minimum rate. */
export interface PaceLimits {
  bytesPerSecond: number;
  /** Seconds for which a client may be slower. */
  graceSeconds: number;
}

/** Milliseconds between two calls of `tick`. */
export const paceTickMs = 1000;

/**
 * Measures one transfer. Each second costs one second of the grace period, and transferred bytes earn it back, up to
 * the whole period.
 */
export class Pace {
  readonly #limits: PaceLimits;
  #credit: number;
  #transferred = 0;

  constructor(limits: PaceLimits) {
    this.#limits = limits;
    this.#credit = limits.graceSeconds;
  }

  /** Counts transferred bytes. */
  add(bytes: number): void {
    this.#transferred += bytes;
  }

  /** Called once per second; false when the client has used up its grace period. */
  tick(): boolean {
    const { bytesPerSecond, graceSeconds } = this.#limits;
    this.#credit = Math.min(graceSeconds, this.#credit + this.#transferred / bytesPerSecond) - 1;
    this.#transferred = 0;
    return this.#credit >= 0;
  }
}
