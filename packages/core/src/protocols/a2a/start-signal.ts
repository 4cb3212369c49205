/**
 * The signal of a request that may start a task at an agent. An agent continues a task whose requester has disconnected,
 * and the task can be canceled only by its id. So a request that has left is not aborted with its call: its response is
 * awaited for a while, and the task that it names is canceled.
 */

/** Milliseconds for which the response to a request is awaited after its call was aborted. */
const graceMs = 10_000;

/** The signal of one request. */
export interface StartSignal {
  readonly signal: AbortSignal;
  /** The reader has disconnected: the same as an abort of the call. */
  leave(): void;
  /** The task is known, or there is none: from now on the request ends with its call. */
  release(): void;
}

/** Creates the signal; `hasLeft` says whether the request was sent, since one that waits is aborted at once. */
export function createStartSignal(call: AbortSignal, hasLeft: () => boolean): StartSignal {
  const controller = new AbortController();
  let isReleased = false;
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  const end = () => controller.abort(call.reason);
  const leave = () => {
    if (isOver) return;
    isOver = true;
    if (isReleased || !hasLeft()) end();
    else timer = setTimeout(end, graceMs).unref();
  };
  if (call.aborted) leave();
  else call.addEventListener('abort', leave, { once: true });
  return {
    signal: controller.signal,
    leave,
    release() {
      isReleased = true;
      clearTimeout(timer);
      if (isOver) end();
    },
  };
}
