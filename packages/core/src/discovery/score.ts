/**
 * The arithmetic of relevance. BM25F with one weighted term frequency and one weighted length per entry (Robertson,
 * Zaragoza and Taylor 2004), divided by the score of a perfect entry: a score is 0..1 by construction and independent
 * of other hits.
 */

/** Parameters of BM25. */
export interface Bm25 {
  /** How soon further occurrences of a term stop counting. */
  k1: number;
  /** How much a long text lowers the score, 0..1. */
  b: number;
}

/** The statistics for scores; they include only public entries, so that private ones have no influence. */
export interface CorpusStatistics {
  entries: number;
  /** Sum of the lengths of these entries. */
  length: number;
}

/** Scores are whole multiples of a millionth, so that displayed scores sort exactly like the ranking. */
const unitsPerScore = 1e6;

/** How rare a term is among the public entries; always above 0. */
export function rarity(entries: number, entriesWithTerm: number): number {
  const without = Math.max(0, entries - entriesWithTerm);
  return Math.log(1 + (without + 0.5) / (entriesWithTerm + 0.5));
}

/** The two numbers that make `k1 · (1 − b + b · length / average)` a multiplication and an addition. */
export function lengthNorm(bm25: Bm25, statistics: CorpusStatistics): { constant: number; perLength: number } {
  if (statistics.entries === 0 || statistics.length === 0) return { constant: bm25.k1, perLength: 0 };
  const average = statistics.length / statistics.entries;
  return { constant: bm25.k1 * (1 - bm25.b), perLength: (bm25.k1 * bm25.b) / average };
}

/** Bits of the code of a weighted frequency. */
export const weightBits = 8;
/** Extracts the code from the lowest bits of a word. */
export const codeMask: number = 2 ** weightBits - 1;
const weightStep = 1.04;
const smallestWeight = 0.05;
const largestCode = codeMask;
const logOfStep = Math.log(weightStep);

/** Weighted frequencies by code; code 0 is the smallest, each further one 4 % more. */
export const weightOfCode: Float32Array = Float32Array.from(
  { length: largestCode + 1 },
  (_, code) => smallestWeight * weightStep ** code,
);

/** The code of the nearest weighted frequency. */
export function codeOfWeight(weight: number): number {
  const code = Math.round(Math.log(weight / smallestWeight) / logOfStep);
  return Math.min(largestCode, Math.max(0, code));
}

/** Factors of a hit in addition to its text score. */
export interface Circumstances {
  /** Share of the languages named in the query that the entry declares, 0..1. */
  languagesMet: number;
  deprecated: boolean;
  /** True when a condition requires a language; entries that declare none then come last. */
  byLanguage: boolean;
  declaresLanguage: boolean;
}

const languageLift = 0.15;
const deprecatedShare = 0.5;

/** Score in units after all factors; always within 0..1, and never swaps two text scores. */
export function adjustScore(text: number, circumstances: Circumstances): number {
  let score = Math.min(1, Math.max(0, text));
  score += (1 - score) * languageLift * circumstances.languagesMet;
  if (circumstances.deprecated) score *= deprecatedShare;
  if (circumstances.byLanguage) score = score / 2 + (circumstances.declaresLanguage ? 0.5 : 0);
  return unitsOfScore(score);
}

/** A score in units. */
export function unitsOfScore(score: number): number {
  return Math.round(score * unitsPerScore);
}

/** A score in units as the number in hits. */
export function scoreOfUnits(units: number): number {
  return units / unitsPerScore;
}
