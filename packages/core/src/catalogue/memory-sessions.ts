/** Sessions in memory; they last as long as the process at most. */
import type { SessionRecord, SessionStore } from './sessions.js';

/** Keeps sessions in memory; everything is copied in and out. */
export function createMemorySessions(): SessionStore {
  const sessions = new Map<string, SessionRecord>();
  const live = (id: string, now: string) => {
    const found = sessions.get(id);
    return found !== undefined && found.expiresAt > now ? found : undefined;
  };
  return {
    read: async (id, now) => structuredClone(live(id, now)),
    async change(id, decide, now) {
      const next = decide(structuredClone(live(id, now)));
      if (next === undefined) return structuredClone(live(id, now));
      if (next.id !== id) throw new Error('a decision may not change the id of its session');
      sessions.set(id, structuredClone(next));
      return structuredClone(next);
    },
    async ofEntry(entryId, now, limit) {
      const found = [...sessions.values()].filter((each) => each.entryId === entryId && each.expiresAt > now);
      return structuredClone(found.sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, limit));
    },
    count: async (owner, now) =>
      [...sessions.values()].filter((each) => each.owner === owner && each.expiresAt > now).length,
    async prune(now, limit) {
      const expired = [...sessions.values()].filter(({ expiresAt }) => expiresAt <= now).slice(0, limit);
      for (const { id } of expired) sessions.delete(id);
      return expired.length;
    },
  };
}
