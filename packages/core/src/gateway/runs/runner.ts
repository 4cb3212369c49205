/**
 * Executes background calls. A run belongs to the process that holds its lease; a process that dies loses its leases,
 * and the process that resumes the run learns from the ledger whether the call was sent. So no run is lost and none is
 * executed twice.
 */
import type { RunRecord, RunStore } from '../../catalogue/runs.js';
import type { Clock } from '../../documents/host.js';
import type { Gateway } from '../invoke.js';
import { createProgressReport } from './report-progress.js';
import type { RunCallOptions } from './run-call.js';
import { toCall } from './run-call.js';
import type { RunEnd } from './run-end.js';
import { endOf, endOfFailure } from './run-end.js';

/** Configuration of the runner. */
export interface RunSettings {
  /** Concurrent runs in this process. */
  concurrency: number;
  /** Maximum number of these that belong to one caller, so that one caller cannot block the others. */
  perCaller: number;
  /** Seconds without a heartbeat after which another process takes over a run. */
  leaseSeconds: number;
  /** Timeout of a background call in seconds. */
  timeoutSeconds: number;
  /** Seconds for which an ended run can be read. */
  keepSeconds: number;
}

/** Dependencies of the runner. */
export interface RunnerPorts {
  runs: RunStore;
  invoke: Gateway['invoke'];
  clock: Clock;
  /** Clock of leases and retention; setting the machine's clock does not change it. */
  steady: Clock;
  /** Id of this process, different from every other's, including earlier ones. */
  node: string;
  settings: RunSettings;
  /** Sends the notifications that are due; resolves after the attempt. */
  notifyEnds: () => Promise<void>;
  /** The client of a run that the service may ask while it runs. */
  clientOf?: RunCallOptions['clientOf'];
  /** Called for each run that this process has ended. */
  onEnd?: (run: RunRecord) => void;
  /** Called on failures of the store. */
  onError: (error: unknown) => void;
}

/** A running runner. */
export interface Runner {
  /** Checks for work at once. */
  wake(): void;
  /** Starts polling for work, including work abandoned by other processes. */
  start(): void;
  /** Stops the work on a run of this process, if there is any. */
  abort(id: string): void;
  /** Accepts nothing new, gives running calls this much time to end, and puts the rest back. */
  stop(graceMs: number): Promise<void>;
}

/** Milliseconds between two polls for work. */
const pollEveryMs = 1000;

/** Seconds until a run is checked again whose call another process may still be making. */
const waitSeconds = 2;

/** Pages of runs examined in one round. */
const maxPortions = 20;

interface Work {
  subject: string;
  controller: AbortController;
  done: Promise<void>;
}

/** Creates a runner; it works when it is notified, and polls once it is started. */
export function createRunner(ports: RunnerPorts): Runner {
  const active = new Map<string, Work>();
  let stopping = false;
  let timer: NodeJS.Timeout | undefined;
  const { runs, steady, node, settings } = ports;
  const countOf = (subject: string) => [...active.values()].filter((work) => work.subject === subject).length;
  const atTheirShare = () =>
    [...new Set([...active.values()].map(({ subject }) => subject))].filter(
      (subject) => countOf(subject) >= settings.perCaller,
    );
  const take = async () => {
    for (let portions = 0; portions < maxPortions; portions += 1) {
      const room = settings.concurrency - active.size;
      if (stopping || room <= 0) return;
      const [now, leaseUntil] = [at(steady, 0), at(steady, settings.leaseSeconds)];
      const leased = await runs.lease({ node, now, leaseUntil, limit: room, except: atTheirShare() });
      for (const run of leased) {
        if (active.has(run.id)) continue;
        if (countOf(run.subject) < settings.perCaller) begin(run);
        else await runs.renew(run.id, node, now);
      }
      if (leased.length < room) return;
    }
  };
  const begin = (run: RunRecord) => {
    const controller = new AbortController();
    const done = work(ports, run, controller)
      .catch(ports.onError)
      .finally(() => {
        active.delete(run.id);
        wake();
      });
    active.set(run.id, { subject: run.subject, controller, done });
  };
  const taking = createTurns(() => take().catch(ports.onError));
  // Receivers may be slow; no call waits for them.
  const notifying = createTurns(() => ports.notifyEnds().catch(ports.onError));
  const wake = () => {
    if (stopping) return;
    taking.next();
    notifying.next();
  };
  return {
    wake,
    start() {
      timer = setInterval(wake, pollEveryMs);
      timer.unref();
      wake();
    },
    abort: (id) => active.get(id)?.controller.abort(),
    async stop(graceMs) {
      stopping = true;
      clearInterval(timer);
      await Promise.all([taking.idle(), notifying.idle()]);
      const ends = Promise.all([...active.values()].map(({ done }) => done));
      const cut = setTimeout(() => {
        for (const { controller } of active.values()) controller.abort(putBack);
      }, graceMs);
      await ends;
      clearTimeout(cut);
    },
  };
}

