/** A cache with a limit: what was used longest ago makes room. */

/** How much a cache holds. */
export interface CacheLimits<V> {
  entries: number;
  /** Sum of the weights of all values; unlimited when absent. */
  weight?: number;
  /** Weight of one value; 1 when absent. */
  weigh?: (value: V) => number;
}

/** Values by key. A value that exceeds the weight alone is not kept. */
export interface BoundedCache<K, V> {
  readonly size: number;
  /** The value of this key, which counts as used. */
  get(key: K): V | undefined;
  /** The same without counting as used. */
  peek(key: K): V | undefined;
  set(key: K, value: V): void;
  delete(key: K): void;
}

interface Slot<V> {
  value: V;
  weight: number;
}

/** Creates an empty cache. */
export function createBoundedCache<K, V>({
  entries,
  weight: mostWeight = Number.POSITIVE_INFINITY,
  weigh = () => 1,
}: CacheLimits<V>): BoundedCache<K, V> {
  // A map keeps the order of insertion, so its first key was used longest ago.
  const slots = new Map<K, Slot<V>>();
  let latest: Slot<V> | undefined;
  let weight = 0;
  const remove = (key: K) => {
    const slot = slots.get(key);
    if (slot === undefined) return;
    weight -= slot.weight;
    slots.delete(key);
  };
  return {
    get size() {
      return slots.size;
    },
    get(key) {
      const slot = slots.get(key);
      if (slot === undefined) return undefined;
      // The one used last is in its place already, and moving it would cost every read.
      if (slot !== latest) {
        slots.delete(key);
        slots.set(key, slot);
        latest = slot;
      }
      return slot.value;
    },
    peek: (key) => slots.get(key)?.value,
    set(key, value) {
      remove(key);
      latest = { value, weight: weigh(value) };
      slots.set(key, latest);
      weight += latest.weight;
      for (const oldest of slots.keys()) {
        if (slots.size <= entries && weight <= mostWeight) return;
        remove(oldest);
      }
    },
    delete: remove,
  };
}
