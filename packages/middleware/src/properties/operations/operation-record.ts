/** One long-running operation as it is kept, and the rows of a store that it is kept in. */
import { type Clock, endStates, type RunState, type RunWebhook, webhookDueAt } from '@dragoman/core/http';
import { Failure, type JsonObject, type JsonValue } from '@dragoman/model';
import type { KeptRow, PropertyStore } from '../../stores/index.js';

/** Where an operation stands; `interrupted`: its process died, and nobody goes on with it. */
export type OperationState = RunState;

/** One operation. Plain JSON, so that any store can keep it. */
export interface OperationRecord {
  id: string;
  /** Who started it; nobody else sees it. */
  owner: string;
  state: OperationState;
  /** RFC 3339, UTC. */
  createdAt: string;
  /** When its state last changed. */
  updatedAt: string;
  /** What the work last said of how far it is. */
  progress?: JsonValue;
  /** Address of what it has made. */
  resource?: string;
  /** What it has made, where that has no address of its own. */
  result?: JsonValue;
  /** Failure code and sentence. */
  problem?: JsonObject;
  /** Places that are told of the end. */
  webhooks?: RunWebhook[];
}

/** States of an operation that goes on. */
export const openStates: readonly OperationState[] = ['queued', 'running'];

/** True for an operation that nobody works on any more. */
export function hasEnded({ state }: Pick<OperationRecord, 'state'>): boolean {
  return endStates.includes(state);
}

/** Operations in a store. */
export interface KeptOperations {
  add(record: OperationRecord): Promise<void>;
  find(id: string): Promise<FoundOperation | undefined>;
  /** Writes the record if its state is still one of the expected ones, and vouches for it if it goes on. */
  update(record: OperationRecord, expected: readonly OperationState[]): Promise<boolean>;
  /** Operations that somebody has to look after: whose process died, or whose end is to be told. */
  takeDue(): Promise<OperationRecord[]>;
}

/** An operation, and whether its process still gives signs of life. */
export interface FoundOperation {
  record: OperationRecord;
  isHeld: boolean;
}

/** How operations are kept. */
export interface KeepingOptions {
  store: PropertyStore;
  clock: Clock;
  /** Keeps the operations of one path apart from those of another. */
  path: string;
  /** Seconds after which a process that gives no sign of life counts as gone. */
  leaseSeconds: number;
  /** Seconds for which an ended one is kept. */
  keptSeconds: number;
}

/** Operations looked after in one round, and milliseconds that whoever took them has for it. */
const together = 8;
const careMs = 60_000;

/** Keeps operations in a store; its trouble is told as something that passes. */
export function keepOperations(options: KeepingOptions): KeptOperations {
  const { store, clock, path } = options;
  const watch = `operations:${path}`;
  const placeOf = (id: string) => JSON.stringify(['operation', path, id]);
  const toRow = (record: OperationRecord) => rowOf(record, watch, options);
  return {
    async add(record) {
      const asked = { now: clock.now() };
      const there = await store.insert(placeOf(record.id), toRow(record), asked).catch(tellTrouble);
      if (there !== undefined) throw new Error('An operation has the id of another one');
    },
    async find(id) {
      const row = await store.find(placeOf(id)).catch(tellTrouble);
      const now = clock.now();
      if (row === undefined || row.expiresAt <= now) return undefined;
      return { record: recordOf(row), isHeld: row.heldUntil > now };
    },
    update: (record, expected) =>
      store.change(placeOf(record.id), toRow(record), { states: expected }).catch(tellTrouble),
    async takeDue() {
      const now = clock.now();
      return (await store.takeDue(watch, { now, until: now + careMs, limit: together })).map(recordOf);
    },
  };
}

function tellTrouble(cause: unknown): never {
  throw new Failure('UNAVAILABLE', { message: 'Operations cannot be looked up just now.', retryAfter: 5, cause });
}

/** An open one is vouched for; one whose end is to be told is left alone until then; for all others nobody has to look. */
function rowOf(record: OperationRecord, watch: string, { clock, leaseSeconds, keptSeconds }: KeepingOptions): KeptRow {
  const now = clock.now();
  const due = hasEnded(record) ? webhookDueAt(record) : undefined;
  const heldUntil = hasEnded(record) ? Date.parse(due ?? record.updatedAt) : now + leaseSeconds * 1000;
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

/** What becomes of an operation whose process died; one that had begun may have taken effect. */
export function interrupted(record: OperationRecord, now: string): OperationRecord {
  const failure =
    record.state === 'queued'
      ? new Failure('UNAVAILABLE', { message: 'The process went down before the operation was begun.' })
      : new Failure('OUTCOME_UNKNOWN', {
          message: 'The process went down while the operation ran; whether it took effect is not known.',
        });
  return { ...record, state: 'interrupted', updatedAt: now, problem: failureSummary(failure) };
}

/** A failure as the problem of an operation; an internal one shows only the table's sentence. */
export function failureSummary({ code, message, row }: Failure) {
  return { code, detail: code === 'INTERNAL' ? row.message : message, retryable: row.retryable, status: row.status };
}
