/** The time that a whole call has, and its caller's patience: whichever ends first ends everything under way. */
import { Failure } from '@dragoman/model';
import type { Soon } from './soon.js';

/** A call's end, if it does not end by itself. */
export interface Deadline {
  /** Why the call must end now; undefined while it may go on. */
  readonly over: Failure | undefined;
  /** Milliseconds left. */
  left(): number;
  /** Calls the listener once when the call must end; returns how to take it back. The call must not be over yet. */
  onOver(listener: (failure: Failure) => void): () => void;
  /** Waits; throws why when the call must end meanwhile. */
  sleep(milliseconds: number): Promise<void>;
  /** Sets a new limit, counted from the call's beginning. */
  extend(totalMs: number): void;
  /** The call has ended: lets go of timer and signal. */
  settle(): void;
}

/** What a deadline is made from. */
export interface DeadlineOptions {
  totalMs: number;
  signal: AbortSignal;
  elapsed: () => number;
  /** When signal and clock begin to be watched; a call that ends before costs neither. */
  soon: Soon;
}

/** Starts the time of a call. */
export function startDeadline({ totalMs, signal, elapsed, soon }: DeadlineOptions): Deadline {
  const began = elapsed();
  const listeners = new Set<(failure: Failure) => void>();
  let limit = totalMs;
  let over: Failure | undefined;
  const end = (failure: Failure) => {
    if (over !== undefined) return;
    over = failure;
    settle();
    for (const listener of listeners) listener(failure);
    listeners.clear();
  };
  const expire = () => end(new Failure('UPSTREAM_TIMEOUT', { message: 'The upstream did not finish in time.' }));
  const abort = () => end(new Failure('CANCELLED', { cause: signal.reason }));
  const left = () => limit - (elapsed() - began);
  let timer: NodeJS.Timeout | undefined;
  let watching = false;
  const watch = () => {
    if (signal.aborted) return abort();
    watching = true;
    timer = setTimeout(expire, Math.max(0, left()));
    signal.addEventListener('abort', abort, { once: true });
  };
  const forgetWatch = soon(watch);
  const settle = () => {
    forgetWatch();
    clearTimeout(timer);
    if (watching) signal.removeEventListener('abort', abort);
  };
  const onOver: Deadline['onOver'] = (listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    get over() {
      if (signal.aborted) abort();
      return over;
    },
    left,
    onOver,
    sleep: (milliseconds) =>
      new Promise((resolve, reject) => {
        if (over !== undefined) return reject(over);
        const wake = setTimeout(() => {
          forget();
          resolve();
        }, milliseconds);
        const forget = onOver((failure) => {
          clearTimeout(wake);
          reject(failure);
        });
      }),
    extend(total) {
      if (over !== undefined) return;
      limit = total;
      if (!watching) return;
      clearTimeout(timer);
      timer = setTimeout(expire, Math.max(0, left()));
    },
    settle,
  };
}
