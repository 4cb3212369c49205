/**
 * The memory of a vector table: blocks of rows in the kernel, each with its vectors, their sign codes and their scales.
 */
import { openPacked } from './packed-vector.js';
import { createScanKernel, type ScanKernel, takeMemory } from './scan-kernel.js';

/** Number of rows of one block. */
export const blockRows = 8_192;
/** Number of rows for which the largest product is reported, so that most are skipped together. */
export const groupRows = 64;
const lane = 16;
/** Quantization steps of a query's numbers: 127 · 4095 · 4096 numbers stays below 2³¹. */
const querySteps = 4_095;

/** The blocks of one table. */
export interface VectorBlocks {
  readonly count: number;
  /** Largest distance of two codes. */
  readonly farthest: number;
  /** Writes the vector of a row; creates blocks up to it. */
  write(row: number, packed: Uint8Array): void;
  /** Sets the query; returns the value of one step of a product, 0 when the query has no direction. */
  takeQuery(vector: Float32Array): number;
  /** Product of the query with one row, in steps. */
  product(row: number): number;
  /**
   * Products of the query with all rows of a block, and the largest of each group, in steps; valid until the next call.
   */
  products(block: number): { each: Float32Array; tops: Float32Array };
  /** Distances of the codes of a block from the query's; valid until the next call. */
  distances(block: number): Uint16Array;
}

interface Block {
  vectors: number;
  scales: number;
  /** Created when the signs of the block are first needed: a small table never needs them. */
  codes?: number;
}

/** The kernel, and the addresses in its memory that queries reuse. */
interface Opened {
  kernel: ScanKernel;
  query: number;
  code: number;
  out: number;
  tops: number;
  results?: Results;
}

interface Results {
  each: Float32Array;
  tops: Float32Array;
  /** At the same address as `each`. */
  distances: Uint16Array;
}

/** Creates blocks without memory; it is allocated with the first vector. */
export function createVectorBlocks(dimensions: number): VectorBlocks {
  const width = Math.ceil(dimensions / lane) * lane;
  const codeWidth = Math.ceil(dimensions / 8 / lane) * lane;
  const blocks: Block[] = [];
  let opened: Opened | undefined;

  function open() {
    if (opened !== undefined) return opened;
    const kernel = createScanKernel();
    const query = takeMemory(kernel, width * 2 + codeWidth + blockRows * 4 + (blockRows / groupRows) * 4);
    const out = query + width * 2 + codeWidth;
    opened = { kernel, query, code: query + width * 2, out, tops: out + blockRows * 4 };
    return opened;
  }

  function blockOf(row: number): Block {
    const { kernel } = open();
    while (blocks.length * blockRows <= row) {
      const vectors = takeMemory(kernel, blockRows * (width + 4));
      blocks.push({ vectors, scales: vectors + blockRows * width });
    }
    return blocks[Math.floor(row / blockRows)] as Block;
  }

  const codeAt = (at: number) => new Uint8Array(open().kernel.memory.buffer, at, codeWidth);
  const numbersAt = (at: number) => new Int8Array(open().kernel.memory.buffer, at, width);

  function codesOf(block: Block): number {
    if (block.codes !== undefined) return block.codes;
    const codes = takeMemory(open().kernel, blockRows * codeWidth);
    for (let inside = 0; inside < blockRows; inside += 1) {
      writeSigns(codeAt(codes + inside * codeWidth), numbersAt(block.vectors + inside * width));
    }
    block.codes = codes;
    return codes;
  }

  return {
    get count() {
      return blocks.length;
    },
    farthest: codeWidth * 8,
    write(row, packed) {
      const { scale, numbers } = openPacked(packed);
      const block = blockOf(row);
      const inside = row % blockRows;
      const place = numbersAt(block.vectors + inside * width);
      place.fill(0);
      place.set(numbers);
      new Float32Array(open().kernel.memory.buffer, block.scales, blockRows)[inside] = scale;
      if (block.codes !== undefined) writeSigns(codeAt(block.codes + inside * codeWidth), numbers);
    },
    takeQuery(vector) {
      const { kernel, query, code } = open();
      writeSigns(codeAt(code), vector);
      return writeQuery(new Int16Array(kernel.memory.buffer, query, width), vector);
    },
    product(row) {
      const { kernel, query } = open();
      const { vectors, scales } = blocks[Math.floor(row / blockRows)] as Block;
      const inside = row % blockRows;
      return kernel.dotOne(vectors + inside * width, scales + inside * 4, width, query);
    },
    products(number) {
      const { kernel, query, out, tops } = open();
      const { vectors, scales } = blocks[number] as Block;
      kernel.dots(vectors, scales, blockRows, width, query, out, tops);
      return openResults(open());
    },
    distances(number) {
      const { kernel, code, out } = open();
      kernel.distances(codesOf(blocks[number] as Block), blockRows, codeWidth, code, out);
      return openResults(open()).distances;
    },
  };
}

/** Views of the kernel's results; created again only when its memory has grown. */
function openResults(opened: Opened): Results {
  const { kernel, out, tops } = opened;
  const { buffer } = kernel.memory;
  if (opened.results?.each.buffer === buffer) return opened.results;
  opened.results = {
    each: new Float32Array(buffer, out, blockRows),
    tops: new Float32Array(buffer, tops, blockRows / groupRows),
    distances: new Uint16Array(buffer, out, blockRows),
  };
  return opened.results;
}

/** Writes the quantized query; returns the value of one step, 0 for a query without a direction. */
function writeQuery(numbers: Int16Array, vector: Float32Array): number {
  let top = 0;
  for (const value of vector) top = Math.max(top, Math.abs(value));
  numbers.fill(0);
  if (top === 0) return 0;
  for (let at = 0; at < vector.length; at += 1) numbers[at] = Math.round(((vector[at] ?? 0) / top) * querySteps);
  return top / querySteps;
}

/** One bit per number: whether it is above zero. */
function writeSigns(code: Uint8Array, numbers: ArrayLike<number>): void {
  code.fill(0);
  for (let place = 0; place < numbers.length; place += 1) {
    if ((numbers[place] as number) > 0) code[place >> 3] = (code[place >> 3] as number) | (1 << (place & 7));
  }
}
