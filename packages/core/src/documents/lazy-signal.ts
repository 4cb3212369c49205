/**
 * Signals that are created on first access. A getter in an object literal gives every such object its own hidden class
 * and makes access to its members slow; one shared getter does not.
 */

interface SignalSource {
  readonly signal: AbortSignal;
}

const sourceKey = Symbol('source');

const member = {
  enumerable: true,
  configurable: true,
  get(this: Record<symbol, SignalSource | undefined>): AbortSignal | undefined {
    return this[sourceKey]?.signal;
  },
};

/** Adds the source's signal to the parts as a getter; copies of the parts contain the value. */
export function defineLazySignal<Parts extends object>(parts: Parts, source: SignalSource): Parts & SignalSource {
  (parts as Record<symbol, unknown>)[sourceKey] = source;
  return Object.defineProperty(parts, 'signal', member) as Parts & SignalSource;
}
