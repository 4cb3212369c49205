/** Finds the name that a typing error was meant to be, so that a refusal can suggest it. One rule for every package. */

/** Longer names are not compared. */
const maxLength = 60;

/** The known name that this one is most likely meant to be; undefined when none is near. The case of letters is ignored. */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  let best: { name: string; edits: number } | undefined;
  for (const candidate of known) {
    const edits = editsIfNear(name, candidate);
    if (edits !== undefined && edits < (best?.edits ?? Number.POSITIVE_INFINITY)) best = { name: candidate, edits };
  }
  return best?.name;
}

/** True when two names are at most two edits apart, or one where either has fewer than five characters. */
export function isNear(one: string, other: string): boolean {
  return editsIfNear(one, other) !== undefined;
}

function editsIfNear(one: string, other: string): number | undefined {
  if (one.length > maxLength) return undefined;
  const limit = Math.min(one.length, other.length) < 5 ? 1 : 2;
  if (Math.abs(one.length - other.length) > limit) return undefined;
  const edits = countEdits(one.toLowerCase(), other.toLowerCase());
  return edits <= limit ? edits : undefined;
}

/** Characters to insert, delete, replace, or swap with their neighbor (optimal string alignment). */
function countEdits(one: string, other: string): number {
  let earlier: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      const swaps = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const swapped = swaps ? (earlier[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min(replaced, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    earlier = row;
    row = next;
  }
  return row[other.length] ?? 0;
}
