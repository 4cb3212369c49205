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

/** Adds a second end to parts that have a signal, and returns the function that brings it about; the combined signal is created on first access. */
export function addEnd(parts: SignalSource): () => void {
  const { [sourceKey]: source } = parts as unknown as Record<symbol, SignalSource | undefined>;
  const { hasLeft } = parts;
  const both = new EitherEnd(source ?? { signal: parts.signal });
  defineLazySignal(parts, both);
  if (hasLeft !== undefined) parts.hasLeft = () => both.isEnded || hasLeft();
  return () => both.end();
}

/** A class, because V8 handles getters of object literals slowly. */
class EitherEnd implements SignalSource {
  isEnded = false;
  readonly #first: SignalSource;
  #second: AbortController | undefined = undefined;
  #signal: AbortSignal | undefined = undefined;

  constructor(first: SignalSource) {
    this.#first = first;
  }

  get signal(): AbortSignal {
    if (this.#signal === undefined) {
      this.#second = new AbortController();
      if (this.isEnded) this.#second.abort();
      this.#signal = AbortSignal.any([this.#first.signal, this.#second.signal]);
    }
    return this.#signal;
  }

  end(): void {
    this.isEnded = true;
    this.#second?.abort();
  }
}
