/** The minimum rate at which a body must arrive, so that a slow sender cannot keep its buffers for long. */

/** The minimum rate. */
export interface PaceLimits {
  bytesPerSecond: number;
  /** Seconds for which a sender may be slower. */
  graceSeconds: number;
}

/** Milliseconds between two calls of `tick`. */
export const paceTickMs = 1000;

/**
 * Measures one body. Each second costs one second of the grace period, and received bytes earn it back, up to the
 * whole period.
 */
export class Pace {
  readonly #limits: PaceLimits;
  #credit: number;
  #received = 0;

  constructor(limits: PaceLimits) {
    this.#limits = limits;
    this.#credit = limits.graceSeconds;
  }

  /** Counts received bytes. */
  add(bytes: number): void {
    this.#received += bytes;
  }

  /** Called once per second; false when the sender has used up its grace period. */
  tick(): boolean {
    const { bytesPerSecond, graceSeconds } = this.#limits;
    this.#credit = Math.min(graceSeconds, this.#credit + this.#received / bytesPerSecond) - 1;
    this.#received = 0;
    return this.#credit >= 0;
  }
}
