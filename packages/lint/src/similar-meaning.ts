/** Operations that say the same, perhaps in other words: nearest earlier one by the vectors of what they say. */
import { nameWords, plainText } from '@dragoman/core/light';
import type { ApiOperation } from './api/api.js';
import { contentWords } from './api/words.js';
import { compareVectors, type Meaning } from './meaning.js';
import { leadOf, type PairSearch, type SimilarPair } from './similarity.js';

/** Most operations that are compared by meaning: a million pairs. */
const mostCompared = 1_500;

/** Numbers of a vector that are compared first: they and the lengths of what follows rule out nineteen pairs of twenty. */
const headSize = 64;

/** What rounding may take from a likeness. */
const rounding = 1e-6;

/** Most near ones of an operation whose wording is looked at; a description of nothing but twins has no end of them. */
const mostAsked = 100;

/** Texts with fewer words are about nothing in particular. */
const fewestWords = 3;

/** Names are hardly longer. */
const nameCharacters = 200;

interface Said {
  operation: ApiOperation;
  text: string;
  /** Of the text alone. */
  vector: Float32Array;
  /** Of the name and the text; made when it is asked for. */
  named?: Float32Array;
}

/** Pairs at or above a likeness both with their names and without, each operation with its nearest earlier one. */
export function findMeantPairs(
  operations: readonly ApiOperation[],
  { meaning, least, isPair }: PairSearch & { meaning: Meaning },
): SimilarPair[] {
  const said = operations.slice(0, mostCompared).flatMap((operation) => readSaid(operation, meaning));
  const most = createBounds(said.map(({ vector }) => vector));
  const nameVector = (each: Said) => {
    each.named ??= meaning.embedNow(`${nameWords((each.operation.id ?? '').slice(0, nameCharacters))}: ${each.text}`);
    return each.named;
  };
  return said.flatMap((latter, at) => {
    let best: SimilarPair | undefined;
    let asked = 0;
    for (let earlier = 0; earlier < at && asked < mostAsked; earlier += 1) {
      const former = said[earlier] as Said;
      // No pair has two methods, and most are ruled out by a part of their numbers.
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

/** How alike two of the vectors can be at most, from their first numbers and the lengths of the rest (Cauchy and Schwarz). */
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
  const text = plainText(leadOf(operation));
  if (new Set(contentWords(text)).size < fewestWords) return [];
  return [{ operation, text, vector: embedNow(text) }];
}
