/**
 * Ranks candidates that a database has found, with the arithmetic of the index in memory: the database decides which
 * rows are compared, and this decides how they are ordered.
 */
import type { OperationHit } from '../../catalogue/index-port.js';
import { createFusion } from '../fuse.js';
import { defaultBm25 } from '../lexical-index.js';
import { rowFlags } from '../rows.js';
import {
  adjustScore,
  type CorpusStatistics,
  codeMask,
  lengthNorm,
  rarity,
  scoreOfUnits,
  unitsOfScore,
  weightBits,
  weightOfCode,
} from '../score.js';

/** A term of a query; its number is undefined when no row has it. */
export interface StoredTerm {
  number: number | undefined;
  /** Number of public rows with the term. */
  rows: number;
}

/** The part of a row that its words need. */
export interface StoredWords {
  length: number;
  /** Term numbers with the codes of their weights in the lowest bits. */
  terms: readonly number[];
}

/** Weighs the terms of one query. */
export interface WordScale {
  /** The weight of a term in this query. */
  weightOf(term: StoredTerm): number;
  /** A row's share of a perfect match, 0..1. */
  shareOf(row: StoredWords): number;
}

/** Below this share of a perfect match, a row is noise. */
export const storedFloor = 0.01;

/** Creates the scale of a query. */
export function createWordScale(statistics: CorpusStatistics, terms: readonly StoredTerm[]): WordScale {
  const weightOf = ({ rows }: StoredTerm) => rarity(statistics.entries, rows);
  const possible = terms.reduce((sum, term) => sum + weightOf(term), 0);
  const weights = new Map(terms.flatMap((term) => (term.number === undefined ? [] : [[term.number, weightOf(term)]])));
  const { constant, perLength } = lengthNorm(defaultBm25, statistics);
  return {
    weightOf,
    shareOf({ length, terms: own }) {
      if (possible === 0) return 0;
      const norm = constant + perLength * length;
      let score = 0;
      for (const word of own) {
        const weight = weights.get(word >>> weightBits);
        if (weight === undefined) continue;
        const frequency = weightOfCode[word & codeMask] as number;
        score += (weight * frequency) / (frequency + norm);
      }
      return Math.min(1, score / possible);
    },
  };
}

/** Average weighted length that the stored order of a term's rows assumes; only an order depends on it. */
const assumedLength = { entry: 4_000, operation: 1_000 } as const;
/** Qualities are stored as whole numbers of this fraction. */
const qualityParts = 32_767;

/** How much a term contributes to the score of a row, for the stored order of the rows of a term: 0..32767. */
export function qualityOf(code: number, length: number, kind: 'entry' | 'operation'): number {
  const { k1, b } = defaultBm25;
  const frequency = weightOfCode[code] as number;
  const norm = k1 * (1 - b + (b * length) / assumedLength[kind]);
  return Math.round((qualityParts * frequency) / (frequency + norm));
}

/** An operation that was found, before it is ranked. */
export type OperationCandidate = Omit<OperationHit, 'score'>;

/** The best operations by words and meaning. */
export function rankStoredOperations(
  candidates: readonly OperationCandidate[],
  { share, top }: { share: number; top: number },
): OperationHit[] {
  const fusion = createFusion(share);
  for (const parts of candidates) fusion.add(parts);
  return candidates
    .map((parts) => ({ ...parts, score: scoreOfUnits(unitsOfScore(fusion.fuse(parts))) }))
    .sort((a, b) => b.score - a.score || compareText(a.entryId, b.entryId) || a.place - b.place)
    .slice(0, top);
}

/** An entry that was found, before it is ranked. */
export interface EntryCandidate {
  id: string;
  flags: number;
  words: number;
  /** Similarity of its best operation; absent when it is not among the nearest. */
  meaning?: number;
  /** True when an operation of it has no vector yet. */
  isIncomplete: boolean;
  /** Number of the languages named in the query that it declares. */
  languages: number;
}

/** What the ranking of entries needs besides the candidates. */
export interface EntryRanking {
  /** Weight and highest similarity of entries that are not among the nearest; absent when only words decide. */
  meaning?: { share: number; rest: number };
  /** Number of languages that the query names. */
  languages: number;
  byLanguage: boolean;
}

/** The entries with their scores, best first. */
export function rankStoredEntries<Candidate extends EntryCandidate>(
  candidates: readonly Candidate[],
  { meaning: near, languages, byLanguage }: EntryRanking,
): (Candidate & { score: number })[] {
  const fusion = createFusion(near?.share ?? 0);
  const rest = near?.rest ?? 0;
  for (const { words, meaning, isIncomplete } of candidates) {
    const known = meaning ?? (isIncomplete ? undefined : rest);
    fusion.add(known === undefined ? { words } : { words, meaning: known });
  }
  const scoreOf = ({ words, meaning, isIncomplete }: EntryCandidate) => {
    if (near === undefined) return words;
    const known = fusion.fuse({ words, meaning: meaning ?? rest });
    return isIncomplete ? Math.max(known, fusion.fuse({ words })) : known;
  };
  return candidates
    .map((candidate) => {
      const circumstances = {
        languagesMet: candidate.languages / Math.max(1, languages),
        deprecated: (candidate.flags & rowFlags.deprecated) !== 0,
        byLanguage,
        declaresLanguage: (candidate.flags & rowFlags.declaresLanguage) !== 0,
      };
      return { ...candidate, score: scoreOfUnits(adjustScore(scoreOf(candidate), circumstances)) };
    })
    .sort((a, b) => b.score - a.score || compareText(a.id, b.id));
}

function compareText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
