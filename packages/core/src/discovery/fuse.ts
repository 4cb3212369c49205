/**
 * Combines two scores: how well the words match and how similar the meaning is. Each is a share of the best among this
 * caller's matches, because the two have no common scale. Compared with alternatives on samples of the evaluation sets
 * (docs/decisions/0016): the raw sum did better with the precise model and worse with the instant one.
 */

/** The two parts of a score. */
export interface ScoreParts {
  /** 0..1. */
  words: number;
  /** -1..1; undefined for a match whose vector is not available yet. */
  meaning?: number;
}

/** Collects the matches of one query, and then fuses their scores. */
export interface Fusion {
  /** Notes a match; all matches must be added before the first one is fused. */
  add(parts: ScoreParts): void;
  /** The fused score of a match, 0..1. */
  fuse(parts: ScoreParts): number;
}

/**
 * Weight of the meaning relative to the words, by the name of the model; the best of fixed candidates
 * (docs/decisions/0016).
 */
export function meaningShareOf(model: string): number {
  return model.startsWith('dragoman-precise-') ? 0.8 : 0.6;
}

/** Creates the fusion of one query with this weight of the meaning. */
export function createFusion(share: number): Fusion {
  const best = { words: 0, meaning: 0 };
  let sum = 0;
  let compared = 0;
  const shareOfBest = (value: number, of: number) => (of > 0 ? Math.max(0, value) / of : 0);
  return {
    add({ words, meaning }) {
      best.words = Math.max(best.words, words);
      if (meaning === undefined) return;
      best.meaning = Math.max(best.meaning, meaning);
      sum += meaning;
      compared += 1;
    },
    fuse(parts) {
      const words = shareOfBest(parts.words, best.words);
      // Without a vector, the meaning is estimated: from that of an average match up to the best, as the words match.
      const average = shareOfBest(sum / Math.max(1, compared), best.meaning);
      const meaning =
        parts.meaning === undefined ? average + (1 - average) * words : shareOfBest(parts.meaning, best.meaning);
      // The order comes from the shares; the absolute quality of the best comes from the raw values.
      const strength = 1 - (1 - clamp(best.words)) * (1 - clamp(best.meaning));
      return clamp(strength * ((1 - share) * words + share * meaning));
    },
  };
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}
