/** Messages between the pool and its threads: plain data, which the structured clone algorithm copies. */
import type { PlainFailure } from '@dragoman/model';

/** A job that a thread is to run. */
export interface JobMessage {
  job: string;
  input: unknown;
}

/** What a thread reports: that it can take jobs, or how its job ended. */
export type ThreadMessage =
  | { kind: 'ready' }
  | { kind: 'done'; value: unknown }
  | { kind: 'failed'; failure: PlainFailure };
