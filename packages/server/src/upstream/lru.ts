/** Keeps a bounded number of things by key; the least recently used that may go makes room. */

/** Things by key. */
export interface Lru<V> {
  readonly size: number;
  /** The thing of that key, made when it is not there. */
  get(key: string, make: () => V): V;
  values(): IterableIterator<V>;
  clear(): void;
}

/** How things come and go. */
export interface LruOptions<V> {
  max: number;
  /** False for a thing in use; it stays, even beyond the bound. */
  mayDrop: (key: string, value: V) => boolean;
  onDrop?: (value: V) => void;
}

/** Makes an empty one. */
export function createLru<V>({ max, mayDrop, onDrop }: LruOptions<V>): Lru<V> {
  const held = new Map<string, V>();
  const makeRoom = () => {
    if (held.size < max) return;
    for (const [key, value] of held) {
      if (!mayDrop(key, value)) continue;
      held.delete(key);
      onDrop?.(value);
      if (held.size < max) return;
    }
  };
  return {
    get size() {
      return held.size;
    },
    get(key, make) {
      let value = held.get(key);
      if (value === undefined) {
        value = make();
        makeRoom();
      } else {
        held.delete(key);
      }
      held.set(key, value);
      return value;
    },
    values: () => held.values(),
    clear: () => held.clear(),
  };
}
