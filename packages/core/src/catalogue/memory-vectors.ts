/** Vectors in memory; they last as long as the process. */
import type { VectorStore } from './vectors.js';

const byText = (a: string, b: string) => (a < b ? -1 : 1);

/** Keeps vectors in memory; everything is copied in and out. */
export function createMemoryVectors(): VectorStore {
  const models = new Map<string, Map<string, Uint8Array>>();
  return {
    async read(model, hashes) {
      const kept = models.get(model);
      return [...new Set(hashes)].flatMap((hash) => {
        const packed = kept?.get(hash);
        return packed === undefined ? [] : [{ hash, packed: packed.slice() }];
      });
    },
    async write(model, vectors) {
      const kept = models.get(model) ?? new Map<string, Uint8Array>();
      for (const { hash, packed } of vectors) if (!kept.has(hash)) kept.set(hash, packed.slice());
      if (kept.size > 0) models.set(model, kept);
    },
    models: async () =>
      [...models].map(([model, { size: count }]) => ({ model, count })).sort((a, b) => byText(a.model, b.model)),
    hashes: async (model, after, limit) =>
      [...(models.get(model)?.keys() ?? [])]
        .filter((hash) => hash > after)
        .sort(byText)
        .slice(0, limit),
    async remove(model, hashes) {
      const kept = models.get(model);
      for (const hash of hashes) kept?.delete(hash);
      if (kept?.size === 0) models.delete(model);
    },
  };
}
