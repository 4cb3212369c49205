/** A resolver over entries in memory, with the vectors of one model; ready when the vectors of all entries are. */
import { createWords } from '@dragoman/agis';
import type { Embedder } from '@dragoman/core/embedder';
import {
  anonymous,
  createMeaningReader,
  createResolver,
  type Resolution,
  type StoredEntry,
} from '@dragoman/core/engine';
import { createFilledIndex, fail } from './filled-index.js';

/** Resolves an intent without the entries with these ids. */
export type Ask = (intent: string, denied?: readonly string[]) => Promise<Resolution>;

const context = { languages: [], residency: [], holds: [] };
const waitMs = 60_000;

/** Creates the resolver. */
export async function createResolverRig(
  stored: readonly StoredEntry[],
  model: Embedder | undefined,
  top: number,
): Promise<Ask> {
  const byId = new Map(stored.map((each) => [each.entry.id, each]));
  const index = await createFilledIndex(stored, model);
  const words = createWords();
  const resolver = createResolver({
    index,
    entries: { readMany: async (ids) => ids.flatMap((id) => byId.get(id) ?? []) },
    words: () => words,
    clock: { now: () => 0 },
    ...(model === undefined ? {} : { meaning: createMeaningReader({ embedder: () => model, waitMs, onError: fail }) }),
  });
  return (intent, denied = []) =>
    resolver.resolve({ intent, context, policy: { denied }, top, ranked: true }, anonymous);
}
