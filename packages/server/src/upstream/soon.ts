/**
 * Runs things a moment later, all of them with one timer. What is taken back in time costs next to nothing, so a call
 * that is over quickly never pays for being watched.
 */

/** Something that is looked after when it lasts. */
export interface Lasting {
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
  let fresh = new Set<Lasting>();
  let due = new Set<Lasting>();
  let ticking = false;
  const tick = () => {
    const now = due;
    due = fresh;
    fresh = new Set();
    ticking = due.size > 0;
    if (ticking) setTimeout(tick, milliseconds);
    for (const lasting of now) lasting.watch();
  };
  return {
    add(lasting) {
      fresh.add(lasting);
      if (!ticking) setTimeout(tick, milliseconds);
      ticking = true;
    },
    forget(lasting) {
      if (!fresh.delete(lasting)) due.delete(lasting);
    },
  };
}
