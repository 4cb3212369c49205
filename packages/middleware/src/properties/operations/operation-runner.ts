/**
 * Does the work of operations: a few at once, others in a line of bounded length, each within its time, each once. While it
 * has any, it gives a sign of life for each, so that one whose process dies is known to be interrupted.
 */
import { type Clock, timestamp } from '@dragoman/core/http';
import { Failure, type JsonValue, toFailure } from '@dragoman/model';
import {
  failureSummary,
  interrupted,
  type KeptOperations,
  type OperationRecord,
  type OperationState,
  openStates,
} from './operation-record.js';

/** What the work of an operation has while it goes on. */
export interface OperationRun {
  operationId: string;
  /** Aborts when the operation is cancelled or takes too long, or the process goes down; stop then. */
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
  operations: KeptOperations;
  clock: Clock;
  /** Most that run at once. */
  concurrent: number;
  /** Most that wait for their turn. */
  waiting: number;
  runSeconds: number;
  leaseSeconds: number;
  /** Most bytes of a result. */
  resultBytes: number;
  /** Aborts when the process goes down. */
  signal?: AbortSignal | undefined;
  /** Gets what callers must not see. */
  report(problem: unknown): void;
  /** Told when an operation has ended. */
  onEnd(): void;
}

/** Starts and stops work. */
export interface OperationRunner {
  /** Throws `UNAVAILABLE` when there is no room. */
  start(record: OperationRecord, work: OperationWork): Promise<void>;
  /** Stops the work where it runs in this process. */
  stop(id: string): void;
  /** True for an operation that waits or runs in this process. */
  holds(id: string): boolean;
}

/** Longest time that a timer can be set to, in milliseconds. */
const longestTimer = 2 ** 31 - 1;

/** Milliseconds between tries to write down an end while the store is in trouble. */
const endPauses: readonly number[] = [100, 1_000, 5_000, 15_000];

/** Why work stops that nobody goes on with. */
const goingDown = Symbol('the process goes down');

/** An operation of this process; its record is written by one at a time, in order. */
interface HeldOperation {
  stop: AbortController;
  /** Writes what becomes of the record; false when the operation is not as expected any more. */
  write(change: (record: OperationRecord) => OperationRecord, expected: readonly OperationState[]): Promise<boolean>;
}

/** Makes the runner. */
export function createRunner(options: RunnerOptions): OperationRunner {
  const { operations, concurrent, waiting, leaseSeconds, signal } = options;
  const held = new Map<string, HeldOperation>();
  const line: (() => void)[] = [];
  let running = 0;
  // Those that run or wait; counted before the store is asked, so that many at the same moment cannot pass the bound.
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
  const work = async (record: OperationRecord, does: OperationWork, operation: HeldOperation) => {
    await turn();
    try {
      await runOne(record, does, operation, options);
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
  return new Failure('UNAVAILABLE', { message: 'Too many operations are waiting already.', retryAfter: 5 });
}

function holdOperation(record: OperationRecord, operations: KeptOperations): HeldOperation {
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

/** Gives a function that starts the signs of life; they stop by themselves when there is nothing left to vouch for. */
function createHeartbeat(
  held: ReadonlyMap<string, HeldOperation>,
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
      // One that is not as expected any more was cancelled in another process, or given up.
      write((record) => record, openStates).then((isOurs) => isOurs || stop.abort(new Failure('CANCELLED')), report);
    }
  };
  return () => {
    timer ??= setInterval(beat, everyMs).unref();
  };
}

/** An end that comes too late, after a cancellation, changes nothing. */
async function runOne(queued: OperationRecord, does: OperationWork, held: HeldOperation, options: RunnerOptions) {
  const { clock } = options;
  const { stop, write } = held;
  const notBegun = endBefore(queued, stop.signal, options);
  if (notBegun !== undefined) return void (await write((record) => notBegun(record, timestamp(clock)), ['queued']));
  if (!(await write((record) => ({ ...record, state: 'running', updatedAt: timestamp(clock) }), ['queued']))) return;
  const run: OperationRun = {
    operationId: queued.id,
    signal: stop.signal,
    async report(progress) {
      await write((record) => ({ ...record, progress }), ['running']);
    },
  };
  const end = await settle(does, run, stop, options);
  await persist(() => write((record) => end(record, timestamp(clock)), ['running']));
}

/** The end of an operation that is not to be begun any more when its turn comes. */
function endBefore({ createdAt }: OperationRecord, signal: AbortSignal, { clock, runSeconds }: RunnerOptions) {
  if (signal.reason === goingDown) return interrupted;
  if (clock.now() - Date.parse(createdAt) <= runSeconds * 1000) return undefined;
  return failed(
    new Failure('UNAVAILABLE', { message: 'The operation waited too long for its turn and was not begun.' }),
  );
}

/** What an operation becomes with its end. */
type End = (record: OperationRecord, now: string) => OperationRecord;

/** Runs the work within its time; never throws. */
async function settle(does: OperationWork, run: OperationRun, stop: AbortController, options: RunnerOptions) {
  const { runSeconds, resultBytes, report } = options;
  const late = new Failure('UPSTREAM_TIMEOUT', { message: `The operation took longer than ${runSeconds} seconds.` });
  const timer = setTimeout(() => stop.abort(late), Math.min(runSeconds * 1000, longestTimer));
  timer.unref();
  try {
    const outcome = await untilStopped(async () => does(run), stop.signal);
    if (sizeOf(outcome) > resultBytes) throw new RangeError(`The result of an operation has over ${resultBytes} bytes`);
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

/** Work that does not look at its signal is not waited for; one that was stopped before it began is not begun. */
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

/** What was worked for is not lost because the store was in trouble for a moment. */
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
