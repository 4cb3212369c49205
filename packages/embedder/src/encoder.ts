/**
 * The forward pass of the precise tier: word pieces to one vector. The kernel does the arithmetic in its own memory;
 * this file defines the memory layout and the order of steps. One text at a time, truncated to 128 pieces.
 */
import type { FourBitTable } from './four-bit-table.js';
import { createKernel, firstFreeByte, type Kernel } from './kernel.js';
import { toUnitLength } from './unit-length.js';

/** Size of a hidden vector, and of the result. */
export const hiddenSize = 384;
/** Maximum number of pieces per text, including both special tokens. */
export const mostPieces = 128;
const innerSize = 4 * hiddenSize;
const floatBytes = 4;

/** Shapes of the four products of a layer, in file order. */
const products = [
  { name: 'qkv', inner: hiddenSize, outer: 3 * hiddenSize },
  { name: 'out', inner: hiddenSize, outer: hiddenSize },
  { name: 'up', inner: hiddenSize, outer: innerSize },
  { name: 'down', inner: innerSize, outer: hiddenSize },
] as const;

/** Addresses of one layer in the kernel's memory: codes of each product, its scales and biases, and the two norms. */
interface LayerPlaces {
  codes: Record<ProductName, number>;
  terms: Record<ProductName, number>;
  norm1: number;
  norm2: number;
}

type ProductName = (typeof products)[number]['name'];

/** Addresses of the working buffers. */
interface Workings {
  rows: number;
  rounded: number;
  scales: number;
  wide: number;
  narrow: number;
  scores: number;
  end: number;
}

/** Turns pieces into a unit vector. */
export interface Encoder {
  encode(pieces: readonly number[]): Float32Array;
}

/** Parts of an encoder. */
export interface EncoderParts {
  kernel: Uint8Array<ArrayBuffer>;
  words: FourBitTable;
  /** Positions, the norm of the embeddings, then the layers, as training/export.py writes them. */
  layers: Uint8Array;
  layerCount: number;
}

const normBytes = 2 * hiddenSize * floatBytes;
const positionBytes = mostPieces * hiddenSize * floatBytes;
const codeBytes = products.reduce((sum, { inner, outer }) => sum + inner * outer, 0);
const termBytes = products.reduce((sum, { outer }) => sum + 2 * outer * floatBytes, 0);
const layerBytes = codeBytes + termBytes + 2 * normBytes;

/** File size for this many layers. */
export function layersFileBytes(layerCount: number): number {
  return positionBytes + normBytes + layerCount * layerBytes;
}

function placeLayer(start: number): LayerPlaces {
  let at = start;
  const take = (bytes: number) => {
    at += bytes;
    return at - bytes;
  };
  const codes = products.map(({ name, inner, outer }) => [name, take(inner * outer)] as const);
  const terms = products.map(({ name, outer }) => [name, take(2 * outer * floatBytes)] as const);
  return {
    codes: Object.fromEntries(codes) as Record<ProductName, number>,
    terms: Object.fromEntries(terms) as Record<ProductName, number>,
    norm1: take(normBytes),
    norm2: take(normBytes),
  };
}

function placeWorkings(start: number): Workings {
  const rows = start;
  const rounded = rows + mostPieces * hiddenSize * floatBytes;
  const scales = rounded + mostPieces * innerSize * 2;
  const wide = scales + mostPieces * floatBytes;
  const narrow = wide + mostPieces * innerSize * floatBytes;
  const scores = narrow + mostPieces * hiddenSize * floatBytes;
  return { rows, rounded, scales, wide, narrow, scores, end: scores + mostPieces * floatBytes };
}

/**
 * Runs one layer over the rows. The kernel processes rows in groups of four; rows after the last token are never read.
 */
function runLayer(kernel: Kernel, layer: LayerPlaces, work: Workings, tokens: number): void {
  const rows = Math.ceil(tokens / 4) * 4;
  const multiply = (name: ProductName, from: number, to: number) => {
    const { inner, outer } = products.find((product) => product.name === name) ?? products[0];
    kernel.quantise(from, rows, inner, work.rounded, work.scales);
    kernel.multiply(work.rounded, work.scales, rows, inner, layer.codes[name], layer.terms[name], outer, to);
  };
  multiply('qkv', work.rows, work.wide);
  kernel.attend(work.wide, tokens, work.scores, work.narrow);
  multiply('out', work.narrow, work.narrow);
  kernel.addNorm(work.rows, work.narrow, tokens, layer.norm1);
  multiply('up', work.rows, work.wide);
  kernel.gelu(work.wide, tokens * innerSize);
  multiply('down', work.wide, work.narrow);
  kernel.addNorm(work.rows, work.narrow, tokens, layer.norm2);
}

/** Creates an encoder; its memory is allocated once, and calls do not overlap because they are synchronous. */
export async function createEncoder({ kernel: code, words, layers, layerCount }: EncoderParts): Promise<Encoder> {
  if (layers.length !== layersFileBytes(layerCount)) throw new Error('the layer file has the wrong size');
  const start = firstFreeByte;
  const work = placeWorkings(start + layers.length);
  const kernel = await createKernel(code, work.end - start);
  new Uint8Array(kernel.memory.buffer).set(layers, start);
  const numbers = new Float32Array(kernel.memory.buffer);
  const norm = start + positionBytes;
  const places = Array.from({ length: layerCount }, (_, at) => placeLayer(norm + normBytes + at * layerBytes));
  const zeros = numbers.subarray(work.narrow / floatBytes, work.narrow / floatBytes + mostPieces * hiddenSize);
  const rows = numbers.subarray(work.rows / floatBytes, work.rows / floatBytes + mostPieces * hiddenSize);
  const positions = numbers.subarray(start / floatBytes, start / floatBytes + mostPieces * hiddenSize);

  return {
    encode(pieces) {
      const tokens = Math.min(pieces.length, mostPieces);
      rows.fill(0);
      zeros.fill(0);
      rows.set(positions.subarray(0, tokens * hiddenSize));
      for (let at = 0; at < tokens; at += 1) words.addRow(pieces[at] ?? 0, rows, at * hiddenSize);
      kernel.addNorm(work.rows, work.narrow, tokens, norm);
      for (const layer of places) runLayer(kernel, layer, work, tokens);
      return meanOf(rows, tokens);
    },
  };
}

function meanOf(rows: Float32Array, tokens: number): Float32Array {
  const mean = new Float32Array(hiddenSize);
  for (let at = 0; at < tokens * hiddenSize; at += 1) {
    const place = at % hiddenSize;
    mean[place] = (mean[place] ?? 0) + (rows[at] ?? 0);
  }
  return toUnitLength(mean);
}
