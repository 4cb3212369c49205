/** What a part of the fault suite needs and returns. */

/** Settings of one run. */
export interface FaultRun {
  /** An empty folder for stores and mounts. */
  folder: string;
  /** True for the short run of CI. */
  quick: boolean;
  /** How often a server is killed. */
  kills: number;
  /** How often each fault of three nodes happens. */
  rounds: number;
  /** Numbers from 0 to 1, the same ones for the same seed. */
  random(): number;
  /** Reports progress. */
  say(line: string): void;
}

/** The result of a part: counts for the page, and what did not hold. */
export interface FaultResult {
  title: string;
  /** What was done. */
  method: string;
  /** Counts by what was counted. */
  counts: ReadonlyMap<string, number>;
  /** Sentences about what did not hold; empty if everything did. */
  violations: readonly string[];
  /** Why the part did not run. */
  skipped?: string;
}

/** A part of the suite. */
export type FaultPart = (run: FaultRun) => Promise<FaultResult>;
