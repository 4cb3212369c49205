/** Likeness by meaning: what a caller with a model of texts lends to the rules; without it they go by words alone. */

/** A model that answers at once; the project's own embedder is one. */
export interface Meaning {
  /** Told in the report. */
  model: string;
  /** The vector of a text, of unit length. */
  embedNow(text: string): Float32Array;
}

/** Likeness of two texts as their vectors tell it: 1 for the same, around 0 for what has nothing in common. */
export function compareVectors(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}

/** Most different words of one description that are compared one by one. */
const mostWords = 10_000;

/** Models that read pieces of words take `license` and `licensee` for one; words with so many letters in common are not asked about. */
const commonLetters = 3;

/** Whether two different words say nearly the same; each is embedded once. */
export function createSynonyms({ embedNow }: Meaning, least: number): (one: string, other: string) => boolean {
  const vectors = new Map<string, Float32Array>();
  const vectorOf = (word: string) => {
    const known = vectors.get(word);
    if (known !== undefined) return known;
    const made = embedNow(word.slice(0, 64));
    if (vectors.size < mostWords) vectors.set(word, made);
    return made;
  };
  return (one, other) => {
    if (one === other) return true;
    return !shareLetters(one, other) && compareVectors(vectorOf(one), vectorOf(other)) >= least;
  };
}

function shareLetters(one: string, other: string): boolean {
  return (
    one.slice(0, commonLetters) === other.slice(0, commonLetters) ||
    one.slice(-commonLetters) === other.slice(-commonLetters)
  );
}
