/** The result of a validation: one verdict, eight passes in order, every finding. */
import type { Severity } from '@dragoman/model';
import type { Finding } from './finding.js';
import type { PassNumber } from './pass-number.js';

/** The result of a pass: `failed` when it has an error. */
export type PassStatus = 'clean' | 'findings' | 'failed' | 'skipped';

/** One pass in the report. */
export interface PassOutcome {
  number: PassNumber;
  name: string;
  status: PassStatus;
  /** Why it was skipped, or how it was run. */
  detail?: string;
}

/** The members that one endpoint lacks for level 2. */
export interface Level2Gap {
  endpoint: string;
  pointer: string;
  fields: string[];
}

/** Model and thresholds of pass 6, where a model was used. */
export interface SimilarityUsed {
  model: string;
  warnBelow: number;
  refuseBelow: number;
}

/** The result of a validation. */
export interface AgisReport {
  /** The verdict: true when no pass has an error. */
  conforms: boolean;
  /** The level that was checked. */
  level: 1 | 2;
  passes: PassOutcome[];
  /** Ordered by pass, then by position in the document. */
  findings: Finding[];
  counts: Record<Severity, number>;
  /** Empty when the document has everything that level 2 requires. */
  missingForLevel2: Level2Gap[];
  model?: SimilarityUsed;
}
