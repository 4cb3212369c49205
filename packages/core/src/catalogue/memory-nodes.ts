/** Running servers in memory. */
import type { NodeRecord, NodeStore } from './nodes.js';

/** Keeps running servers in memory. */
export function createMemoryNodes(): NodeStore {
  const nodes = new Map<string, NodeRecord>();
  return {
    async enter(node, { since, force }) {
      for (const { id, seenAt } of [...nodes.values()]) if (seenAt < since) nodes.delete(id);
      const other = [...nodes.values()].find(({ id, model }) => id !== node.id && model !== node.model && model !== '');
      if (other !== undefined && node.model !== '' && !force) return { ...other };
      nodes.set(node.id, { ...node });
      return undefined;
    },
    list: async () => [...nodes.values()].sort((a, b) => (a.id < b.id ? -1 : 1)).map((node) => ({ ...node })),
    async leave(id) {
      nodes.delete(id);
    },
  };
}
