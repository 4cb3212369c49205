/**
 * Chooses like a registry: entries in their own index, utterances resolved by words and, with an embedder, by meaning.
 */

import { createWords } from '@dragoman/agis';
import type { Entry } from '@dragoman/model';
import { anonymous } from '../../access/caller.js';
import { createMemoryVectors } from '../../catalogue/memory-vectors.js';
import type { StoredEntry } from '../../catalogue/store.js';
import { createDiscoveryIndex } from '../discovery-index.js';
import type { Embedder } from '../embedder.js';
import { meaningShareOf } from '../fuse.js';
import { type MeaningReader, troubleWith } from '../meaning-reader.js';
import { createResolver, type Resolver } from '../resolve/resolve.js';
import { plainText } from '../tool-text.js';
import { createVectorFeed } from '../vectors/vector-feed.js';
import type { ChooserFor } from './evaluate.js';

/** Options of the choosers. */
export interface SearchChooserOptions {
  /** Also compares meanings; without it, only words. */
  embedder?: Embedder;
  /** Maximum number of operations chosen for an utterance. */
  top?: number;
}

const usualTop = 5;

/** Creates choosers that share their embeddings. */
export function createSearchChoosers({ embedder, top = usualTop }: SearchChooserOptions): ChooserFor {
  const store = createMemoryVectors();
  const words = createWords();
  const meaning = embedder === undefined ? undefined : createTextMemory(embedder);

  const openFeed = (own: Embedder) =>
    createVectorFeed({ embedder: own, store, share: meaningShareOf(own.model), onError: () => undefined });

  async function openResolver(entries: readonly Entry[]): Promise<Resolver> {
    const feed = embedder === undefined ? undefined : openFeed(embedder);
    const index = createDiscoveryIndex(feed === undefined ? {} : { feeds: [feed] });
    const rows = new Map(entries.map((entry, at) => [entry.id, asStored(entry, at + 1)]));
    for (const row of rows.values()) index.put(row);
    await feed?.settled();
    await feed?.stop();
    return createResolver({
      index,
      entries: { readMany: async (ids) => ids.flatMap((id) => rows.get(id) ?? []) },
      words: () => words,
      clock: Date,
      ...(meaning === undefined ? {} : { meaning }),
    });
  }

  return async (entries) => {
    const resolver = await openResolver(entries);
    return async (utterance, signal) => {
      const request = { intent: utterance, context: noContext, policy: {}, top, ranked: true };
      const { candidates } = await resolver.resolve(request, anonymous, signal);
      return candidates.map(({ entry, operation }) =>
        entries.length === 1 ? operation.name : `${entry.id}/${operation.name}`,
      );
    };
  };
}

const noContext = Object.freeze({ languages: [], residency: [], holds: [] });

/** Makes the entry public, whatever its owner decided. */
function asStored(entry: Entry, seq: number): StoredEntry {
  return {
    entry: { ...entry, visibility: 'public', status: 'active' },
    revision: 1,
    seq,
    createdAt: '',
    updatedAt: '',
  };
}

/** The same utterances are used for every wording, so each is embedded once. */
function createTextMemory(embedder: Embedder): MeaningReader {
  const known = new Map<string, Float32Array>();
  return {
    async read(text, signal) {
      const plain = plainText(text);
      const unread = troubleWith(embedder, plain);
      if (unread !== undefined) return { trouble: unread };
      const vector = known.get(plain) ?? (await embedder.embed([plain], signal))[0];
      if (vector === undefined) return { trouble: 'the embedder returned nothing' };
      known.set(plain, vector);
      return { meaning: { model: embedder.model, vector } };
    },
  };
}
