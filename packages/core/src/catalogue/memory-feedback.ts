/** Feedback in memory; it lasts as long as the process. */
import type { FeedbackRecord, FeedbackStore } from './feedback.js';

/** Keeps feedback in memory; everything is copied in and out. */
export function createMemoryFeedback(): FeedbackStore {
  const records = new Map<string, FeedbackRecord>();
  return {
    async put(record) {
      const { entryId, operation, subject } = record;
      records.set(JSON.stringify([entryId, operation, subject]), { ...record });
    },
    ofEntry: async (entryId, limit) =>
      [...records.values()]
        .filter((record) => record.entryId === entryId)
        .sort((a, b) => (a.at < b.at ? 1 : -1))
        .slice(0, limit)
        .map((record) => ({ ...record })),
    entries: async (after, limit) =>
      [...new Set([...records.values()].map(({ entryId }) => entryId))]
        .filter((id) => id > after)
        .sort((a, b) => (a < b ? -1 : 1))
        .slice(0, limit),
    count: async (subject) => [...records.values()].filter((record) => record.subject === subject).length,
  };
}
