/** Values that may be there already: what is at hand costs a call no turn of the event loop. */

/** A value, or the promise of one. */
export type Awaitable<T> = T | Promise<T>;
