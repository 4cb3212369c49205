/** Finds the name that a typing error was meant to be, so that a refusal can say it. */

/** The known name at most two edits away (one for short names); undefined when none is near. */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  if (name.length > 60) return undefined;
  const wanted = name.toLowerCase();
  let best: { name: string; distance: number } | undefined;
  for (const candidate of known) {
    const distance = editDistance(wanted, candidate.toLowerCase());
    if (distance < (best?.distance ?? (wanted.length < 5 ? 2 : 3))) best = { name: candidate, distance };
  }
  return best?.name;
}

/** Insertions, deletions and replacements needed to turn one into the other. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
