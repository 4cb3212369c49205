/** What somebody found when looking at samples of a rule's findings on real descriptions: how many were right. */

/** A judgement of samples. */
export interface Judgement {
  right: number;
  of: number;
}

/** Judgements by rule. */
export const judged: Readonly<Record<string, Judgement>> = Object.freeze({});
