/**
 * Runs callbacks after a short delay, all of them with one timer. Adding and removing an entry is nearly free, so a
 * quick call never pays for being watched. Entries form a linked list, so no lookup is needed.
 */

/** An entry that is run if it is still queued after the delay. */
export interface Lasting {
  /** Its neighbors in the list; set by the queue only. */
  before?: Lasting | undefined;
  after?: Lasting | undefined;
  /** Called once, after the delay. */
  watch(): void;
}

/** Runs the entries that are still queued after the delay. */
export interface TimerQueue {
  /** Queues an entry. */
  add(lasting: Lasting): void;
  /** Removes an entry. */
  forget(lasting: Lasting): void;
}

/** Creates a queue with a delay in milliseconds; an entry may wait up to twice as long. */
export function createTimerQueue(milliseconds: number): TimerQueue {
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

/** Entries that are due at the same tick: a circular list, which is its own neighbor when empty. */
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
