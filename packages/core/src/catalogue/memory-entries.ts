/** Entries in memory: the part of the in-memory store that keeps states and versions. */
import { applyDecision } from './apply-decision.js';
import type { MemoryAudit } from './memory-audit.js';
import type { EntryStore, EntryVersion, StoredEntry } from './store.js';

const portion = 500;

/** Keeps entries in memory; everything is copied in and out. */
export function createMemoryEntries(audit: MemoryAudit): EntryStore {
  const states = new Map<string, StoredEntry>();
  const histories = new Map<string, EntryVersion[]>();
  const live = () => [...states.values()].filter((stored) => stored.deletedAt === undefined);

  return {
    async read(id) {
      return structuredClone(states.get(id));
    },
    async readMany(ids) {
      const wanted = new Set(ids);
      return structuredClone(live().filter((stored) => wanted.has(stored.entry.id)));
    },
    async change(id, decide, context) {
      const current = structuredClone(states.get(id));
      const decision = decide(current);
      if (decision === undefined) return { stored: structuredClone(states.get(id)), action: undefined };
      const target = { id, current: states.get(id), context, head: audit.last() };
      const { stored, version, record } = structuredClone(applyDecision(structuredClone(decision), target));
      audit.push(record);
      states.set(id, stored);
      histories.set(id, [...(histories.get(id) ?? []), version]);
      return { stored: structuredClone(stored), action: version.action };
    },
    async *all() {
      const ordered = live().sort((a, b) => compareIds(a.entry.id, b.entry.id));
      for (let start = 0; start < ordered.length; start += portion) {
        yield structuredClone(ordered.slice(start, start + portion));
      }
    },
    async changedSince(seq, limit) {
      const changed = [...states.values()].filter((stored) => stored.seq > seq).sort((a, b) => a.seq - b.seq);
      return structuredClone(changed.slice(0, limit));
    },
    async changes(seq, limit) {
      const changed = [...states.values()].filter((stored) => stored.seq > seq).sort((a, b) => a.seq - b.seq);
      return changed.slice(0, limit).map((stored) => ({ id: stored.entry.id, seq: stored.seq }));
    },
    async lastSeq() {
      let last = 0;
      for (const stored of states.values()) last = Math.max(last, stored.seq);
      return last;
    },
    async versions(id, limit, before = Number.POSITIVE_INFINITY) {
      const kept = (histories.get(id) ?? []).filter((version) => version.revision < before);
      return structuredClone(kept.reverse().slice(0, limit));
    },
    async version(id, revision) {
      return structuredClone(histories.get(id)?.find((version) => version.revision === revision));
    },
  };
}

/** The order of the databases: by UTF-8 bytes. */
function compareIds(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
