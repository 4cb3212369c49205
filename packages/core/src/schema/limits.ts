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
  /** Different patterns of one schema, or of all schemas that are checked together. */
  patterns: 1_000,
  /** Findings reported for one schema. */
  findings: 50,
  /** Problems reported for one value. */
  problems: 50,
  /** Work for checking one value, in rough units of at most a third of a microsecond. */
  work: 3_000_000,
  /** Work for finding all problems of a value that is known to have one. */
  thoroughWork: 300_000,
});
