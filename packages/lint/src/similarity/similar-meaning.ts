/** Operations with the same meaning, possibly paraphrased: the nearest earlier one by embedding. */
import { nameWords, plainText } from '@dragoman/core/descriptions';
import type { ApiOperation } from '../api/api.js';
import { contentWords } from '../api/words.js';
import { compareVectors, type Meaning } from '../settings/meaning.js';
import { leadOf, type PairSearch, type SimilarPair } from './similarity.js';

/** Maximum number of operations compared by meaning: a million pairs. */
const mostCompared = 1_500;

/** Number of vector components compared first: together with the norms of the rest they rule out 19 of 20 pairs. */
const headSize = 64;

/** Rounding tolerance of a similarity. */
const rounding = 1e-6;

/**
 * Maximum number of candidates per operation whose wording is checked; a description full of near-duplicates has very
 * many.
 */
const mostAsked = 100;

/** Shorter texts are too unspecific to compare. */
const fewestWords = 3;

/** Names are rarely longer. */
const nameCharacters = 200;

/** The texts of an operation that are embedded. */
export interface MeantTexts {
  text: string;
  /** The name and the text. */
  named: string;
}

interface Said {
  operation: ApiOperation;
  texts: MeantTexts;
  /** Vector of the text alone. */
  vector: Float32Array;
  /** Vector of the name and the text; computed on first use. */
  named?: Float32Array;
}

/** Pairs at or above a similarity both with and without their names, each operation with its nearest earlier one. */
export function findMeantPairs(
  operations: readonly ApiOperation[],
  { meaning, least, isPair }: PairSearch & { meaning: Meaning },
): SimilarPair[] {
  const said = operations.slice(0, mostCompared).flatMap((operation) => readSaid(operation, meaning));
  const most = createBounds(said.map(({ vector }) => vector));
  const nameVector = (each: Said) => {
    each.named ??= meaning.embedNow(each.texts.named);
    return each.named;
  };
  return said.flatMap((latter, at) => {
    let best: SimilarPair | undefined;
    let asked = 0;
    for (let earlier = 0; earlier < at && asked < mostAsked; earlier += 1) {
      const former = said[earlier] as Said;
      // Pairs have the same method, and most are ruled out by the first components.
      if (former.operation.method !== latter.operation.method || most(earlier, at) < (best?.score ?? least)) continue;
      const isNearer = (score: number) => score >= least && score > (best?.score ?? 0);
      const bare = compareVectors(former.vector, latter.vector);
      if (!isNearer(bare)) continue;
      const score = Math.min(1, bare, compareVectors(nameVector(former), nameVector(latter)));
      if (!isNearer(score)) continue;
      asked += 1;
      if (isPair(former.operation, latter.operation)) best = { one: former.operation, other: latter.operation, score };
    }
    return best === undefined ? [] : [best];
  });
}

/** Upper bound of the similarity from the first components and the norms of the rest (Cauchy–Schwarz). */
function createBounds(vectors: readonly Float32Array[]): (one: number, other: number) => number {
  const heads = new Float64Array(vectors.length * headSize);
  const rests = new Float64Array(vectors.length);
  for (const [at, vector] of vectors.entries()) {
    const rest = vector.subarray(headSize);
    heads.set(vector.subarray(0, headSize), at * headSize);
    rests[at] = Math.sqrt(compareVectors(rest, rest));
  }
  return (one, other) => {
    let [even, odd] = [rounding, (rests[one] ?? 0) * (rests[other] ?? 0)];
    for (
      let left = one * headSize, right = other * headSize, end = left + headSize;
      left < end;
      left += 2, right += 2
    ) {
      even += (heads[left] ?? 0) * (heads[right] ?? 0);
      odd += (heads[left + 1] ?? 0) * (heads[right + 1] ?? 0);
    }
    return even + odd;
  };
}

function readSaid(operation: ApiOperation, { embedNow }: Meaning): Said[] {
  const texts = meantTexts(operation);
  return texts === undefined ? [] : [{ operation, texts, vector: embedNow(texts.text) }];
}

/** The texts that are compared; undefined when they say too little. */
export function meantTexts(operation: ApiOperation): MeantTexts | undefined {
  const text = plainText(leadOf(operation));
  if (new Set(contentWords(text)).size < fewestWords) return undefined;
  return { text, named: `${nameWords((operation.id ?? '').slice(0, nameCharacters))}: ${text}` };
}
