/** Text similarity of operations: cosine over weighted words, with candidates found through shared words. */
import type { ApiOperation } from '../api/api.js';
import { contentWords, sentencesOf, tokensOf } from '../api/words.js';

/** Two similar operations. */
export interface SimilarPair {
  one: ApiOperation;
  other: ApiOperation;
  /** 0 to 1. */
  score: number;
}

/** Maximum number of operations compared; more pairs would cost too much. */
const mostCompared = 3_000;

/** Two sentences are rarely longer. */
const leadCharacters = 1_000;

/** Comparison options. */
export interface PairSearch {
  /** Minimum similarity, 0 to 1. */
  least: number;
  /** Skips pairs that share their words for a good reason. */
  isPair(one: ApiOperation, other: ApiOperation): boolean;
}

/** Pairs at or above a similarity, each operation with its nearest earlier one. */
export function findSimilarPairs(operations: readonly ApiOperation[], { least, isPair }: PairSearch): SimilarPair[] {
  const compared = operations.slice(0, mostCompared);
  const vectors = weigh(compared.map(wordsOf));
  const postings: Posting[][] = [];
  const scores = new Float64Array(compared.length);
  return vectors.flatMap((vector, at) => {
    scoreEarlier(vector, postings, scores);
    const other = compared[at] as ApiOperation;
    let best: SimilarPair | undefined;
    for (let earlier = 0; earlier < at; earlier += 1) {
      const score = scores[earlier] ?? 0;
      const one = compared[earlier];
      if (score < least || score <= (best?.score ?? 0) || one === undefined || !isPair(one, other)) continue;
      best = { one, other, score };
    }
    scores.fill(0, 0, at);
    postVector(vector, at, postings);
    return best === undefined ? [] : [{ ...best, score: Math.min(1, best.score) }];
  });
}

interface Posting {
  at: number;
  weight: number;
}

/** A word of a text by its index. */
interface WeighedWord {
  word: number;
  weight: number;
}

function scoreEarlier(
  vector: readonly WeighedWord[],
  postings: readonly (readonly Posting[] | undefined)[],
  scores: Float64Array,
): void {
  for (const { word, weight } of vector) {
    const list = postings[word];
    // An index, because this is the innermost loop, and an iterator allocates.
    for (let index = 0; index < (list?.length ?? 0); index += 1) {
      const posting = list?.[index] as Posting;
      scores[posting.at] = (scores[posting.at] ?? 0) + weight * posting.weight;
    }
  }
}

function postVector(vector: readonly WeighedWord[], at: number, postings: Posting[][]): void {
  for (const { word, weight } of vector) {
    const list = postings[word];
    if (list === undefined) postings[word] = [{ at, weight }];
    else list.push({ at, weight });
  }
}

/** The start of an operation's text: its summary and two sentences. */
export function leadOf({ summary, description }: ApiOperation): string {
  const lead = twoSentences(description);
  const title = (summary ?? '').slice(0, leadCharacters).trim();
  return lead.startsWith(title) ? lead : `${title}. ${lead}`;
}

function wordsOf({ id, summary, description }: ApiOperation): string[] {
  return [...contentWords(`${summary ?? ''} ${twoSentences(description)}`), ...tokensOf(id ?? '')];
}

function twoSentences(description = ''): string {
  return sentencesOf(description.slice(0, leadCharacters)).slice(0, 2).join(' ');
}

/** Unit vectors: rare words weigh more, repeated ones slightly more. Words are indexed on first occurrence. */
function weigh(texts: readonly (readonly string[])[]): WeighedWord[][] {
  const numbers = new Map<string, number>();
  const holders: number[] = [];
  const vectors = texts.map((words) => {
    const own = new Map<string, WeighedWord>();
    for (const text of words) {
      const known = own.get(text);
      if (known !== undefined) {
        known.weight += 1;
        continue;
      }
      const word = numbers.get(text) ?? numbers.size;
      numbers.set(text, word);
      holders[word] = (holders[word] ?? 0) + 1;
      own.set(text, { word, weight: 1 });
    }
    return [...own.values()];
  });
  for (const vector of vectors) {
    let length = 0;
    for (const each of vector) {
      each.weight = (1 + Math.log(each.weight)) * Math.log(1 + texts.length / (holders[each.word] ?? 1));
      length += each.weight * each.weight;
    }
    for (const each of vector) each.weight /= Math.sqrt(length || 1);
  }
  return vectors;
}
