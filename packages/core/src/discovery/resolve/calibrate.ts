/**
 * Converts a score into the likelihood that a candidate is right: a logistic function of how well the words match, how
 * similar the meaning is, how large the lead is, and whether the action is the requested one or its opposite.
 */
import type { OperationHit } from '../../catalogue/index-port.js';
import type { CalibrationWeights } from './calibration.js';
import { calibrations } from './calibration-weights.js';
import type { ActionFit } from './compare-action.js';

/** The inputs of the likelihood by text. */
export interface Evidence {
  /** 0..1. */
  words: number;
  /** -1..1; undefined when meaning was not compared. */
  meaning?: number;
  /** Meaning (without it, the score) minus that of the best other candidate. */
  lead: number;
}

/** The weights for a model; other models use those of the most similar built-in one. */
export function calibrationOf(model: string | undefined): CalibrationWeights {
  if (model === undefined) return calibrations.words;
  return model.includes('instant') ? calibrations.instant : calibrations.precise;
}

/** Maximum lead that counts: in a small catalogue every lead is large. */
const maxLead = 0.2;
/** Without meaning, a candidate with a smaller share of the intent's words is hardly a match. */
const fewWords = 0.08;

/** A sum of weighted evidence as a likelihood, 0..1. */
export function logistic(sum: number): number {
  return 1 / (1 + Math.exp(-sum));
}

/** How likely the candidate is right by its text, 0..1. */
export function calibrate({ constant, words, meaning, lead }: CalibrationWeights, evidence: Evidence): number {
  const ahead = Math.max(-maxLead, Math.min(maxLead, evidence.lead));
  const likely = logistic(constant + words * evidence.words + meaning * (evidence.meaning ?? 0) + lead * ahead);
  return evidence.meaning === undefined ? likely * Math.min(1, evidence.words / fewWords) : likely;
}

/** The likelihood after comparing the actions. */
export function withAction({ verb, opposed }: CalibrationWeights, likelihood: number, fit: ActionFit): number {
  if (likelihood <= 0 || likelihood >= 1) return likelihood;
  const odds = Math.log(likelihood / (1 - likelihood));
  return logistic(odds + verb * fit.verb + (fit.opposed ? opposed : 0));
}

/** The evidence of each hit; a hit whose vector is not available yet is compared by score. */
export function evidenceOf(hits: readonly OperationHit[]): Evidence[] {
  const meanings = leadsOver(hits.map(({ meaning }) => meaning ?? Number.NEGATIVE_INFINITY));
  const scores = leadsOver(hits.map(({ score }) => score));
  return hits.map(({ words, meaning }, at) =>
    meaning === undefined ? { words, lead: scores[at] ?? 0 } : { words, lead: meanings[at] ?? 0, meaning },
  );
}

/** Each value minus the best of the others. */
function leadsOver(values: readonly number[]): number[] {
  const best = values.indexOf(Math.max(...values));
  const second = Math.max(0, ...values.filter((_, at) => at !== best));
  return values.map((value, at) => value - (at === best ? second : (values[best] ?? 0)));
}

/** How likely each hit is right; a hit is never more likely than one ranked before it. */
export function calibrateAll(weights: CalibrationWeights, hits: readonly OperationHit[]): number[] {
  let before = 1;
  return evidenceOf(hits).map((evidence) => {
    before = Math.min(before, calibrate(evidence.meaning === undefined ? calibrations.words : weights, evidence));
    return before;
  });
}

/** A similarity as candidates show it; the limits have three decimals, too. */
export function shownSimilarity(meaning: number): number {
  return Math.round(meaning * 1_000) / 1_000;
}

/** How well an operation matches; `background` is how similar the request is to operations in general, if known. */
export interface MatchStrength {
  meaning: number | undefined;
  score: number;
  background?: number | undefined;
}

/**
 * True when an operation may match at all: surely by its likelihood, or by its similarity. The similarity recognizes
 * requests for something else better than the likelihood, which depends on the lead; compared with that of operations in
 * general, it does so for vague and for detailed requests alike.
 */
export function mayMatch(
  { least, margin, sure }: CalibrationWeights,
  { meaning, score, background }: MatchStrength,
): boolean {
  if (score >= sure) return true;
  if (meaning === undefined) return score >= calibrations.words.least;
  const shown = shownSimilarity(meaning);
  return shown >= least && (background === undefined || shown - background >= margin);
}
