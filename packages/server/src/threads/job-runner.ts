/**
 * Runs the jobs of a table: small inputs on the main thread, within a budget of bytes and values that each job has
 * declared, and everything else in the pool.
 */

import type { JobRequest, ThreadPool } from './create-thread-pool.js';
import { exceedsWeight } from './exceeds-weight.js';

/** A job: a function of plain data that returns plain data. */
export interface Job<Input, Output> {
  run(input: Input): Output | Promise<Output>;
  /** Maximum weight of an input for the main thread, where it takes at most some milliseconds. */
  inlineBytes: number | ((input: Input) => number);
}

/** Jobs by name. */
export type JobTable = Readonly<Record<string, Job<never, unknown>>>;

type InputOf<J> = J extends Job<infer Input, unknown> ? Input : never;
type OutputOf<J> = J extends Job<never, infer Output> ? Output : never;

/** Runs one of the jobs. */
export type RunJob<Jobs extends JobTable> = <Name extends keyof Jobs & string>(
  name: Name,
  input: InputOf<Jobs[Name]>,
  request: JobRequest,
) => Promise<OutputOf<Jobs[Name]>>;

/** Dependencies of the runner. */
export interface JobRunnerPorts<Jobs extends JobTable> {
  jobs: Jobs;
  /** Absent: every job runs on the main thread. */
  pool?: Pick<ThreadPool, 'run'>;
  /** Called when a job has ended. */
  onEnd?: (job: string, where: 'main' | 'thread', outcome: 'done' | 'failed') => void;
}

/** Creates the function that runs jobs. */
export function createJobRunner<Jobs extends JobTable>({ jobs, pool, onEnd }: JobRunnerPorts<Jobs>): RunJob<Jobs> {
  return async (name, input, request) => {
    const { run, inlineBytes } = jobs[name] as Job<unknown, OutputOf<Jobs[typeof name]>>;
    const limit = typeof inlineBytes === 'number' ? inlineBytes : inlineBytes(input);
    const chosen = pool !== undefined && exceedsWeight(input, limit) ? pool : undefined;
    const where = chosen === undefined ? 'main' : 'thread';
    try {
      const output = await (chosen === undefined ? run(input) : chosen.run(name, input, request));
      onEnd?.(name, where, 'done');
      return output as OutputOf<Jobs[typeof name]>;
    } catch (error) {
      onEnd?.(name, where, 'failed');
      throw error;
    }
  };
}
