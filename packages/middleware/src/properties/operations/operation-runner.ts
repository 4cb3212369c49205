/** Does the work of operations: a few at once, others in a line of bounded length, each within its time, each once. */
import { type Clock, timestamp } from '@dragoman/core';
import { Failure, type JsonValue, toFailure } from '@dragoman/model';
import type { OperationRecord, OperationState, OperationStore } from './operation-store.js';

/** What the work of an operation has while it goes on. */
export interface OperationRun {
  operationId: string;
  /** Aborts when the operation is cancelled or takes too long; stop then. */
  signal: AbortSignal;
  /** Says how far it is; shown in the status. */
  report(progress: JsonValue): Promise<void>;
}

/** What came of the work: the address of what it has made, or the thing itself. */
export type OperationOutcome = { resource: string } | { result: JsonValue };

/** The work of an operation; a `Failure` that it throws is shown, anything else only as an internal error. */
export type OperationWork = (run: OperationRun) => Promise<OperationOutcome>;

/** Bounds and ports of the runner. */
export interface RunnerOptions {
  store: OperationStore;
  clock: Clock;
  /** Most that run at once. */
  concurrent: number;
  /** Most that wait for their turn. */
  waiting: number;
  runSeconds: number;
  /** Most bytes of a result. */
  resultBytes: number;
  /** Gets what callers must not see. */
  report(problem: unknown): void;
}

/** Starts and stops work. */
export interface OperationRunner {
  /** Throws `UNAVAILABLE` when there is no room. */
  start(record: OperationRecord, work: OperationWork): Promise<void>;
  /** Stops the work where it runs in this process. */
  stop(id: string): void;
}

/** Longest time that a timer can be set to, in milliseconds. */
const longestTimer = 2 ** 31 - 1;

/** Seconds after its time in which work is expected to have been stopped. */
const graceSeconds = 60;

/** States of an operation that goes on. */
export const openStates: readonly OperationState[] = ['queued', 'running'];

/** Makes the runner. */
export function createRunner(options: RunnerOptions): OperationRunner {
  const { store, concurrent, waiting } = options;
  const stops = new Map<string, AbortController>();
  const line: (() => void)[] = [];
  let running = 0;
  // Those that run or wait; counted before the store is asked, so that many at the same moment cannot pass the bound.
  let held = 0;
  const turn = async () => {
    if (running >= concurrent) await new Promise<void>((resolve) => line.push(resolve));
    else running += 1;
  };
  const leave = () => {
    const next = line.shift();
    if (next === undefined) running -= 1;
    else next();
  };
  const work = async (record: OperationRecord, does: OperationWork, stop: AbortController) => {
    await turn();
    try {
      if (!stop.signal.aborted) await runOne(record, does, stop, options);
    } catch (problem) {
      options.report(problem);
    } finally {
      stops.delete(record.id);
      held -= 1;
      leave();
    }
  };
  return {
    async start(record, does) {
      if (held >= concurrent + waiting) throw noRoom();
      held += 1;
      const added = await store.add(record).catch((thrown: unknown) => {
        held -= 1;
        throw thrown;
      });
      if (!added) {
        held -= 1;
        throw noRoom();
      }
      const stop = new AbortController();
      stops.set(record.id, stop);
      void work(record, does, stop);
    },
    stop: (id) => stops.get(id)?.abort(new Failure('CANCELLED')),
  };
}

function noRoom(): Failure {
  return new Failure('UNAVAILABLE', { message: 'Too many operations are waiting already.', retryAfter: 5 });
}

/** An end that comes too late, after a cancellation or the deadline, changes nothing. */
async function runOne(queued: OperationRecord, does: OperationWork, stop: AbortController, options: RunnerOptions) {
  const { store, clock, runSeconds } = options;
  const now = clock.now();
  if (now > Date.parse(queued.deadline)) {
    const late = new Failure('UNAVAILABLE', {
      message: 'The operation waited too long for its turn and was not begun.',
    });
    await store.update({ ...queued, ...failed(late), endedAt: timestamp(clock) }, ['queued']);
    return;
  }
  const running = { ...queued, state: 'running', deadline: deadlineAfter(now, runSeconds + graceSeconds) } as const;
  if (!(await store.update(running, ['queued']))) return;
  const progress: { last?: JsonValue } = {};
  const run: OperationRun = {
    operationId: queued.id,
    signal: stop.signal,
    async report(said) {
      progress.last = said;
      await store.update({ ...running, progress: said }, ['running']);
    },
  };
  const end = await settle(does, run, stop, options);
  const said = progress.last === undefined ? {} : { progress: progress.last };
  await store.update({ ...running, ...said, ...end, endedAt: timestamp(clock) }, ['running']);
}

/** Runs the work within its time; never throws. */
async function settle(does: OperationWork, run: OperationRun, stop: AbortController, options: RunnerOptions) {
  const { runSeconds, resultBytes, report } = options;
  const late = new Failure('UPSTREAM_TIMEOUT', { message: `The operation took longer than ${runSeconds} seconds.` });
  const timer = setTimeout(() => stop.abort(late), Math.min(runSeconds * 1000, longestTimer));
  timer.unref();
  try {
    const outcome = await untilStopped(async () => does(run), stop.signal);
    if (sizeOf(outcome) > resultBytes) throw new RangeError(`The result of an operation has over ${resultBytes} bytes`);
    return { ...outcome, state: 'succeeded' } as const;
  } catch (thrown) {
    const failure = toFailure(thrown);
    if (failure.code === 'INTERNAL') report(thrown);
    return failed(failure);
  } finally {
    clearTimeout(timer);
  }
}

/** The moment after which an operation that has not ended is given up. */
export function deadlineAfter(now: number, seconds: number): string {
  return new Date(now + seconds * 1000).toISOString();
}

/** Work that does not look at its signal is not waited for. */
function untilStopped<Value>(work: () => Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stopped = () => reject(signal.reason);
    signal.addEventListener('abort', stopped, { once: true });
    work()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', stopped));
  });
}

function failed(failure: Failure) {
  return { state: 'failed', problem: failureSummary(failure) } as const;
}

function sizeOf(outcome: OperationOutcome): number {
  return Buffer.byteLength(JSON.stringify(outcome));
}

/** A failure as the problem of an operation; an internal one shows only the table's sentence. */
export function failureSummary({ code, message, row }: Failure) {
  return { code, detail: code === 'INTERNAL' ? row.message : message, retryable: row.retryable, status: row.status };
}
