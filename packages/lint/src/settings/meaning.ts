/** Similarity by meaning, when the caller provides an embedding model; without one, rules compare words only. */

/** A synchronous embedding model, such as the bundled embedder. */
export interface Meaning {
  /** Shown in the report. */
  model: string;
  /** The unit vector of a text. */
  embedNow(text: string): Float32Array;
}

/** Cosine similarity of two texts: 1 for the same meaning, about 0 for unrelated texts. */
export function compareVectors(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}

/** Maximum number of distinct words compared one by one per description. */
const mostWords = 10_000;

/**
 * Models with subword tokens confuse `license` and `licensee`; words with this many common letters are not compared.
 */
const commonLetters = 3;

/** Whether two different words are near-synonyms; each word is embedded once. */
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
