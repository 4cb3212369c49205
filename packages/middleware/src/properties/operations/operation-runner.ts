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
      if (!(await store.add(record).catch(() => false))) {
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
  const { store, clock, runSeconds, report } = options;
  let record: OperationRecord = { ...queued, state: 'running' };
  if (!(await store.update(record, ['queued']))) return;
  const late = new Failure('UPSTREAM_TIMEOUT', { message: `The operation took longer than ${runSeconds} seconds.` });
  const timer = setTimeout(() => stop.abort(late), runSeconds * 1000);
  timer.unref();
  const run: OperationRun = {
    operationId: record.id,
    signal: stop.signal,
    async report(progress) {
      record = { ...record, progress };
      await store.update(record, ['running']);
    },
  };
  try {
    const outcome = await untilStopped(does(run), stop.signal);
    await store.update({ ...record, ...outcome, state: 'succeeded', endedAt: timestamp(clock) }, ['running']);
  } catch (thrown) {
    const failure = toFailure(thrown);
    if (failure.code === 'INTERNAL') report(thrown);
    await store.update({ ...record, state: 'failed', endedAt: timestamp(clock), problem: problemOf(failure) }, [
      'running',
    ]);
  } finally {
    clearTimeout(timer);
  }
}

/** Work that does not look at its signal is not waited for. */
function untilStopped<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stopped = () => reject(signal.reason);
    if (signal.aborted) stopped();
    signal.addEventListener('abort', stopped, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stopped));
  });
}

function problemOf({ code, message, row }: Failure) {
  return { code, detail: code === 'INTERNAL' ? row.message : message, retryable: row.retryable, status: row.status };
}
