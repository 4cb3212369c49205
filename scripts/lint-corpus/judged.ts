/** What somebody found when looking at samples of a rule's findings on real descriptions: how many were right. */

/** A judgement of samples. */
export interface Judgement {
  right: number;
  of: number;
}

/** Judgements by rule. */
export const judged: Readonly<Record<string, Judgement>> = Object.freeze({
  'batch-result-not-per-item': { right: 3, of: 10 },
  'closed-set-without-enum': { right: 7, of: 10 },
  'deprecation-only-in-prose': { right: 2, of: 2 },
  'description-invalid': { right: 2, of: 3 },
  'enum-case-mixed': { right: 10, of: 10 },
  'identifier-format-mixed': { right: 9, of: 10 },
  'identifier-unobtainable': { right: 8, of: 10 },
  'long-running-blocking': { right: 6, of: 10 },
  'money-without-currency': { right: 9, of: 10 },
  'operation-id-generated': { right: 8, of: 8 },
  'page-size-unbounded': { right: 10, of: 10 },
  'untrusted-text-unmarked': { right: 5, of: 5 },
});
