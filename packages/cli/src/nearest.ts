/** The name that a typing error was meant to be. */

/** The known name within two changes of a letter (one for short words), or the only one it is the beginning of. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  if (name.length > 40) return undefined;
  const started = known.filter((candidate) => name.length > 1 && candidate.startsWith(name));
  if (started.length === 1) return started[0];
  const limit = name.length < 5 ? 1 : 2;
  const near = known
    .map((candidate) => ({ candidate, changes: changesBetween(name, candidate) }))
    .filter(({ changes }) => changes <= limit)
    .sort((one, other) => one.changes - other.changes);
  return near[0]?.candidate;
}

/** Letters to insert, delete, replace or swap with their neighbour. */
function changesBetween(one: string, other: string): number {
  let earlier: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1];
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const replaced = (row[j - 1] ?? 0) + (same ? 0 : 1);
      const moved = swapped ? (earlier[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min(replaced, moved, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    earlier = row;
    row = next;
  }
  return row[other.length] ?? 0;
}
