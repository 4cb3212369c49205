/**
 * Converts a score into the likelihood that a candidate is right. Logistic functions of how well the words match, how
 * similar the meaning is and how large the lead is, fitted on training sets by bench/discovery/calibration-fit.ts.
 */
import type { OperationHit } from '../../catalogue/index-port.js';

/** The inputs of the likelihood. */
export interface Evidence {
  /** 0..1. */
  words: number;
  /** -1..1; undefined when meaning was not compared. */
  meaning?: number;
  /** Fused score minus that of the best other candidate. */
  lead: number;
}

/** Weights of a logistic function. */
export interface CalibrationWeights {
  constant: number;
  words: number;
  meaning: number;
  lead: number;
  /**
   * When the best is less likely than this, nothing fits; this was so for 3 % of the answerable requests of the
   * training sets.
   */
  least: number;
}

/** Weights by what was compared; other models use those of the most similar built-in one. */
export const calibrations: Readonly<Record<'words' | 'instant' | 'precise', CalibrationWeights>> = Object.freeze({
  words: { constant: -1.456, words: 0.381, meaning: 0, lead: 20.829, least: 0.126 },
  instant: { constant: -4.522, words: 0, meaning: 5.657, lead: 7.753, least: 0.081 },
  precise: { constant: -3.877, words: 0, meaning: 5.46, lead: 10.771, least: 0.17 },
});

/** The weights for a model. */
export function calibrationOf(model: string | undefined): CalibrationWeights {
  if (model === undefined) return calibrations.words;
  return model.includes('instant') ? calibrations.instant : calibrations.precise;
}

/** Maximum lead that counts: in a small catalogue every lead is large. */
const maxLead = 0.2;
/** Without meaning, a candidate with a smaller share of the intent's words is hardly a match. */
const fewWords = 0.08;

/** How likely the candidate is right, 0..1. */
export function calibrate({ constant, words, meaning, lead }: CalibrationWeights, evidence: Evidence): number {
  const ahead = Math.max(-maxLead, Math.min(maxLead, evidence.lead));
  const sum = constant + words * evidence.words + meaning * (evidence.meaning ?? 0) + lead * ahead;
  const likely = 1 / (1 + Math.exp(-sum));
  return evidence.meaning === undefined ? likely * Math.min(1, evidence.words / fewWords) : likely;
}

/** How likely each hit is right; a hit is never more likely than one ranked before it. */
export function calibrateAll(weights: CalibrationWeights, hits: readonly OperationHit[]): number[] {
  let before = 1;
  return hits.map(({ words, meaning, score }, at) => {
    const rival = hits[at === 0 ? 1 : 0]?.score ?? 0;
    const evidence = { words, lead: score - rival, ...(meaning === undefined ? {} : { meaning }) };
    before = Math.min(before, calibrate(meaning === undefined ? calibrations.words : weights, evidence));
    return before;
  });
}