/** Reasons for aborting a call: it will be resumed, or its run is no longer ours. */
const putBack = Symbol('put back');
const lost = Symbol('lost');

/** Runs one round at a time, and one more if it was requested meanwhile. */
function createTurns(round: () => Promise<void>) {
  let running: Promise<void> | undefined;
  let again = false;
  const run = async () => {
    do {
      again = false;
      await round();
    } while (again);
    running = undefined;
  };
  return {
    next() {
      again = true;
      running ??= run();
    },
    async idle() {
      await running;
    },
  };
}

function at(clock: Clock, seconds: number): string {
  return new Date(clock.now() + seconds * 1000).toISOString();
}

async function work(ports: RunnerPorts, leased: RunRecord, controller: AbortController): Promise<void> {
  const { runs, steady, node, settings } = ports;
  const run = await markRunning(ports, leased);
  if (run === undefined) return;
  const heartbeat = setInterval(
    () => {
      // A run that is no longer ours was canceled or taken over: its call must not continue.
      runs.renew(run.id, node, at(steady, settings.leaseSeconds)).then((kept) => {
        if (!kept) controller.abort(lost);
      }, ports.onError);
    },
    (settings.leaseSeconds * 1000) / 3,
  );
  heartbeat.unref();
  const report = createProgressReport((progress) => runs.report(run.id, node, progress), ports.onError);
  const end = await callAndWait(ports, run, { signal: controller.signal, onProgress: report.tell }).finally(() => {
    clearInterval(heartbeat);
    report.end();
  });
  // Its record belongs to the process that holds the lease now.
  if (controller.signal.reason === lost) return;
  if (controller.signal.reason === putBack) await runs.renew(run.id, node, at(steady, 0));
  else if (end === undefined) await runs.renew(run.id, node, at(steady, waitSeconds));
  else await finish(ports, run, end);
}

async function markRunning({ runs, clock }: RunnerPorts, run: RunRecord): Promise<RunRecord | undefined> {
  if (run.state !== 'queued') return run;
  const running: RunRecord = { ...(await withPlace(runs, run)), state: 'running', updatedAt: at(clock, 0) };
  return (await runs.update(running, 'queued')) ? running : undefined;
}

async function callAndWait(
  { invoke, settings, clientOf }: RunnerPorts,
  run: RunRecord,
  options: Pick<RunCallOptions, 'signal' | 'onProgress'>,
): Promise<RunEnd | undefined> {
  try {
    const call = toCall(run, { ...options, totalMs: settings.timeoutSeconds * 1000, clientOf });
    return endOf(await invoke(call), call);
  } catch (thrown) {
    return endOfFailure(thrown, run.traceId);
  }
}

/** Its caller may have registered a notification meanwhile. */
async function withPlace(runs: RunStore, run: RunRecord): Promise<RunRecord> {
  const present = await runs.find(run.id);
  if (present === undefined) return run;
  const { webhooks: _, ...rest } = run;
  return present.webhooks === undefined ? rest : { ...rest, webhooks: present.webhooks };
}

/** Nothing is written when the run was canceled meanwhile. */
async function finish(ports: RunnerPorts, run: RunRecord, end: RunEnd): Promise<void> {
  const { runs, clock, steady, settings } = ports;
  const times = { updatedAt: at(clock, 0), expiresAt: at(steady, settings.keepSeconds) };
  const ended: RunRecord = { ...(await withPlace(runs, run)), ...end, ...times };
  if (await runs.update(ended, 'running')) ports.onEnd?.(ended);
}
