/** Groups items by key, in order of first occurrence. */

/** The items by key; items with an undefined key are left out. */
export function groupBy<T, K>(things: Iterable<T>, keyOf: (thing: T) => K | undefined): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const thing of things) {
    const key = keyOf(thing);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [thing]);
    else group.push(thing);
  }
  return groups;
}
