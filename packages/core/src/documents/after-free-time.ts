/** A timer that ignores the time in which the event loop was blocked. */

/** Parts of the wait; a blocked event loop shortens it by at most one of them. */
const parts = 10;

/**
 * Calls back after this many milliseconds in which the event loop was free: an answer that arrived while it was blocked
 * is handled first. Returns a function that cancels the timer.
 */
export function afterFreeTime(ms: number, callback: () => void): () => void {
  let left = parts;
  let timer: NodeJS.Timeout;
  let turn: NodeJS.Immediate;
  const wait = () => {
    timer = setTimeout(() => {
      // Timers fire before messages and sockets are read, immediates after that.
      turn = setImmediate(() => {
        left -= 1;
        if (left > 0) wait();
        else callback();
      });
    }, ms / parts);
  };
  wait();
  return () => {
    clearTimeout(timer);
    clearImmediate(turn);
  };
}
