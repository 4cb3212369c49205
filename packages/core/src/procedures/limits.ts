/** Limits of a procedure, so that reading untrusted text is cheap. */

/** Limits of a procedure's text; a text beyond them is rejected before it is parsed. */
export const procedureLimits = Object.freeze({
  /** Characters of the whole text. */
  characters: 200_000,
  /** Mentions of tools. */
  mentions: 2_000,
  /** Nesting of lists; deeper text belongs to the deepest item. */
  depth: 20,
  /** Characters between the parentheses of one mention. */
  brackets: 500,
  /** Findings that are reported. */
  findings: 200,
});
