/**
 * Runs things a moment later, all of them with one timer. What is taken back in time costs next to nothing, so a call
 * that is over quickly never pays for being watched.
 */

/** Runs the function after the moment; returns how to take it back. */
export type Soon = (run: () => void) => () => void;

/** Makes it for a moment of so many milliseconds; a function may wait up to twice as long. */
export function createSoon(milliseconds: number): Soon {
  let fresh = new Set<{ run: () => void }>();
  let due = new Set<{ run: () => void }>();
  let ticking = false;
  const tick = () => {
    const now = due;
    due = fresh;
    fresh = new Set();
    ticking = due.size > 0;
    if (ticking) setTimeout(tick, milliseconds);
    for (const { run } of now) run();
  };
  return (run) => {
    // Each is a thing of its own, also when the same function comes twice.
    const entry = { run };
    fresh.add(entry);
    if (!ticking) setTimeout(tick, milliseconds);
    ticking = true;
    return () => {
      if (!fresh.delete(entry)) due.delete(entry);
    };
  };
}
