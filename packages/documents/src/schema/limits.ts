/** How big a stranger's schema may be. Each bound is far above what people write and far below what hurts. */

/** Bounds of a schema. */
export const schemaLimits = Object.freeze({
  /** JSON values in all. */
  values: 20_000,
  /** Levels of nesting. */
  depth: 64,
  /** Members of one `properties`, `patternProperties`, `$defs` or the like. */
  members: 1_000,
  /** Values of one `enum`. */
  enumeration: 1_000,
  /** Characters of one pattern. */
  pattern: 1_000,
  /** Engine instructions of all different patterns of one schema, or of schemas that are checked together. */
  patternSteps: 10_000,
  /** Findings reported for one schema. */
  findings: 50,
  /** Problems reported for one value. */
  problems: 50,
  /** Work for checking one value; a unit is about one keyword applied once. */
  work: 2_000_000,
  /** Errors that are held in memory while a value is checked. */
  errors: 10_000,
});
