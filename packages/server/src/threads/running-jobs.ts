/** The jobs on the threads of a pool; one of them is interrupted when its caller has all threads and another waits. */
import type { JobThread } from './job-thread.js';

/** A job on a thread. */
export interface RunningJob {
  caller: string;
  thread: JobThread;
  /** True when its thread was ended for another caller; it starts again later. */
  isInterrupted: boolean;
}

/** The running jobs. */
export interface RunningJobs {
  add(job: RunningJob): void;
  delete(job: RunningJob): void;
  /** True when the caller would leave at least one thread to others with a further job. */
  hasShare(caller: string): boolean;
  /** To be called when all threads are busy: interrupts the job that started last, if need be, after a moment. */
  claim(): void;
  close(): void;
}

/** Options of the running jobs. */
export interface RunningJobsOptions {
  threads: number;
  /** Milliseconds that a caller waits before another one is interrupted. */
  interruptAfterMs: number;
  /** True when a caller other than this one waits. */
  hasOther: (caller: string) => boolean;
}

/** Creates an empty set. */
export function createRunningJobs({ threads, interruptAfterMs, hasOther }: RunningJobsOptions): RunningJobs {
  // In the order of their start.
  const running = new Set<RunningJob>();
  let timer: NodeJS.Timeout | undefined;
  const heldBy = (caller: string) => [...running].filter((job) => job.caller === caller).length;
  const findBorrowed = () => {
    const last = [...running].at(-1);
    if (last === undefined || last.isInterrupted || threads < 2) return undefined;
    return heldBy(last.caller) === threads && hasOther(last.caller) ? last : undefined;
  };
  const interrupt = () => {
    timer = undefined;
    const job = findBorrowed();
    if (job === undefined) return;
    job.isInterrupted = true;
    void job.thread.end();
  };
  return {
    add: (job) => void running.add(job),
    delete: (job) => void running.delete(job),
    hasShare: (caller) => heldBy(caller) < threads - 1,
    claim() {
      if (timer === undefined && findBorrowed() !== undefined) timer = setTimeout(interrupt, interruptAfterMs).unref();
    },
    close: () => clearTimeout(timer),
  };
}
