/** The audit chain in memory: the part of the in-memory store that every change appends to. */
import type { AuditPoint } from '@dragoman/model';
import type { AuditRecord, AuditStore } from './audit.js';
import { chainRecord, genesis, operationMark } from './audit.js';
import type { Intent } from './intents.js';

/** The in-memory audit store, with functions for appending in the same step as another change. */
export interface MemoryAudit extends AuditStore {
  /** Last point of the chain. */
  last(): AuditPoint;
  /** Adds a record that is chained to `last()`. */
  push(record: AuditRecord): void;
  /** Open intents by id. */
  readonly intents: Map<string, Intent>;
}

/** Keeps the audit chain in memory; records are frozen, so they are returned without copying. */
export function createMemoryAudit(): MemoryAudit {
  let records: AuditRecord[] = [];
  let head: AuditPoint = genesis;
  let anchor: AuditPoint = genesis;
  const intents = new Map<string, Intent>();

  function push(record: AuditRecord) {
    const kept = Object.freeze({ ...record });
    records.push(kept);
    head = { seq: kept.seq, hash: kept.hash };
  }

  return {
    last: () => head,
    push,
    intents,
    async append(draft, endedIntent) {
      const record = chainRecord(draft, head);
      push(record);
      if (endedIntent !== undefined) intents.delete(endedIntent);
      return record;
    },
    async appendAll(drafts, endedIntents = []) {
      for (const draft of drafts) push(chainRecord(draft, head));
      for (const id of endedIntents) intents.delete(id);
    },
    async list({ after = 0, limit, actor, action, target, traceId }) {
      const found = records.filter(
        (record) =>
          record.seq > after &&
          (actor === undefined || record.actor === actor) &&
          (action === undefined || record.action === action) &&
          (target === undefined || record.target === target) &&
          (traceId === undefined || record.traceId === traceId),
      );
      return found.slice(0, limit).map((record) => ({ ...record }));
    },
    async search({ before = Number.POSITIVE_INFINITY, limit, since = '', until, operation, ...rest }) {
      const mark = operation === undefined ? undefined : operationMark(operation);
      const wanted = Object.entries(rest) as [keyof AuditRecord, string | undefined][];
      const found = records.filter(
        (record) =>
          record.seq < before &&
          record.at >= since &&
          (until === undefined || record.at < until) &&
          (mark === undefined || record.detail?.includes(mark) === true) &&
          wanted.every(([name, value]) => value === undefined || record[name] === value),
      );
      const page = found.slice(-limit).reverse();
      const last = found.length > limit ? page.at(-1) : undefined;
      return { records: page.map((record) => ({ ...record })), ...(last === undefined ? {} : { next: last.seq }) };
    },
    head: async () => ({ ...head }),
    anchor: async () => ({ ...anchor }),
    async prune(before) {
      const firstKept = records.findIndex((record) => record.at >= before);
      const count = firstKept === -1 ? Math.max(records.length - 1, 0) : firstKept;
      const lastRemoved = records[count - 1];
      if (lastRemoved === undefined) return 0;
      anchor = { seq: lastRemoved.seq, hash: lastRemoved.hash };
      records = records.slice(count);
      return count;
    },
  };
}
