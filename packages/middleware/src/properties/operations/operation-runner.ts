/**
 * Runs operations: a few concurrently, others in a limited queue, each with a timeout, each once. It sends a heartbeat
 * for each of them, so that operations of a dead process are recognized as interrupted.
 */
import { timestamp } from '@dragoman/core/http';
import { Failure, type JsonValue, toFailure } from '@dragoman/model';
import type { ProcessTime } from '../../stores/process-time.js';
import {
  failureSummary,
  interrupted,
  type KeptOperations,
  type OperationRecord,
  type OperationState,
  openStates,
} from './operation-record.js';

/** The context of a running operation. */
export interface OperationRun {
  operationId: string;
  /** Aborts when the operation is canceled, exceeds its timeout, or the process shuts down; stop then. */
  signal: AbortSignal;
  /** Reports the progress; shown in the status. */
  report(progress: JsonValue): Promise<void>;
}

/** The result of the work: its URL, or the result itself. */
export type OperationOutcome = { resource: string } | { result: JsonValue };

/** The work of an operation; a `Failure` that it throws is shown, anything else only as an internal error. */
export type OperationWork = (run: OperationRun) => Promise<OperationOutcome>;

/** Limits and dependencies. */
export interface RunnerOptions {
  operations: KeptOperations;
  time: ProcessTime;
  /** Maximum number of concurrent operations. */
  concurrent: number;
  /** Maximum queue length. */
  waiting: number;
  runSeconds: number;
  leaseSeconds: number;
  /** Maximum result size in bytes. */
  resultBytes: number;
  /** Aborts when the process shuts down. */
  signal?: AbortSignal | undefined;
  /** Receives errors that callers must not see. */
  report(problem: unknown): void;
  /** Called when an operation has ended. */
  onEnd(): void;
}

/** Starts and cancels work. */
export interface OperationRunner {
  /** Throws `UNAVAILABLE` when the queue is full. */
  start(record: OperationRecord, work: OperationWork): Promise<void>;
  /** Cancels the work if it runs in this process. */
  stop(id: string): void;
  /** True for an operation that is queued or running in this process. */
  holds(id: string): boolean;
}

/** Maximum timer delay in milliseconds. */
const longestTimer = 2 ** 31 - 1;

/** Milliseconds between attempts to store a result while the store is unavailable. */
const endPauses: readonly number[] = [100, 1_000, 5_000, 15_000];

/** Abort reason of interrupted work. */
const goingDown = Symbol('the process shuts down');

/** An operation of this process; its record is written sequentially. */
interface RunningOperation {
  stop: AbortController;
  /** Updates the record; false when the operation is no longer in the expected state. */
  write(change: (record: OperationRecord) => OperationRecord, expected: readonly OperationState[]): Promise<boolean>;
}

/** Creates the runner. */
export function createRunner(options: RunnerOptions): OperationRunner {
  const { operations, concurrent, waiting, leaseSeconds, signal } = options;
  const held = new Map<string, RunningOperation>();
  const line: (() => void)[] = [];
  let running = 0;
  // Running and queued operations; counted before the store is called, so that concurrent starts cannot exceed the
  // limit.
  let count = 0;
  const turn = async () => {
    if (running >= concurrent) await new Promise<void>((resolve) => line.push(resolve));
    else running += 1;
  };
  const leave = () => {
    const next = line.shift();
    if (next === undefined) running -= 1;
    else next();
  };
  const heartbeat = createHeartbeat(held, (leaseSeconds * 1000) / 3, options.report);
  signal?.addEventListener('abort', () => {
    for (const { stop } of held.values()) stop.abort(goingDown);
  });
  const work = async (record: OperationRecord, does: OperationWork, operation: RunningOperation) => {
    const queuedAt = options.time.steady.now();
    await turn();
    try {
      await runOne({ record, queuedAt }, does, operation, options);
    } catch (problem) {
      options.report(problem);
    } finally {
      held.delete(record.id);
      count -= 1;
      leave();
      options.onEnd();
    }
  };
  return {
    async start(record, does) {
      if (count >= concurrent + waiting || signal?.aborted === true) throw noRoom();
      count += 1;
      await operations.add(record).catch((thrown: unknown) => {
        count -= 1;
        throw thrown;
      });
      const operation = holdOperation(record, operations);
      held.set(record.id, operation);
      heartbeat();
      void work(record, does, operation);
    },
    stop: (id) => held.get(id)?.stop.abort(new Failure('CANCELLED')),
    holds: (id) => held.has(id),
  };
}

function noRoom(): Failure {
  return new Failure('UNAVAILABLE', { message: 'Too many operations are queued.', retryAfter: 5 });
}

