/** Total time of a call, combined with the caller's abort signal: whichever comes first ends all work of the call. */
import { Failure } from '@dragoman/model';
import type { Lasting, TimerQueue } from './timer-queue.js';

/** The deadline of a call. */
export interface Deadline {
  /** Why the call must end now; undefined while it may continue. */
  readonly over: Failure | undefined;
  /** Milliseconds left. */
  left(): number;
  /**
   * Calls the listener once when the call must end; returns the function that removes it. The call must not be over
   * yet.
   */
  onOver(listener: (failure: Failure) => void): () => void;
  /** Sleeps; throws the reason when the call must end in the meantime. */
  sleep(milliseconds: number): Promise<void>;
  /** Sets a new limit, counted from the call's start. */
  extend(totalMs: number): void;
  /** The call has ended: releases timer and signal. */
  settle(): void;
}

/** Options of a deadline. */
export interface DeadlineOptions {
  totalMs: number;
  /** Caller whose disconnect ends the call; its signal is created only for long calls. */
  caller: WaitingCaller;
  elapsed: () => number;
  /** When to start watching signal and clock; a call that ends before that costs neither. */
  soon: TimerQueue;
}

/** A client that waits for a call. */
export interface WaitingCaller {
  readonly signal: AbortSignal;
  /** True when it has disconnected; checked without creating a signal. */
  hasLeft?(): boolean;
}

/** Starts the deadline of a call. */
export function startDeadline(options: DeadlineOptions): Deadline {
  return new CallDeadline(options);
}

type Listener = (failure: Failure) => void;

class CallDeadline implements Deadline, Lasting {
  before: Lasting | undefined = undefined;
  after: Lasting | undefined = undefined;
  readonly #caller: WaitingCaller;
  readonly #elapsed: () => number;
  readonly #began: number;
  /** Nearly always there is exactly one listener. */
  #listeners: Listener[] = [];
  readonly #soon: TimerQueue;
  #limit: number;
  #over: Failure | undefined = undefined;
  #timer: NodeJS.Timeout | undefined = undefined;
  /** The signal, once the call is watched. */
  #watched: AbortSignal | undefined = undefined;

  constructor({ totalMs, caller, elapsed, soon }: DeadlineOptions) {
    this.#caller = caller;
    this.#elapsed = elapsed;
    this.#limit = totalMs;
    this.#began = elapsed();
    this.#soon = soon;
    soon.add(this);
  }

  get over(): Failure | undefined {
    if (this.#over === undefined && hasLeft(this.#caller)) this.#abort();
    return this.#over;
  }

  left(): number {
    return this.#limit - (this.#elapsed() - this.#began);
  }

  onOver(listener: Listener): () => void {
    this.#listeners.push(listener);
    return () => {
      const at = this.#listeners.indexOf(listener);
      if (at >= 0) this.#listeners.splice(at, 1);
    };
  }

  sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#over !== undefined) return reject(this.#over);
      const wake = setTimeout(() => {
        forget();
        resolve();
      }, milliseconds);
      const forget = this.onOver((failure) => {
        clearTimeout(wake);
        reject(failure);
      });
    });
  }

  extend(totalMs: number): void {
    if (this.#over !== undefined) return;
    this.#limit = totalMs;
    if (this.#watched !== undefined) this.#startTimer();
  }

  settle(): void {
    this.#soon.forget(this);
    clearTimeout(this.#timer);
    if (this.#onAbort !== undefined) this.#watched?.removeEventListener('abort', this.#onAbort);
  }

  watch(): void {
    const { signal } = this.#caller;
    if (signal.aborted) {
      this.#abort();
      return;
    }
    this.#watched = signal;
    this.#startTimer();
    this.#onAbort = () => this.#abort();
    signal.addEventListener('abort', this.#onAbort, { once: true });
  }

  #startTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#end(tooLate()), Math.max(0, this.left()));
  }

  #abort(): void {
    this.#end(new Failure('CANCELLED', { cause: this.#caller.signal.reason }));
  }

  /** The listener on the signal, which few calls have. */
  #onAbort: (() => void) | undefined = undefined;

  #end(failure: Failure): void {
    if (this.#over !== undefined) return;
    this.#over = failure;
    this.settle();
    const listeners = this.#listeners;
    this.#listeners = [];
    for (const listener of listeners) listener(failure);
  }
}

function hasLeft(caller: WaitingCaller): boolean {
  return caller.hasLeft === undefined ? caller.signal.aborted : caller.hasLeft();
}

function tooLate(): Failure {
  return new Failure('UPSTREAM_TIMEOUT', { message: 'The upstream did not finish in time.' });
}
