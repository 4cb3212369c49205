/**
 * Combines two scores: how well the words match and how similar the meaning is. Each is a share of the best among this
 * caller's matches, because the two have no common scale. Compared with alternatives on samples of the evaluation sets
 * (docs/decisions/0016): the raw sum did better with the precise model and worse with the instant one.
 */

/** The two parts of a score. */
export interface ScoreParts {
  /** 0..1. */
  words: number;
  /** -1..1. */
  meaning: number;
}

/**
 * Weight of the meaning relative to the words, by the name of the model; the best of fixed candidates
 * (docs/decisions/0016).
 */
export function meaningShareOf(model: string): number {
  return model.startsWith('dragoman-precise-') ? 0.8 : 0.6;
}

/** Creates the function that fuses the scores of one query. */
export function createFusion(best: ScoreParts, share: number): (parts: ScoreParts) => number {
  const words = best.words > 0 ? (1 - share) / best.words : 0;
  const meaning = best.meaning > 0 ? share / best.meaning : 0;
  // The order comes from the shares; the absolute quality of the best comes from the raw values.
  const strength = 1 - (1 - clamp(best.words)) * (1 - clamp(best.meaning));
  return (parts) => clamp(strength * (words * parts.words + meaning * Math.max(0, parts.meaning)));
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}
