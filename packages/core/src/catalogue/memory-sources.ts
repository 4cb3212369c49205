/** Crawled addresses in memory: the part of the in-memory store that hands out due sources. */
import { chainRecord } from './audit.js';
import type { MemoryAudit } from './memory-audit.js';
import type { SourceRecord, SourceStore, StoredPoll } from './store.js';
import { maxPolls } from './store.js';

/** Keeps crawled addresses in memory; everything is copied in and out. */
export function createMemorySources(audit: MemoryAudit): SourceStore {
  const sources = new Map<string, SourceRecord>();
  const polls = new Map<string, StoredPoll[]>();

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
    async readMany(ids) {
      return structuredClone([...sources.values()].filter(({ id }) => ids.includes(id)));
    },
    async list() {
      return structuredClone([...sources.values()].sort((a, b) => (a.id < b.id ? -1 : 1)));
    },
    async remove(id, draft) {
      if (!sources.delete(id)) return false;
      polls.delete(id);
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
    async renew(id, until, leaseUntil) {
      const source = sources.get(id);
      if (source?.dueAt !== until) return false;
      source.dueAt = leaseUntil;
      return true;
    },
    async settle(source, poll, draft) {
      if (!sources.has(source.id)) return;
      sources.set(source.id, structuredClone(source));
      if (draft !== undefined) audit.push(chainRecord(draft, audit.last()));
      if (poll === undefined) return;
      const kept = polls.get(source.id) ?? [];
      const number = (kept.at(-1)?.number ?? 0) + 1;
      polls.set(source.id, [...kept, { ...structuredClone(poll), number }].slice(-maxPolls));
    },
    async makeDue(id, now) {
      const source = sources.get(id);
      if (source !== undefined && source.dueAt > now) source.dueAt = now;
    },
    async polls(id, limit, before = Number.POSITIVE_INFINITY) {
      const kept = (polls.get(id) ?? []).filter(({ number }) => number < before);
      return structuredClone(kept.reverse().slice(0, limit));
    },
  };
}
