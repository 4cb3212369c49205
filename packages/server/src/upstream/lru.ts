/** A bounded cache by key; the least recently used entry that may be dropped makes room. */

/** Entries by key. */
export interface Lru<V> {
  readonly size: number;
  /** The entry of that key, created if missing. */
  get(key: string, make: () => V): V;
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
  const held = new Map<string, V>();
  /** The last used entry, which need not be moved to the end again. */
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
