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
  /** The one used last, which need not be put behind the others again. */
  let latest: { key: string; value: V } | undefined;
  const makeRoom = () => {
    if (held.size < max) return;
    for (const [key, value] of held) {
      if (!mayDrop(key, value)) continue;
      held.delete(key);
      if (latest?.key === key) latest = undefined;
      onDrop?.(value);
      if (held.size < max) return;
    }
  };
  return {
    get size() {
      return held.size;
    },
    get(key, make) {
      if (latest?.key === key) return latest.value;
      let value = held.get(key);
      if (value === undefined) {
        value = make();
        makeRoom();
      } else {
        held.delete(key);
      }
      held.set(key, value);
      latest = { key, value };
      return value;
    },
    values: () => held.values(),
    clear() {
      latest = undefined;
      held.clear();
    },
  };
}
