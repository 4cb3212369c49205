/** Guesses which known member an unknown one was meant to be. */

/** A name in lower-case snake_case: `declaredVerbs` and `Declared-Verbs` are `declared_verbs`. */
export function toSnakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[-\s]+/g, '_')
    .toLowerCase();
}

/** Longest name that is compared. */
const longest = 40;

/** The known name that is at most two typing errors away; undefined when none is. */
export function nearestField(name: string, known: readonly string[]): string | undefined {
  const folded = toSnakeCase(name);
  if (folded.length > longest) return undefined;
  let best: { name: string; distance: number } | undefined;
  for (const candidate of known) {
    if (Math.abs(candidate.length - folded.length) > 2) continue;
    const distance = countEdits(folded, candidate);
    if (distance <= 2 && distance < candidate.length / 2 && distance < (best?.distance ?? 3)) {
      best = { name: candidate, distance };
    }
  }
  return best?.name;
}

/** Levenshtein distance, one row at a time. */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let line = 1; line <= from.length; line += 1) {
    const next = [line];
    for (let at = 1; at <= to.length; at += 1) {
      const same = from[line - 1] === to[at - 1] ? 0 : 1;
      next.push(Math.min((row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1, (row[at - 1] ?? 0) + same));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
