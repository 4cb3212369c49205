/** One thread of the pool: runs one job at a time within its limits, and ends when a job exceeds them. */
import { Worker } from 'node:worker_threads';
import { Failure, fromPlainFailure } from '@dragoman/model';
import type { JobMessage, ThreadMessage } from './thread-messages.js';
import type { ValuePart } from './value-parts.js';
import { cutValue, joinValue } from './value-parts.js';

/** What a thread is to do. */
export interface ThreadJob {
  job: string;
  input: unknown;
  /** How many times the time limit it may take; 1 when absent. */
  timeoutFactor?: number | undefined;
}

/** Limits of one job. */
export interface JobLimits {
  timeoutMs: number;
  memoryMb: number;
}

/** A started thread. */
export interface JobThread {
  /**
   * Runs a job; rejects with its failure, or with `DOCUMENT_TOO_COMPLEX` when it exceeds a limit. The thread has ended
   * when `hasEnded` is true afterwards.
   */
  run(job: ThreadJob, signal?: AbortSignal): Promise<unknown>;
  readonly hasEnded: boolean;
  end(): Promise<unknown>;
}

/** Milliseconds that a thread may take to load its code. */
const startMs = 60_000;

/**
 * A thread that reaches its heap limit in one large allocation ends the whole process, so the limit of the thread is
 * higher than that of its job, and its memory is measured while it works.
 */
const checkMs = 20;
/** What a thread may allocate between two measurements, in megabytes. */
const overshootMb = 2_048;

/** Calls `onExceeded` when the job uses more memory than its limit, also while the thread is busy. */
function watchMemory(worker: Worker, limits: JobLimits, onExceeded: () => void): NodeJS.Timeout {
  const exceeds = 'getHeapStatistics' in worker ? exceedsHeap(worker, limits) : exceedsResident(limits);
  const check = async () => {
    if (await exceeds()) onExceeded();
  };
  // A thread that ends meanwhile cannot be measured.
  return setInterval(() => void check().catch(() => undefined), checkMs);
}

/** From Node 24 on, the heap of a thread can be measured from outside. */
function exceedsHeap(worker: Worker, { memoryMb }: JobLimits): () => Promise<boolean> {
  const { getHeapStatistics } = worker as Worker & { getHeapStatistics(): Promise<{ used_heap_size: number }> };
  return async () => (await getHeapStatistics.call(worker)).used_heap_size > memoryMb * megabyte;
}

/**
 * Before, only the memory of the process is known: what it has grown by since the job started, without what the main
 * thread uses. It includes garbage and the work of other threads, so a job gets twice its limit and some more.
 */
function exceedsResident({ memoryMb }: JobLimits): () => Promise<boolean> {
  const used = () => {
    const { rss, heapTotal, external } = process.memoryUsage();
    return rss - heapTotal - external;
  };
  const before = used();
  const allowed = (2 * memoryMb + 128) * megabyte;
  return async () => used() - before > allowed;
}

const megabyte = 2 ** 20;

interface Waiting {
  resolve(value: unknown): void;
  reject(reason: unknown): void;
  /** Milliseconds that the job may take. */
  timeoutMs: number;
}

function startWorker(entry: URL, { memoryMb }: JobLimits): Worker {
  return new Worker(entry, {
    name: 'dragoman-documents',
    // Third-party documents are handled without access to the settings and secrets of the process.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: memoryMb + overshootMb },
  });
}

