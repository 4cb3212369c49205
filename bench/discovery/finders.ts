/** The contestants of the discovery bench: words, meaning, both combined, and two libraries with their defaults. */

import { plainText, toolText } from '@dragoman/core/descriptions';
import {
  anonymous,
  createDiscoveryIndex,
  createLexicalIndex,
  createMemoryStore,
  createVectorFeed,
  meaningShareOf,
} from '@dragoman/core/engine';
import type { BuiltInEmbedder } from '@dragoman/embedder';
import { create, insert, search } from '@orama/orama';
import MiniSearch from 'minisearch';
import { makeEntry, makeOperation, makeStored } from '../entries.js';
import { depth } from './ranking-metrics.js';
import type { Tool } from './retrieval-set.js';

/** Finds the indices of the best tools for a request, best first. */
export type Finder = (request: string) => number[];

/** Scores every tool; the array is valid until the next call. */
export type Scorer = (request: string) => Float32Array;

/** The best indices by score; equal scores in the order of the tools. */
export function takeBest(scores: Float32Array): number[] {
  const best: number[] = [];
  for (let place = 0; place < scores.length; place += 1) {
    const score = scores[place] ?? 0;
    if (best.length === depth && score <= (scores[best[depth - 1] ?? 0] ?? 0)) continue;
    let at = Math.min(best.length, depth - 1);
    while (at > 0 && score > (scores[best[at - 1] ?? 0] ?? 0)) at -= 1;
    best.splice(at, 0, place);
    best.length = Math.min(best.length, depth);
  }
  return best;
}

/** Scores by words: our lexical index. */
export function scoreByWords(tools: readonly Tool[]): Scorer {
  const index = createLexicalIndex();
  const places = new Map(tools.map(({ id }, place) => [id, place]));
  tools.forEach(({ id, name, description }, number) => {
    index.put(makeStored(makeEntry(id, { name, description }), number));
  });
  const scores = new Float32Array(tools.length);
  return (text) => {
    scores.fill(0);
    const asked = { text, conditions: [], order: 'relevance' as const, top: tools.length, skip: 0 };
    for (const { id, score } of index.find(asked, anonymous).hits) scores[places.get(id) ?? 0] = score ?? 0;
    return scores;
  };
}

/** Caches vectors until it is cleared, so that timing includes embedding and evaluation does not. */
export interface RememberedEmbedder extends Pick<BuiltInEmbedder, 'dimensions' | 'embedNow'> {
  forget(): void;
}

/** Caches the vectors of an embedder. */
export function rememberVectors({ dimensions, embedNow }: BuiltInEmbedder): RememberedEmbedder {
  const vectors = new Map<string, Float32Array>();
  return {
    dimensions,
    forget: () => vectors.clear(),
    embedNow(text) {
      const vector = vectors.get(text) ?? embedNow(text);
      vectors.set(text, vector);
      return vector;
    },
  };
}

/** Scores by meaning: the exact dot product of the request's vector with every tool's. */
export function scoreByMeaning(tools: readonly Tool[], embedder: RememberedEmbedder): Scorer {
  const size = embedder.dimensions;
  const vectors = new Float32Array(tools.length * size);
  tools.forEach(({ name, description }, place) => {
    vectors.set(embedder.embedNow(toolText(name, description)), place * size);
  });
  const scores = new Float32Array(tools.length);
  return (text) => {
    const asked = embedder.embedNow(plainText(text));
    for (let place = 0; place < scores.length; place += 1) {
      let sum = 0;
      for (let at = 0, from = place * size; at < size; at += 1) sum += (asked[at] ?? 0) * (vectors[from + at] ?? 0);
      scores[place] = sum;
    }
    return scores;
  };
}

/** The index as in the server: every tool is a service with one operation, found by words and meaning. */
export async function findAsServed(
  tools: readonly Tool[],
  { model, embedder }: { model: string; embedder: RememberedEmbedder },
): Promise<Finder> {
  const { dimensions, embedNow } = embedder;
  const feed = createVectorFeed({
    embedder: { model, dimensions, embed: async (texts) => texts.map(embedNow) },
    store: createMemoryStore().vectors,
    share: meaningShareOf(model),
    onError(error) {
      throw error;
    },
  });
  const index = createDiscoveryIndex({ feeds: [feed] });
  const places = new Map(tools.map(({ id }, place) => [id, place]));
  tools.forEach(({ id, name, description }, number) => {
    const operations = [makeOperation(name, [])];
    index.put(makeStored(makeEntry(id, { name, description, operations }), number + 1));
  });
  await feed.settled();
  return (text) => {
    const meaning = { model, vector: embedNow(plainText(text)) };
    const hits = index.findOperations({ text, meaning, conditions: [], top: depth }, anonymous);
    return hits.map(({ entryId }) => places.get(entryId) ?? -1);
  };
}

function addScaled(scores: Float32Array, weight: number, into: Float32Array): void {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const score of scores) {
    low = Math.min(low, score);
    high = Math.max(high, score);
  }
  const factor = weight / Math.max(1e-9, high - low);
  for (let at = 0; at < scores.length; at += 1) into[at] = (into[at] ?? 0) + ((scores[at] ?? 0) - low) * factor;
}

/** Weighted sum of both scores, scaled to 0..1 over the set. */
export function fuse(words: Scorer, meaning: Scorer, weight: number): Scorer {
  let sum = new Float32Array();
  return (request) => {
    const byWords = words(request);
    if (sum.length !== byWords.length) sum = new Float32Array(byWords.length);
    sum.fill(0);
    addScaled(byWords, 1 - weight, sum);
    addScaled(meaning(request), weight, sum);
    return sum;
  };
}

/** MiniSearch with its own tokenizer and ranking. */
export function findWithMiniSearch(tools: readonly Tool[]): Finder {
  const index = new MiniSearch<Tool & { place: number }>({ idField: 'place', fields: ['name', 'description'] });
  index.addAll(tools.map((tool, place) => ({ ...tool, place })));
  return (request) =>
    index
      .search(request)
      .slice(0, depth)
      .map(({ id }) => Number(id));
}

/** Orama with its English stemmer and its own ranking. */
export function findWithOrama(tools: readonly Tool[]): Finder {
  const database = create({
    schema: { name: 'string', description: 'string' },
    components: { tokenizer: { stemming: true } },
  });
  tools.forEach(({ name, description }, place) => {
    insert(database, { id: String(place), name, description });
  });
  return (request) => {
    const found = search(database, { term: request, limit: depth });
    if (found instanceof Promise) throw new Error('Orama returned a promise; the bench expects a synchronous result.');
    return found.hits.map(({ id }) => Number(id));
  };
}
