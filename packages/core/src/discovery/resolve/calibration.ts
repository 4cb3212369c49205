/** The weights and limits of resolution's decisions. */

/** Weights of the logistic functions. */
export interface CalibrationWeights {
  constant: number;
  words: number;
  meaning: number;
  lead: number;
  verb: number;
  opposed: number;
  /** When the best meaning (without it, the best likelihood) is below this, nothing matches. */
  least: number;
  /** When the best meaning exceeds that of operations in general by less than this, something else is asked for. */
  margin: number;
  /** From this likelihood on, the best is the one; between the two, the caller is asked. */
  sure: number;
  /** How likely an operation of another service serves the same purpose as the best candidate. */
  twin: TwinWeights;
}

/** Weights of the likelihood that two operations are equivalent. */
export interface TwinWeights {
  constant: number;
  /** Difference of their likelihoods. */
  gap: number;
  /** How alike their texts are. */
  likeness: number;
}