function holdOperation(record: OperationRecord, operations: KeptOperations): RunningOperation {
  let present = record;
  let last: Promise<unknown> = Promise.resolve();
  return {
    stop: new AbortController(),
    write(change, expected) {
      const writing = last.then(async () => {
        const next = change(present);
        const isWritten = await operations.update(next, expected);
        if (isWritten) present = next;
        return isWritten;
      });
      last = writing.catch(() => undefined);
      return writing;
    },
  };
}

/** Returns a function that starts the heartbeats; they stop automatically when nothing is active. */
function createHeartbeat(
  held: ReadonlyMap<string, RunningOperation>,
  everyMs: number,
  report: (problem: unknown) => void,
): () => void {
  let timer: NodeJS.Timeout | undefined;
  const beat = () => {
    if (held.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
    for (const { write, stop } of held.values()) {
      // An operation in another state was canceled in another process, or given up.
      write((record) => record, openStates).then((isOurs) => isOurs || stop.abort(new Failure('CANCELLED')), report);
    }
  };
  return () => {
    timer ??= setInterval(beat, everyMs).unref();
  };
}

/** An operation and when it joined the queue, on the steady clock. */
interface Queued {
  record: OperationRecord;
  queuedAt: number;
}

/** An end after a cancellation changes nothing. */
async function runOne(queued: Queued, does: OperationWork, held: RunningOperation, options: RunnerOptions) {
  const { clock } = options.time;
  const { stop, write } = held;
  const notBegun = endBefore(queued, stop.signal, options);
  if (notBegun !== undefined) return void (await write((record) => notBegun(record, timestamp(clock)), ['queued']));
  if (!(await write((record) => ({ ...record, state: 'running', updatedAt: timestamp(clock) }), ['queued']))) return;
  const run: OperationRun = {
    operationId: queued.record.id,
    signal: stop.signal,
    async report(progress) {
      await write((record) => ({ ...record, progress }), ['running']);
    },
  };
  const end = await settle(does, run, stop, options);
  await persist(() => write((record) => end(record, timestamp(clock)), ['running']));
}

/** The end of an operation that must not be started when its turn comes. */
function endBefore({ queuedAt }: Queued, signal: AbortSignal, { time, runSeconds }: RunnerOptions) {
  if (signal.reason === goingDown) return interrupted;
  if (time.steady.now() - queuedAt <= runSeconds * 1000) return undefined;
  return failed(new Failure('UNAVAILABLE', { message: 'The operation was queued for too long and was not started.' }));
}

/** The final state of an operation. */
type End = (record: OperationRecord, now: string) => OperationRecord;

/** Runs the work with its timeout; never throws. */
async function settle(does: OperationWork, run: OperationRun, stop: AbortController, options: RunnerOptions) {
  const { runSeconds, resultBytes, report } = options;
  const late = new Failure('UPSTREAM_TIMEOUT', { message: `The operation took longer than ${runSeconds} seconds.` });
  const timer = setTimeout(() => stop.abort(late), Math.min(runSeconds * 1000, longestTimer));
  timer.unref();
  try {
    const outcome = await untilStopped(async () => does(run), stop.signal);
    if (sizeOf(outcome) > resultBytes) throw new RangeError(`The result of an operation exceeds ${resultBytes} bytes`);
    return succeeded(outcome);
  } catch (thrown) {
    if (thrown === goingDown) return interrupted;
    const failure = toFailure(thrown);
    if (failure.code === 'INTERNAL') report(thrown);
    return failed(failure);
  } finally {
    clearTimeout(timer);
  }
}

/** Work that ignores its signal is not awaited; one that was canceled before its start is not started. */
async function untilStopped<Value>(work: () => Promise<Value>, signal: AbortSignal): Promise<Value> {
  if (signal.aborted) throw signal.reason;
  return new Promise((resolve, reject) => {
    const stopped = () => reject(signal.reason);
    signal.addEventListener('abort', stopped, { once: true });
    work()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', stopped));
  });
}

function succeeded(outcome: OperationOutcome): End {
  return (record, updatedAt) => ({ ...record, ...outcome, state: 'succeeded', updatedAt });
}

function failed(failure: Failure): End {
  return (record, updatedAt) => ({ ...record, state: 'failed', updatedAt, problem: failureSummary(failure) });
}

function sizeOf(outcome: OperationOutcome): number {
  return Buffer.byteLength(JSON.stringify(outcome));
}

/** A result is not lost because the store is temporarily unavailable. */
async function persist(write: () => Promise<unknown>): Promise<void> {
  for (const pause of endPauses) {
    try {
      await write();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  await write();
}
