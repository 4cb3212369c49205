/**
 * The two tiers of the embedder port: `precise` runs a small transformer, `instant` adds up the vectors of word pieces.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Embedder } from '@dragoman/core/embedder';
import { type Background, openBackground } from './background.js';
import { createEncoder, hiddenSize, mostPieces } from './encoder.js';
import { openFourBitTable } from './four-bit-table.js';
import { isReadable } from './is-readable.js';
import { manifest } from './manifest.js';
import { createStaticTable } from './static-table.js';
import { packagedFiles, readWeights, type WeightFiles } from './weight-files.js';
import { createWordPieces, type WordPieces } from './word-pieces.js';

/** The built-in models. */
export type Tier = 'precise' | 'instant';

/** Embedder options. */
export interface EmbedderOptions {
  tier: Tier;
  /** Defaults to the package's own files. */
  files?: WeightFiles;
}

/** An embedder with a synchronous method, for type-ahead and synchronous checks. */
export interface BuiltInEmbedder extends Embedder {
  /** The vector of one text, synchronously. */
  embedNow(text: string): Float32Array;
}

/** Number of instant-tier texts between two turns of the event loop. */
const instantTurn = 256;

async function loadPieces(files: WeightFiles): Promise<WordPieces> {
  const text = new TextDecoder().decode(await readWeights(files, 'vocabulary.txt'));
  return createWordPieces(text.trimEnd().split('\n'));
}

async function loadPrecise(files: WeightFiles): Promise<(text: string) => Float32Array> {
  const [pieces, words, layers, kernel] = await Promise.all([
    loadPieces(files),
    readWeights(files, 'precise-words.bin'),
    readWeights(files, 'precise-layers.bin'),
    files.read('kernel.wasm'),
  ]);
  const table = openFourBitTable(words, manifest.pieces, hiddenSize);
  const encoder = await createEncoder({ kernel, words: table, layers, layerCount: manifest.precise.layers });
  return (text) => encoder.encode(pieces.cut(text, mostPieces));
}

async function loadInstant(files: WeightFiles): Promise<(text: string) => Float32Array> {
  const [pieces, bytes] = await Promise.all([loadPieces(files), readWeights(files, 'instant.bin')]);
  const table = createStaticTable(openFourBitTable(bytes, manifest.pieces, manifest.instant.dimensions));
  return (text) => table.encode(pieces.cut(text, mostPieces));
}

/** Opens the sample of a tier. */
export async function loadBackground(tier: Tier, files: WeightFiles = packagedFiles()): Promise<Background> {
  return openBackground(await readWeights(files, `${tier}-background.bin`), manifest[tier].dimensions);
}

/** Creates the embedder of a tier; reads and verifies its files without any network access. */
export async function createEmbedder({ tier, files = packagedFiles() }: EmbedderOptions): Promise<BuiltInEmbedder> {
  const embedNow = await (tier === 'precise' ? loadPrecise(files) : loadInstant(files));
  const background = await loadBackground(tier, files);
  const perTurn = tier === 'precise' ? 1 : instantTurn;
  const { model, dimensions } = manifest[tier];
  return {
    model,
    dimensions,
    reads: isReadable,
    background,
    embedNow,
    async embed(texts, signal) {
      const vectors: Float32Array[] = [];
      for (const text of texts) {
        // Many texts take long; yield to the event loop in between.
        if (vectors.length > 0 && vectors.length % perTurn === 0) await nextTurn();
        signal?.throwIfAborted();
        vectors.push(embedNow(text));
      }
      return vectors;
    },
  };
}
