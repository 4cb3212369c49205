/** Crawled addresses in memory: the part of the memory store that hands out what is due. */
import { chainRecord } from './audit.js';
import type { MemoryAudit } from './memory-audit.js';
import type { SourceRecord, SourceStore } from './store.js';

/** Keeps crawled addresses in memory; everything is copied on its way in and out. */
export function createMemorySources(audit: MemoryAudit): SourceStore {
  const sources = new Map<string, SourceRecord>();

  return {
    async add(source, draft) {
      if (sources.has(source.id)) return false;
      sources.set(source.id, structuredClone(source));
      audit.push(chainRecord(draft, audit.last()));
      return true;
    },
    async find(id) {
      return structuredClone(sources.get(id));
    },
    async list() {
      return structuredClone([...sources.values()].sort((a, b) => (a.id < b.id ? -1 : 1)));
    },
    async remove(id, draft) {
      if (!sources.delete(id)) return false;
      audit.push(chainRecord(draft, audit.last()));
      return true;
    },
    async lease(now, leaseUntil, limit) {
      const due = [...sources.values()]
        .filter((source) => source.dueAt <= now)
        .sort((a, b) => (a.dueAt < b.dueAt ? -1 : 1))
        .slice(0, limit);
      for (const source of due) source.dueAt = leaseUntil;
      return structuredClone(due);
    },
    async settle(source) {
      if (sources.has(source.id)) sources.set(source.id, structuredClone(source));
    },
  };
}
