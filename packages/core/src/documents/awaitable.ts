/** Values that may already be available: an available value costs a call no turn of the event loop. */

/** A value, or the promise of one. */
export type Awaitable<T> = T | Promise<T>;
