/** Call statistics in memory; they last as long as the process. */
import { addCallStats, type CallStatsPosition, type CallStatsRecord, type CallStatsStore } from './call-stats.js';

/** Keeps call statistics in memory; everything is copied in and out. */
export function createMemoryCallStats(): CallStatsStore {
  const kept = new Map<string, CallStatsRecord>();
  const inOrder = () => [...kept].sort(([, a], [, b]) => comparePlaces(a, b));
  return {
    async add(records) {
      return records.map((record) => {
        const key = JSON.stringify([record.entryId, record.operation]);
        const now = addCallStats(kept.get(key), record);
        kept.set(key, now);
        return { ...now };
      });
    },
    after: async (place, limit) =>
      inOrder()
        .filter(([, record]) => comparePlaces(record, place) > 0)
        .slice(0, limit)
        .map(([, record]) => ({ ...record })),
    async prune(before, most) {
      const all = inOrder();
      const gone = all.filter(([, { at }], place) => at < before || place < all.length - most);
      for (const [key] of gone) kept.delete(key);
      return gone.length;
    },
  };
}

function comparePlaces(a: CallStatsPosition, b: CallStatsPosition): number {
  return compare(a.at, b.at) || compare(a.entryId, b.entryId) || compare(a.operation, b.operation);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
