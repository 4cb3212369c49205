/** Open intents in memory: the part of the in-memory store that knows which calls have left. */
import type { Intent, IntentStore } from './intents.js';
import { abandonedRecord } from './intents.js';
import type { MemoryAudit } from './memory-audit.js';

/** Keeps intents in memory, in the map that the audit chain removes them from. */
export function createMemoryIntents(audit: MemoryAudit): IntentStore {
  const { intents } = audit;
  const byLease = () => [...intents.values()].sort((a, b) => (a.leaseUntil < b.leaseUntil ? -1 : 1));
  return {
    async open(intent) {
      intents.set(intent.id, { ...intent });
    },
    async renew(node, leaseUntil) {
      for (const intent of intents.values()) if (intent.node === node) intent.leaseUntil = leaseUntil;
    },
    async recordAbandoned(now, limit) {
      const abandoned = byLease()
        .filter(({ leaseUntil }) => leaseUntil <= now)
        .slice(0, limit);
      await audit.appendAll(
        abandoned.map((intent) => abandonedRecord(intent, now)),
        abandoned.map(({ id }) => id),
      );
      return abandoned.length;
    },
    list: async (limit) =>
      byLease()
        .slice(0, limit)
        .map((intent): Intent => ({ ...intent })),
  };
}
