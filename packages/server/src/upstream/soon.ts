/**
 * Runs things a moment later, all of them with one timer. What is taken back in time costs next to nothing, so a call
 * that is over quickly never pays for being watched. Those that wait hang together in a chain, so nothing is looked up.
 */

/** Something that is looked after when it lasts. */
export interface Lasting {
  /** Its neighbours while it waits; set here alone. */
  before?: Lasting | undefined;
  after?: Lasting | undefined;
  /** Called once, when the moment is over. */
  watch(): void;
}

/** Tells those that last. */
export interface Soon {
  /** Watches it after the moment, unless it is taken back. */
  add(lasting: Lasting): void;
  /** Takes it back. */
  forget(lasting: Lasting): void;
}

/** Makes it for a moment of so many milliseconds; one may wait up to twice as long. */
export function createSoon(milliseconds: number): Soon {
  let fresh = new Chain();
  let due = new Chain();
  let ticking = false;
  const tick = () => {
    const now = due;
    due = fresh;
    fresh = new Chain();
    ticking = due.first !== undefined;
    if (ticking) setTimeout(tick, milliseconds);
    now.watch();
  };
  return {
    add(lasting) {
      fresh.append(lasting);
      if (!ticking) setTimeout(tick, milliseconds);
      ticking = true;
    },
    forget: unchain,
  };
}

/** Those that wait for the same moment; it is its own neighbour on both sides while nobody does. */
class Chain implements Lasting {
  before: Lasting = this;
  after: Lasting = this;

  get first(): Lasting | undefined {
    return this.after === this ? undefined : this.after;
  }

  append(lasting: Lasting): void {
    const last = this.before;
    lasting.before = last;
    lasting.after = this;
    last.after = lasting;
    this.before = lasting;
  }

  watch(): void {
    for (let next = this.first; next !== undefined; next = this.first) {
      unchain(next);
      next.watch();
    }
  }
}

function unchain(lasting: Lasting): void {
  const { before, after } = lasting;
  if (before === undefined || after === undefined) return;
  before.after = after;
  after.before = before;
  lasting.before = undefined;
  lasting.after = undefined;
}
