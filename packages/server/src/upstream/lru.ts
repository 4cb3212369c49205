/** A bounded cache by key; the least recently used entry that may be dropped makes room. */

/** Entries by key. */
export interface Lru<V> {
  readonly size: number;
  /** The entry of that key, created if missing. */
  get(key: string, make: () => V): V;
  /** The entry of that key, if there is one; this does not count as a use. */
  peek(key: string): V | undefined;
  values(): IterableIterator<V>;
  clear(): void;
}

/** How entries are created and dropped. */
export interface LruOptions<V> {
  max: number;
  /** False for an entry in use; it stays, even beyond the limit. */
  mayDrop: (key: string, value: V) => boolean;
  onDrop?: (value: V) => void;
}

/** Creates an empty cache. */
export function createLru<V>({ max, mayDrop, onDrop }: LruOptions<V>): Lru<V> {
  const cached = new Map<string, V>();
  /** The last used entry, which need not be moved to the end again. */
  let latest: { key: string; value: V } | undefined;
  const makeRoom = () => {
    if (cached.size < max) return;
    for (const [key, value] of cached) {
      if (!mayDrop(key, value)) continue;
      cached.delete(key);
      if (latest?.key === key) latest = undefined;
      onDrop?.(value);
      if (cached.size < max) return;
    }
  };
  return {
    get size() {
      return cached.size;
    },
    get(key, make) {
      if (latest?.key === key) return latest.value;
      let value = cached.get(key);
      if (value === undefined) {
        value = make();
        makeRoom();
      } else {
        cached.delete(key);
      }
      cached.set(key, value);
      latest = { key, value };
      return value;
    },
    peek: (key) => cached.get(key),
    values: () => cached.values(),
    clear() {
      latest = undefined;
      cached.clear();
    },
  };
}