/** Starts a thread; jobs may be sent before it has loaded its code. */
export function startJobThread(entry: URL, limits: JobLimits): JobThread {
  const worker = startWorker(entry, limits);
  const send = (message: JobMessage) => worker.postMessage(message);
  let waiting: Waiting | undefined;
  let parts: ValuePart[] = [];
  let isReady = false;
  let hasEnded = false;
  let timer: NodeJS.Timeout | undefined;
  let memoryTimer: NodeJS.Timeout | undefined;

  const settle = (how: (job: Waiting) => void) => {
    clearTimeout(timer);
    clearInterval(memoryTimer);
    const job = waiting;
    waiting = undefined;
    worker.unref();
    if (job !== undefined) how(job);
  };
  const giveUp = (reason: unknown) => {
    hasEnded = true;
    void worker.terminate();
    settle(({ reject }) => reject(reason));
  };
  const startTimer = ({ timeoutMs }: Waiting) => {
    clearTimeout(timer);
    const reason = () => (isReady ? tooSlow(limits, timeoutMs) : new Error('the thread did not start'));
    timer = setTimeout(() => giveUp(reason()), isReady ? timeoutMs : startMs);
  };

  worker.on('message', (message: ThreadMessage) => {
    if (hasEnded) return;
    if (message.kind === 'ready') {
      isReady = true;
      if (waiting !== undefined) startTimer(waiting);
    } else if (message.kind === 'part') {
      parts.push(message.part);
      // The next part arrives in another turn of the event loop, and other work has its turn before.
      setImmediate(send, { kind: 'next' });
    } else if (message.kind === 'done') settle(({ resolve }) => resolve(joinValue(message.value, parts)));
    else settle(({ reject }) => reject(fromPlainFailure(message.failure)));
  });
  worker.on('messageerror', giveUp);
  worker.on('error', (error) => giveUp(isOutOfMemory(error) ? tooLarge(limits) : error));
  worker.on('exit', () => giveUp(new Error('the thread ended')));
  worker.unref();

  return {
    get hasEnded() {
      return hasEnded;
    },
    run({ timeoutFactor: factor = 1, ...message }, signal) {
      return new Promise((resolve, reject) => {
        const leave = () => giveUp(canceled());
        const done =
          <T>(how: (value: T) => void) =>
          (value: T) => {
            signal?.removeEventListener('abort', leave);
            how(value);
          };
        const current = { resolve: done(resolve), reject: done(reject), timeoutMs: limits.timeoutMs * factor };
        [waiting, parts] = [current, []];
        // A thread without a job does not keep the process alive.
        worker.ref();
        signal?.addEventListener('abort', leave, { once: true });
        startTimer(current);
        memoryTimer = watchMemory(worker, limits, () => waiting !== undefined && giveUp(tooLarge(limits)));
        sendJob(message, {
          send,
          isWanted: () => waiting === current,
          // A thread that has parts of an abandoned input is replaced.
          onError: (error, isStarted) => (isStarted ? giveUp(error) : settle(({ reject: fail }) => fail(error))),
        });
      });
    },
    end() {
      giveUp(canceled());
      return worker.terminate();
    },
  };
}

interface Sending {
  send(message: JobMessage): void;
  /** False once the job has ended. */
  isWanted(): boolean;
  /** Called when a message cannot be sent, after others or before. */
  onError(error: unknown, isStarted: boolean): void;
}

/** Sends the parts of the input and the job, one message in each turn of the event loop, the first one at once. */
function sendJob({ job, input }: ThreadJob, { send, isWanted, onError }: Sending): void {
  const { parts, ...value } = cutValue(input);
  const sendFrom = (at: number) => {
    if (!isWanted()) return;
    const part = parts[at];
    try {
      send(part === undefined ? { kind: 'job', job, input: value } : { kind: 'part', part });
      if (part !== undefined) setImmediate(sendFrom, at + 1);
    } catch (error) {
      onError(error, at > 0);
    }
  };
  sendFrom(0);
}

/** The failure of a job whose caller left, or whose server stops. */
export function canceled(): Failure {
  return new Failure('CANCELLED');
}

function isOutOfMemory(error: unknown): boolean {
  return (error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function tooSlow({ timeoutMs }: JobLimits, allowedMs: number): Failure {
  const times = allowedMs === timeoutMs ? '' : `${allowedMs / timeoutMs} times `;
  return new Failure('DOCUMENT_TOO_COMPLEX', {
    message: `The document was not processed within ${allowedMs} ms, ${times}the limit of documents.timeoutMs.`,
  });
}

function tooLarge({ memoryMb }: JobLimits): Failure {
  return new Failure('DOCUMENT_TOO_COMPLEX', {
    message: `The document needs more than ${memoryMb} MB of memory, the limit of documents.memoryMb.`,
  });
}
