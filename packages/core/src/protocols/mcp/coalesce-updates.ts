/** Limits how often changes are reported: a server may report thousands a second. */

/** Milliseconds between two reports. */
const quietMs = 250;

/** Calls the function at once, and again at the end of a quiet time if there were more calls in it. */
export function coalesceUpdates(send: () => void, signal?: AbortSignal): () => void {
  let waiting = false;
  let more = false;
  const call = (): void => {
    if (signal?.aborted === true) return;
    more = waiting;
    if (waiting) return;
    waiting = true;
    send();
    setTimeout(() => {
      waiting = false;
      if (more) call();
    }, quietMs).unref();
  };
  return call;
}
