/** The result of looking for verbs in a tokenized sentence. */

/** A verb found in the sentence. */
export interface FoundVerb {
  verb: string;
  /** Index of its token. */
  at: number;
}
