/** How much a procedure may hold, so that reading one costs little whoever wrote it. */

/** Bounds on the text of a procedure; what lies beyond them is refused before it is read. */
export const procedureLimits = Object.freeze({
  /** Characters of the whole text. */
  characters: 200_000,
  /** Mentions of tools. */
  mentions: 2_000,
  /** Lists within lists; what stands deeper belongs to the deepest item. */
  depth: 20,
  /** Characters between the brackets of one mention. */
  brackets: 500,
  /** Findings that are told; more would help nobody. */
  findings: 200,
});
