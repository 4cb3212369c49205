/** How big an AGIS document may be. Each bound is far above what people write and far below what hurts. */

/** Bounds of a document and of what is said about it. */
export const agisLimits = Object.freeze({
  /** Bytes of a text in JSON or in the illustrative notation. */
  bytes: 32 * 1024 * 1024,
  /** Bytes of a text in YAML, which takes some twenty times as long to read. */
  yamlBytes: 2 * 1024 * 1024,
  /** Lines and commas of a text in YAML: what its reader's time goes into. */
  yamlParts: 150_000,
  depth: 64,
  values: 1_500_000,
  endpoints: 10_000,
  /** Characters of intent and outcome (AGIS §13). */
  sentence: 500,
});
