/**
 * Shares a bounded resource fairly between callers with dynamic thresholds: a caller may hold at most a fixed multiple
 * of what is still free. A single caller gets nearly everything. With more callers the free part and so every share
 * shrinks, and what a caller does not use is available to the others. A part always stays free, so that a new caller
 * is admitted at once (docs/decisions/0042-fair-shares.md).
 */

/** What a share needs. */
export interface FairShareOptions {
  /** Units that all callers together may hold. */
  capacity: number;
  /** Percentage of the capacity that a caller may hold while no other caller holds anything. */
  percent: number;
  /** Called on each refusal. */
  onRefused?: () => void;
}

/** One caller; kept while it holds nothing, because most callers return. */
class Holder {
  held = 0;
}

/** Maximum number of callers that are remembered although they hold nothing. */
const maxIdle = 1000;

/** A resource that callers share. */
export class FairShare {
  readonly capacity: number;
  readonly #factor: number;
  readonly #onRefused: (() => void) | undefined;
  readonly #holders = new Map<string, Holder>();
  #inUse = 0;
  #callers = 0;

  constructor({ capacity, percent, onRefused }: FairShareOptions) {
    this.capacity = capacity;
    this.#factor = percent / (100 - percent);
    this.#onRefused = onRefused;
  }

  /** Units in use. */
  get inUse(): number {
    return this.#inUse;
  }

  /** Callers that hold something. */
  get callers(): number {
    return this.#callers;
  }

  /** Units that the caller holds. */
  heldBy(caller: string): number {
    return this.#holders.get(caller)?.held ?? 0;
  }

  /** The callers that hold most, at most so many. */
  top(limit: number): { caller: string; held: number }[] {
    const holding = [...this.#holders].flatMap(([caller, { held }]) => (held > 0 ? [{ caller, held }] : []));
    return holding.sort((a, b) => b.held - a.held).slice(0, limit);
  }

  /** True when `take` would succeed. */
  has(caller: string, amount = 1): boolean {
    return this.#fits(this.heldBy(caller), amount);
  }

  /** Takes units for the caller; false when its share does not allow it. */
  take(caller: string, amount = 1): boolean {
    let holder = this.#holders.get(caller);
    if (!this.#fits(holder?.held ?? 0, amount)) {
      this.#onRefused?.();
      return false;
    }
    if (holder === undefined) {
      holder = new Holder();
      this.#holders.set(caller, holder);
    }
    if (holder.held === 0) this.#callers += 1;
    holder.held += amount;
    this.#inUse += amount;
    return true;
  }

  /** Gives units back. */
  give(caller: string, amount = 1): void {
    const holder = this.#holders.get(caller);
    if (holder === undefined || amount === 0) return;
    holder.held -= amount;
    this.#inUse -= amount;
    if (holder.held > 0) return;
    this.#callers -= 1;
    if (this.#holders.size - this.#callers > maxIdle) this.#holders.delete(caller);
  }

  #fits(held: number, amount: number): boolean {
    const free = this.capacity - this.#inUse;
    return amount <= free && held + amount <= this.#factor * free;
  }
}
