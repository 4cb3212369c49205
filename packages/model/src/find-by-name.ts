/** Finds things by name in any spelling, and suggests names for one that does not exist. One rule for every package. */

/** Longer names are compared by their beginning; further names are not compared. */
const maxLength = 100;
const maxKnown = 5_000;
const maxSuggested = 3;
/** Up to this many names are listed when none was given. */
const maxListed = 10;

/** A name without case and punctuation: `get-sum`, `get_sum` and `getSum` are alike. */
export function bareName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}/]/gu, '');
}

/**
 * The item with this name: the first one that has it exactly, by its first name before its others, or the only one that
 * has it in another spelling. Undefined when there is none, or when several have it in another spelling.
 */
export function findByName<T>(
  items: readonly T[],
  name: string,
  namesOf: (item: T) => readonly (string | undefined)[],
): T | undefined {
  const exact = items.find((item) => namesOf(item)[0] === name) ?? items.find((item) => namesOf(item).includes(name));
  if (exact !== undefined) return exact;
  const bare = bareSegments(name);
  const alike = items.filter((item) => namesOf(item).some((each) => each !== undefined && bareSegments(each) === bare));
  return bare !== '' && alike.length === 1 ? alike[0] : undefined;
}

/** An operationId may contain slashes, which names do not. */
function bareSegments(name: string): string {
  return bareName(name.slice(0, 2 * maxLength)).replaceAll('/', '');
}

/** The known names that are most similar to this one, at most three, best first; of several spellings only the first. */
export function nearestNames(name: string, known: Iterable<string>): string[] {
  const asked = pairsOf(name);
  const best: { name: string; likeness: number }[] = [];
  const seen = new Set<string>();
  let compared = 0;
  for (const candidate of known) {
    compared += 1;
    if (compared > maxKnown) break;
    const bare = candidate.length > maxLength ? candidate : bareSegments(candidate);
    if (seen.has(bare)) continue;
    seen.add(bare);
    const likeness = likenessOf(asked, pairsOf(candidate));
    if (best.length === maxSuggested && likeness <= (best.at(-1)?.likeness ?? 0)) continue;
    const at = best.findIndex((each) => each.likeness < likeness);
    best.splice(at === -1 ? best.length : at, 0, { name: candidate, likeness });
    if (best.length > maxSuggested) best.pop();
  }
  return best.map((each) => each.name);
}

/** `Did you mean 'a', 'b' or 'c'?`; empty when no name is known. */
export function suggestNames(name: string, known: Iterable<string>): string {
  const near = nearestNames(name, known).map((each) => `'${each.slice(0, maxLength)}'`);
  if (near.length === 0) return '';
  const last = near.length === 1 ? '' : ` or ${near.at(-1)}`;
  return `Did you mean ${near.slice(0, Math.max(1, near.length - 1)).join(', ')}${last}?`;
}

/** The names in one line if there are few, otherwise their number; for a request that must choose one. */
export function listNames(names: readonly string[]): string {
  return names.length > maxListed ? `one of its ${names.length} names` : `one of: ${names.join(', ')}`;
}

/** The pairs of adjacent characters of a bare name, with their counts. */
function pairsOf(name: string): Map<string, number> {
  const bare = ` ${bareName(name.slice(0, maxLength))}`;
  const pairs = new Map<string, number>();
  for (let at = 0; at + 1 < bare.length; at += 1) {
    const pair = bare.slice(at, at + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}

/** Dice's coefficient of two bags of pairs, 0..1. */
function likenessOf(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  let [common, total] = [0, 0];
  for (const [pair, count] of one) {
    common += Math.min(count, other.get(pair) ?? 0);
    total += count;
  }
  for (const count of other.values()) total += count;
  return total === 0 ? 0 : (2 * common) / total;
}
