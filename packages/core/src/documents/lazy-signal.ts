/**
 * Signals that are created on first access. A getter in an object literal gives every such object its own hidden class
 * and makes access to its members slow; one shared getter does not.
 */

interface SignalSource {
  readonly signal: AbortSignal;
  /** True when the caller has disconnected; answers without creating the signal. */
  hasLeft?(): boolean;
}

const sourceKey = Symbol('source');

const member = {
  enumerable: true,
  configurable: true,
  get(this: Record<symbol, SignalSource | undefined>): AbortSignal | undefined {
    return this[sourceKey]?.signal;
  },
};

/** Adds the source's signal to the parts as a getter, and its `hasLeft` if it has one; copies of the parts contain the signal. */
export function defineLazySignal<Parts extends object>(parts: Parts, source: SignalSource): Parts & SignalSource {
  (parts as Record<symbol, unknown>)[sourceKey] = source;
  if (source.hasLeft !== undefined) (parts as { hasLeft?: SignalSource['hasLeft'] }).hasLeft = source.hasLeft;
  return Object.defineProperty(parts, 'signal', member) as Parts & SignalSource;
}
