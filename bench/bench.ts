/** What a bench is, and what it hands back. */
import type { Table } from './measure.js';

/** How a bench is asked to run. */
export interface BenchOptions {
  /** End within 40 seconds. */
  quick: boolean;
  /** Sizes at which a bench that has a scale table measures that table alone; as the bench itself says when empty. */
  scale: readonly number[];
  /** Says on the standard error what is going on. */
  progress(line: string): void;
}

/** What a bench found. */
export interface BenchReport {
  tables: Table[];
  /** Sentences that a reader of the tables needs. */
  notes: string[];
  /** Named figures for programs; names are dotted, with the unit at the end. */
  figures: Record<string, number>;
}

/** One bench. */
export interface Bench {
  name: string;
  /** What it measures, in one line. */
  summary: string;
  run(options: BenchOptions): Promise<BenchReport>;
}
