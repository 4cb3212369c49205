/** Saved items in memory; they last as long as the process. */
import { Failure } from '@dragoman/model';
import type { SavedRecord, SavedStore } from './saved.js';

/** Keeps saved items in memory; everything is copied in and out. */
export function createMemorySaved(): SavedStore {
  const records = new Map<string, SavedRecord>();
  const newestFirst = () => [...records.values()].sort((a, b) => (order(a) < order(b) ? 1 : -1));
  return {
    async add(record, keep) {
      if (records.has(record.id)) throw new Failure('CONFLICT', { message: 'An item with this id already exists.' });
      records.set(record.id, structuredClone(record));
      const own = newestFirst().filter(({ subject, kind }) => subject === record.subject && kind === record.kind);
      for (const { id } of own.slice(keep)) records.delete(id);
    },
    async find(subject, id) {
      const found = records.get(id);
      return found?.subject === subject ? structuredClone(found) : undefined;
    },
    async list({ subject, kind, agentId, operation, limit, before }) {
      const last = before === undefined ? undefined : records.get(before);
      if (before !== undefined && last?.subject !== subject) return [];
      const found = newestFirst().filter(
        (each) =>
          each.subject === subject &&
          each.kind === kind &&
          (agentId === undefined || each.agentId === agentId) &&
          (operation === undefined || each.operation === operation) &&
          (last === undefined || order(each) < order(last)),
      );
      return structuredClone(found.slice(0, limit));
    },
    async remove(subject, id) {
      return records.get(id)?.subject === subject && records.delete(id);
    },
    async prune(now, limit) {
      const old = [...records.values()].filter(({ expiresAt }) => expiresAt <= now).slice(0, limit);
      for (const { id } of old) records.delete(id);
      return old.length;
    },
  };
}

function order({ at, id }: SavedRecord): string {
  return `${at} ${id}`;
}
