/**
 * Signals that are made when they are first looked at. A getter written into an object literal gives every such object a
 * shape of its own, and each look at any of its members is slow from then on; one getter for all of them does not.
 */

interface Lender {
  readonly signal: AbortSignal;
}

const lender = Symbol('lender');

const member = {
  enumerable: true,
  configurable: true,
  get(this: Record<symbol, Lender | undefined>): AbortSignal | undefined {
    return this[lender]?.signal;
  },
};

/** Adds the signal of who waits to the parts, read whenever somebody looks; copies of the parts hold what was read. */
export function lendSignal<Parts extends object>(parts: Parts, source: Lender): Parts & Lender {
  (parts as Record<symbol, unknown>)[lender] = source;
  return Object.defineProperty(parts, 'signal', member) as Parts & Lender;
}
