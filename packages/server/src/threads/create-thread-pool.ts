/**
 * A pool of worker threads for jobs on third-party documents. Threads start with the first jobs and end when they are
 * idle; a thread that a job breaks is replaced and costs only that job. Callers take turns, and one of them may have
 * all threads only while no other caller waits.
 */
import { Failure } from '@dragoman/model';
import type { QueueLimits } from '../runtime/fair-queue.js';
import { createFairQueue } from '../runtime/fair-queue.js';
import type { JobLimits } from './job-thread.js';
import { canceled, startJobThread } from './job-thread.js';
import type { RunningJob } from './running-jobs.js';
import { createRunningJobs } from './running-jobs.js';
import { createThreadSet } from './thread-set.js';

/** Whom a job is for. */
export interface JobRequest {
  /** Callers take turns. */
  caller: string;
  /** Cancels the job. */
  signal?: AbortSignal;
  /** How many times the time limit the job may take; 1 when absent. */
  timeoutFactor?: number;
}

/** Options of the pool. */
export interface ThreadPoolOptions extends JobLimits {
  /** Entry point of the threads, which calls `serveJobs`. */
  entry: URL;
  /** Maximum number of threads. */
  threads: number;
  queue: QueueLimits;
  /** Milliseconds after which an idle thread ends. */
  idleMs?: number;
  /** Milliseconds that a caller waits before it gets a thread of one that has all of them. */
  interruptAfterMs?: number;
}

/** The pool. */
export interface ThreadPool {
  /** Runs a job of the threads' table; rejects with `RATE_LIMITED` or `UNAVAILABLE` when the queue is full. */
  run(job: string, input: unknown, request: JobRequest): Promise<unknown>;
  readonly waiting: number;
  readonly threads: number;
  close(): Promise<void>;
}

interface Queued {
  job: string;
  input: unknown;
  request: JobRequest;
  resolve(value: unknown): void;
  reject(reason: unknown): void;
  leave(): void;
}

/** Seconds after which a caller that met a full queue should try again. */
const retryAfter = 5;

/** Creates the pool, without threads. */
export function createThreadPool({
  entry,
  threads,
  queue: limits,
  idleMs = 30_000,
  interruptAfterMs = 250,
  ...job
}: ThreadPoolOptions): ThreadPool {
  const queue = createFairQueue<Queued>(limits);
  const set = createThreadSet({ size: threads, idleMs, start: () => startJobThread(entry, job) });
  const running = createRunningJobs({ threads, interruptAfterMs, hasOther: queue.hasOther });
  let isClosed = false;

  function startNext(): void {
    if (isClosed || queue.size === 0) return;
    const thread = set.acquire();
    // Callers below their share come first; the others use what they leave.
    const queued = thread === undefined ? undefined : (queue.next(running.hasShare) ?? queue.next());
    if (thread === undefined) running.claim();
    if (thread === undefined || queued === undefined) return;
    const { caller, signal, timeoutFactor } = queued.request;
    signal?.removeEventListener('abort', queued.leave);
    const run: RunningJob = { caller, thread, isInterrupted: false };
    running.add(run);
    void thread
      .run({ job: queued.job, input: queued.input, timeoutFactor }, signal)
      .then(queued.resolve, (reason: unknown) => (run.isInterrupted ? putBack(queued) : queued.reject(reason)))
      .then(() => {
        running.delete(run);
        set.release(thread);
        startNext();
      });
  }

  /** A job is a function of plain data, so an interrupted one can start again. */
  function putBack(queued: Queued): void {
    const { caller, signal } = queued.request;
    signal?.addEventListener('abort', queued.leave, { once: true });
    queue.putBack(caller, queued);
    if (isClosed || signal?.aborted === true) queued.leave();
  }

  return {
    get waiting() {
      return queue.size;
    },
    get threads() {
      return set.size;
    },
    run(name, input, request) {
      return new Promise((resolve, reject) => {
        const { caller, signal } = request;
        if (isClosed || signal?.aborted === true) return reject(canceled());
        const exceeded = queue.exceeded(caller);
        if (exceeded !== undefined) return reject(queueFull(exceeded, limits));
        const leave = () => {
          queue.remove(caller, queued);
          reject(canceled());
        };
        const queued: Queued = { job: name, input, request, resolve, reject, leave };
        signal?.addEventListener('abort', leave, { once: true });
        queue.add(caller, queued);
        startNext();
      });
    },
    async close() {
      isClosed = true;
      running.close();
      for (let queued = queue.next(); queued !== undefined; queued = queue.next()) queued.leave();
      await set.close();
    },
  };
}

function queueFull(exceeded: keyof QueueLimits, { perCaller, total }: QueueLimits): Failure {
  if (exceeded === 'total') {
    return new Failure('UNAVAILABLE', {
      message: `${total} documents of all callers wait to be processed, which is the maximum.`,
      retryAfter,
    });
  }
  return new Failure('RATE_LIMITED', {
    message: `${perCaller} of your documents wait to be processed, the limit of documents.queue.`,
    retryAfter,
  });
}
