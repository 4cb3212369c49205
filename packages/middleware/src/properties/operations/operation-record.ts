/** One long-running operation as stored, and its rows in a store. */

import { endStates, type RunWebhook, webhookDueAt } from '@dragoman/core/http';
import type { RunState } from '@dragoman/model';
import { Failure, type JsonObject, type JsonValue } from '@dragoman/model';
import type { KeptRow, PropertyStore } from '../../stores/index.js';
import type { ProcessTime } from '../../stores/process-time.js';

/** State of an operation; `interrupted`: its process died, and nobody continues it. */
export type OperationState = RunState;

/** One operation. Plain JSON, so that any store can hold it. */
export interface OperationRecord {
  id: string;
  /** Who started it; nobody else sees it. */
  owner: string;
  state: OperationState;
  /** RFC 3339, UTC. */
  createdAt: string;
  /** When its state last changed. */
  updatedAt: string;
  /** The last reported progress. */
  progress?: JsonValue;
  /** URL of the result. */
  resource?: string;
  /** The result itself, when it has no URL. */
  result?: JsonValue;
  /** Failure code and sentence. */
  problem?: JsonObject;
  /** Webhook URLs. */
  webhooks?: RunWebhook[];
}

/** States of an active operation. */
export const openStates: readonly OperationState[] = ['queued', 'running'];

/** True for an operation that has ended. */
export function hasEnded({ state }: Pick<OperationRecord, 'state'>): boolean {
  return endStates.includes(state);
}

/** Operations in a store. */
export interface KeptOperations {
  add(record: OperationRecord): Promise<void>;
  find(id: string): Promise<FoundOperation | undefined>;
  /** Writes the record if its state is still as expected, and renews the heartbeat of an active one. */
  update(record: OperationRecord, expected: readonly OperationState[]): Promise<boolean>;
  /** Operations that need maintenance: whose process died, or whose webhook is due. */
  takeDue(): Promise<OperationRecord[]>;
}

/** An operation, and whether its process is alive. */
export interface FoundOperation {
  record: OperationRecord;
  isHeld: boolean;
}

/** Storage options. */
export interface KeepingOptions {
  store: PropertyStore;
  time: ProcessTime;
  /** Separates the operations of one path from those of another. */
  path: string;
  /** Seconds without a heartbeat after which a process counts as dead. */
  leaseSeconds: number;
  /** Seconds for which an ended one is stored. */
  keptSeconds: number;
}

/** Operations per maintenance round, and milliseconds for handling them. */
const together = 8;
const careMs = 60_000;

/** Stores operations; store errors are reported as temporary failures. */
export function keepOperations(options: KeepingOptions): KeptOperations {
  const { store, path } = options;
  const { earlier, later } = options.time;
  const watch = `operations:${path}`;
  const placeOf = (id: string) => JSON.stringify(['operation', path, id]);
  const toRow = (record: OperationRecord) => rowOf(record, watch, options);
  return {
    async add(record) {
      const asked = { now: earlier.now() };
      const there = await store.insert(placeOf(record.id), toRow(record), asked).catch(reportStoreError);
      if (there !== undefined) throw new Error('An operation has the id of another one');
    },
    async find(id) {
      const row = await store.find(placeOf(id)).catch(reportStoreError);
      const now = earlier.now();
      if (row === undefined || row.expiresAt <= now) return undefined;
      return { record: recordOf(row), isHeld: row.heldUntil > now };
    },
    update: (record, expected) =>
      store.change(placeOf(record.id), toRow(record), { states: expected }).catch(reportStoreError),
    async takeDue() {
      const due = { now: earlier.now(), until: later.now() + careMs, limit: together };
      return (await store.takeDue(watch, due)).map(recordOf);
    },
  };
}

function reportStoreError(cause: unknown): never {
  throw new Failure('UNAVAILABLE', { message: 'Operations are temporarily unavailable.', retryAfter: 5, cause });
}

/**
 * Active operations have a heartbeat; those with a due webhook are left alone until then; all others need no
 * maintenance.
 */
function rowOf(record: OperationRecord, watch: string, options: KeepingOptions): KeptRow {
  const { leaseSeconds, keptSeconds } = options;
  const { clock, earlier, later } = options.time;
  const now = later.now();
  const due = hasEnded(record) ? webhookDueAt(record) : undefined;
  // The time that is left until a webhook is due, on the clock with which it is compared.
  const left = Math.max(0, Date.parse(due ?? record.updatedAt) - clock.now());
  const heldUntil = hasEnded(record) ? earlier.now() + left : now + leaseSeconds * 1000;
  return {
    state: record.state,
    holder: '',
    mark: '',
    startedAt: Date.parse(record.createdAt),
    heldUntil,
    expiresAt: Math.max(now, heldUntil) + keptSeconds * 1000,
    watch: hasEnded(record) && due === undefined ? undefined : watch,
    body: JSON.stringify(record),
  };
}

function recordOf({ body = '{}' }: KeptRow): OperationRecord {
  return JSON.parse(body) as OperationRecord;
}

/** The state of an operation whose process died; a started one may have taken effect. */
export function interrupted(record: OperationRecord, now: string): OperationRecord {
  const failure =
    record.state === 'queued'
      ? new Failure('UNAVAILABLE', { message: 'The process stopped before the operation was started.' })
      : new Failure('OUTCOME_UNKNOWN', {
          message: 'The process stopped while the operation was running; whether it took effect is unknown.',
        });
  return { ...record, state: 'interrupted', updatedAt: now, problem: failureSummary(failure) };
}

/** A failure as the problem of an operation; an internal one shows only the table's sentence. */
export function failureSummary({ code, message, row }: Failure) {
  return { code, detail: code === 'INTERNAL' ? row.message : message, retryable: row.retryable, status: row.status };
}
