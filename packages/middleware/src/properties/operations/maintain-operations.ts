/** Maintains abandoned operations: whose process died, or whose webhook is still to be sent. */
import { type NotifyEndPorts, notifyEnd, timestamp } from '@dragoman/core/http';
import type { ProcessTime } from '../../stores/process-time.js';
import { hasEnded, interrupted, type KeptOperations, type OperationRecord, openStates } from './operation-record.js';
import type { Webhooks } from './operation-webhooks.js';

/** Dependencies. */
export interface MaintenancePorts {
  operations: KeptOperations;
  time: ProcessTime;
  /** True for an operation that this process works on, even without a recent heartbeat. */
  holds(id: string): boolean;
  /** Undefined without webhooks. */
  webhooks: Webhooks | undefined;
  /** Stops the maintenance. */
  signal: AbortSignal | undefined;
  report(problem: unknown): void;
}

/** The maintenance. */
export interface Maintenance {
  /** Checks at once. */
  wake(): void;
  /** Checks when the last check was some time ago. */
  nudge(): void;
}

/** Milliseconds between two checks. */
const everyMs = 5_000;

/** Maximum number of rounds per check. */
const mostRounds = 100;

/** Starts periodic checks, until the process ends or the signal aborts. */
export function maintainOperations(ports: MaintenancePorts): Maintenance {
  const { signal, report } = ports;
  const { steady } = ports.time;
  let nextAt = steady.now();
  let isLooking = false;
  let isWanted = false;
  const look = async () => {
    isLooking = true;
    try {
      for (let rounds = 0; isWanted && rounds < mostRounds; rounds += 1) {
        isWanted = false;
        if (await lookOnce(ports)) isWanted = true;
      }
    } catch (problem) {
      report(problem);
    } finally {
      isLooking = false;
    }
  };
  const wake = () => {
    if (signal?.aborted === true) return;
    isWanted = true;
    nextAt = steady.now() + everyMs;
    if (!isLooking) void look();
  };
  const timer = setInterval(wake, everyMs).unref();
  signal?.addEventListener('abort', () => clearInterval(timer));
  return {
    wake,
    nudge() {
      if (steady.now() >= nextAt) wake();
    },
  };
}

/** True when there may be more work: an interruption may also need a webhook. */
async function lookOnce(ports: MaintenancePorts): Promise<boolean> {
  const { operations, holds, time } = ports;
  const due = await operations.takeDue();
  const left = due.filter((record) => !hasEnded(record) && !holds(record.id));
  await Promise.all([
    ...left.map((record) => operations.update(interrupted(record, timestamp(time.clock)), openStates)),
    ...due.filter(hasEnded).map((record) => tell(ports, record)),
  ]);
  return due.length > 0;
}

async function tell({ operations, time, webhooks }: MaintenancePorts, record: OperationRecord): Promise<void> {
  if (webhooks === undefined) return;
  const runs: NotifyEndPorts<OperationRecord>['runs'] = {
    find: async (id) => (await operations.find(id))?.record,
    update: (run, expected) => operations.update(run, [expected]),
  };
  await notifyEnd({ ...webhooks.ports, runs, clock: time.clock, random: Math.random }, record);
}
