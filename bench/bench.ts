/** The types of a benchmark and its report. */
import type { Table } from './measure.js';

/** Options of a benchmark run. */
export interface BenchOptions {
  /** Finish within 40 seconds. */
  quick: boolean;
  /** Save the fitted weights, for benches that fit some. */
  write: boolean;
  /** Sizes for the scale table; if given, a bench that has one measures only that table. Empty: the bench's own sizes. */
  scale: readonly number[];
  /** Keys of the contestants to compare, for benches that have many; all of them if empty. */
  only: readonly string[];
  /** Prints progress to standard error. */
  progress(line: string): void;
}

/** The report of a benchmark. */
export interface BenchReport {
  tables: Table[];
  /** Notes on how to read the tables. */
  notes: string[];
  /** Named metrics for programs; names are dotted, with the unit at the end. */
  figures: Record<string, number>;
}

/** One benchmark. */
export interface Bench {
  name: string;
  /** What it measures, in one line. */
  summary: string;
  run(options: BenchOptions): Promise<BenchReport>;
}
