/** The vectors of texts: from the store if it has them, otherwise from the embedder. */
import type { StoredVector, VectorStore } from '../../catalogue/vectors.js';
import type { Embedder } from '../embedder.js';
import { packVector, scaleBytes } from './packed-vector.js';

/** A text with the hash under which its vector is stored. */
export interface HashedText {
  text: string;
  hash: string;
}

/** The sources of vectors. */
export interface VectorSources {
  embedder: Embedder;
  store: VectorStore;
}

/** Packed vectors by hash; missing ones are embedded in one request and stored. A text without a direction is left out. */
export async function obtainVectors(
  sources: VectorSources,
  texts: readonly HashedText[],
  signal: AbortSignal,
): Promise<Map<string, Uint8Array>> {
  const known = await readVectors(sources, texts);
  await embedMissing(sources, { texts, known, signal });
  return known;
}

/** The stored vectors of these texts by hash, packed. */
export async function readVectors(
  { embedder, store }: VectorSources,
  texts: readonly HashedText[],
): Promise<Map<string, Uint8Array>> {
  const kept = await store.read(embedder.model, [...new Set(texts.map(({ hash }) => hash))]);
  // A manually edited store must not stop the index.
  const usable = kept.filter(({ packed }) => packed.byteLength === embedder.dimensions + scaleBytes);
  return new Map(usable.map(({ hash, packed }) => [hash, packed]));
}

interface Missing {
  texts: readonly HashedText[];
  /** Receives the new vectors. */
  known: Map<string, Uint8Array>;
  signal: AbortSignal;
}

async function embedMissing({ embedder, store }: VectorSources, { texts, known, signal }: Missing): Promise<void> {
  const missing = [...new Map(texts.filter(({ hash }) => !known.has(hash)).map(({ hash, text }) => [hash, text]))];
  if (missing.length === 0) return;
  const vectors = await embedder.embed(
    missing.map(([, text]) => text),
    signal,
  );
  const made = missing.flatMap(([hash], at): StoredVector[] => {
    const vector = vectors[at];
    const packed = vector?.length === embedder.dimensions ? packVector(vector) : undefined;
    return packed === undefined ? [] : [{ hash, packed }];
  });
  await store.write(embedder.model, made);
  for (const { hash, packed } of made) known.set(hash, packed);
}
