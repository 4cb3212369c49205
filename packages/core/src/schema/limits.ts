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
  /** Findings reported for one schema. */
  findings: 50,
});
