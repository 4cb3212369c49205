/** Where long-running operations are kept: the port, and the version of it that lives in the process. */
import type { Clock } from '@dragoman/core';
import { systemClock } from '@dragoman/core';
import { Failure, type JsonObject, type JsonValue } from '@dragoman/model';

/** Where an operation stands. */
export type OperationState = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';

/** One operation. Plain JSON, so that any store can keep it. */
export interface OperationRecord {
  id: string;
  /** Who started it; nobody else sees it. */
  owner: string;
  state: OperationState;
  /** RFC 3339, UTC. */
  createdAt: string;
  endedAt?: string;
  /** When it has failed whatever happens, so that one whose process died does not run for ever. */
  deadline: string;
  /** What the work last said of how far it is. */
  progress?: JsonValue;
  /** Address of what it has made. */
  resource?: string;
  /** What it has made, where that has no address of its own. */
  result?: JsonValue;
  /** Failure code and sentence. */
  problem?: JsonObject;
}

/** Keeps operations. All promises may reject; the caller is then told that the service cannot answer. */
export interface OperationStore {
  /** False when there is no room for another one, or the id is taken. */
  add(record: OperationRecord): Promise<boolean>;
  find(id: string): Promise<OperationRecord | undefined>;
  /** Writes the record if its state is still one of the expected ones, in one step; false when it is not. */
  update(record: OperationRecord, expected: readonly OperationState[]): Promise<boolean>;
}

/** Bounds of the operations in memory. */
export interface MemoryOperationsOptions {
  /** Most that are kept, ended ones too; 10,000 unless given. */
  most?: number;
  /** Seconds for which an ended one is kept; a day unless given. */
  keptSeconds?: number;
  clock?: Clock;
}

/** Operations in the memory of this process: gone when it ends, unknown to others. */
export function createMemoryOperations(options: MemoryOperationsOptions = {}): OperationStore {
  const { most = 10_000, keptSeconds = 86_400, clock = systemClock } = options;
  const records = new Map<string, OperationRecord>();
  const isOld = ({ endedAt }: OperationRecord) =>
    endedAt !== undefined && Date.parse(endedAt) + keptSeconds * 1000 <= clock.now();
  const sweep = () => {
    for (const record of records.values()) if (isOld(record)) records.delete(record.id);
  };
  return {
    async add(record) {
      if (records.size >= most) sweep();
      if (records.size >= most || records.has(record.id)) return false;
      records.set(record.id, structuredClone(record));
      return true;
    },
    async find(id) {
      const record = records.get(id);
      return record === undefined || isOld(record) ? undefined : structuredClone(record);
    },
    async update(record, expected) {
      const present = records.get(record.id);
      if (present === undefined || !expected.includes(present.state)) return false;
      records.set(record.id, structuredClone(record));
      return true;
    },
  };
}

/** The same store, with its trouble told as something that passes. */
export function guardStore(store: OperationStore): OperationStore {
  const told = (cause: unknown): never => {
    throw new Failure('UNAVAILABLE', { message: 'Operations cannot be looked up just now.', retryAfter: 5, cause });
  };
  return {
    add: (record) => store.add(record).catch(told),
    find: (id) => store.find(id).catch(told),
    update: (record, expected) => store.update(record, expected).catch(told),
  };
}
