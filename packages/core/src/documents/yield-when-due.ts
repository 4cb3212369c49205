/** Lets the event loop serve other requests between the parts of long work. */

/** Milliseconds of work between two turns of the event loop. */
const turnMs = 10;

/** A browser has no turn of its own for this, and waits for a timer instead. */
function nextTurn(run: () => void): void {
  if (typeof setImmediate === 'function') setImmediate(run);
  else setTimeout(run);
}

/** To be awaited between two parts of long work: waits for a turn of the event loop when one is due. */
export type YieldWhenDue = () => Promise<void> | undefined;

/** Creates the function. Tasks that share it have one turn together, however many they are, and take turns. */
export function createYieldWhenDue(): YieldWhenDue {
  let began = performance.now();
  const waiting: (() => void)[] = [];
  const next = () => {
    began = performance.now();
    waiting.shift()?.();
    if (waiting.length > 0) nextTurn(next);
  };
  return () => {
    if (performance.now() - began < turnMs) return undefined;
    return new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) nextTurn(next);
    });
  };
}
