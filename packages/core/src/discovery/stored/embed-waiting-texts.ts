/** Computes the vectors of texts and makes them comparable in the database. */
import { createNumberRows } from '../vectors/number-rows.js';
import type { HashedText, VectorSources } from '../vectors/stored-vectors.js';

/** Embeds the texts that have no vector yet; a text without a direction is left out. */
export async function embedWaitingTexts(
  sources: VectorSources,
  texts: readonly HashedText[],
  signal: AbortSignal,
): Promise<void> {
  const { comparer } = sources.store;
  if (comparer === undefined) throw new Error('the store does not compare vectors');
  await createNumberRows(sources, comparer).obtain(texts, signal);
}
