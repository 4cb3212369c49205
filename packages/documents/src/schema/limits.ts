/** Size limits of an untrusted schema: far above what people write and far below what causes harm. */

/** Limits of a schema. */
export const schemaLimits = Object.freeze({
  /** Total number of JSON values. */
  values: 20_000,
  /** Levels of nesting. */
  depth: 64,
  /** Members of one `properties`, `patternProperties`, `$defs` or similar keyword. */
  members: 1_000,
  /** Values of one `enum`. */
  enumeration: 1_000,
  /** Characters of one pattern. */
  pattern: 1_000,
  /** Engine instructions of all distinct patterns of one schema, or of schemas that are checked together. */
  patternSteps: 10_000,
  /** Findings reported for one schema. */
  findings: 50,
  /** Problems reported for one value. */
  problems: 50,
  /** Work for validating one value; a unit is about one keyword applied once. */
  work: 2_000_000,
  /** Errors kept in memory while a value is validated. */
  errors: 10_000,
});
