/** Size limits of an AGIS document: far above what people write and far below what causes harm. */

/** Limits of a document and of its findings. */
export const agisLimits = Object.freeze({
  /** Bytes of a JSON text or a text in the illustrative notation. */
  bytes: 32 * 1024 * 1024,
  /** Bytes of a YAML text, which takes about twenty times as long to parse. */
  yamlBytes: 2 * 1024 * 1024,
  /** Lines and commas of a YAML text, which determine its parsing time. */
  yamlParts: 150_000,
  depth: 64,
  values: 1_500_000,
  endpoints: 10_000,
  /** Characters of intent and outcome (AGIS §13). */
  sentence: 500,
  /** Characters of a text that are searched for instructions to a model. */
  searched: 4_000,
});
