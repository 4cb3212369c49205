/**
 * Vectors by row number: 8 bits a number in blocks of the kernel's memory, with a code of signs beside them. A small
 * table is looked through exactly; in a large one the signs choose the few that are then compared exactly.
 */
import { openPacked } from './packed-vector.js';
import { createScanKernel, type ScanKernel, takeMemory } from './scan-kernel.js';

/** The vectors of one model. */
export interface VectorTable {
  readonly dimensions: number;
  /** Rows that have a vector. */
  readonly size: number;
  has(row: number): boolean;
  /** Sets the vector of a row; the packed one must have the table's dimensions. */
  set(row: number, packed: Uint8Array): void;
  clear(row: number): void;
  /** Makes a query of a vector of length 1. */
  ask(vector: Float32Array): VectorQuery;
}

/** A query over the table; good until the next query or change. */
export interface VectorQuery {
  /** How alike query and row are, -1..1; undefined for a row without a vector. */
  likeness(row: number): number | undefined;
  /** Hands the rows that may be among the nearest to `take`, with their likeness; only rows that pass the test. */
  forNearest(wanted: number, matches: (row: number) => boolean, take: (row: number, likeness: number) => void): void;
}

/** How a table is made. */
export interface VectorTableOptions {
  dimensions: number;
  /** Up to this many vectors all are compared exactly. */
  exactUpTo?: number;
}

const blockRows = 8_192;
const lane = 16;
const usualExact = 32_768;
/** Rows that the signs choose for each one wanted, and at least. */
const chosenPerWanted = 32;
const leastChosen = 4_096;
/** Share of a large table that is chosen: the more rows, the more lie at almost the same distance. */
const chosenShare = 0.01;

interface Block {
  vectors: number;
  codes: number;
  scales: number;
}

/** Makes an empty table; memory is taken when the first vector comes. */
export function createVectorTable({ dimensions, exactUpTo = usualExact }: VectorTableOptions): VectorTable {
  const width = Math.ceil(dimensions / lane) * lane;
  const codeWidth = Math.ceil(dimensions / 8 / lane) * lane;
  const blocks: Block[] = [];
  let kernel: ScanKernel | undefined;
  let work = { query: 0, code: 0, out: 0 };
  let present = new Uint8Array(0);
  let size = 0;

  function open(): ScanKernel {
    if (kernel !== undefined) return kernel;
    kernel = createScanKernel();
    const query = takeMemory(kernel, width * 2 + codeWidth + blockRows * 4);
    work = { query, code: query + width * 2, out: query + width * 2 + codeWidth };
    return kernel;
  }

  function blockOf(row: number): Block {
    const opened = open();
    while (blocks.length * blockRows <= row) {
      const vectors = takeMemory(opened, blockRows * (width + codeWidth + 4));
      const codes = vectors + blockRows * width;
      blocks.push({ vectors, codes, scales: codes + blockRows * codeWidth });
    }
    if (present.length < blocks.length * blockRows) {
      const grown = new Uint8Array(blocks.length * blockRows);
      grown.set(present);
      present = grown;
    }
    return blocks[Math.floor(row / blockRows)] as Block;
  }

  function writeCode(at: number, numbers: ArrayLike<number>): void {
    const code = new Uint8Array(open().memory.buffer, at, codeWidth);
    code.fill(0);
    for (let place = 0; place < dimensions; place += 1) {
      if ((numbers[place] ?? 0) > 0) code[place >> 3] = (code[place >> 3] ?? 0) | (1 << (place & 7));
    }
  }

  /** Writes the query as whole numbers of 16 bits; gives what one step is worth. */
  function writeQuery(vector: Float32Array): number {
    let top = 1e-12;
    for (const value of vector) top = Math.max(top, Math.abs(value));
    // 127 · 4095 · 4096 numbers stays below 2³¹.
    const steps = 4_095;
    const numbers = new Int16Array(open().memory.buffer, work.query, width);
    numbers.fill(0);
    for (let at = 0; at < dimensions; at += 1) numbers[at] = Math.round(((vector[at] ?? 0) / top) * steps);
    writeCode(work.code, vector);
    return top / steps;
  }

  function likenessOf(row: number, step: number): number | undefined {
    const block = blocks[Math.floor(row / blockRows)];
    if (present[row] !== 1 || block === undefined || kernel === undefined) return undefined;
    const inside = row % blockRows;
    return kernel.dotOne(block.vectors + inside * width, block.scales + inside * 4, width, work.query) * step;
  }

  function forAll(step: number, matches: (row: number) => boolean, take: (row: number, likeness: number) => void) {
    blocks.forEach((block, number) => {
      open().dots(block.vectors, block.scales, blockRows, width, work.query, work.out);
      const out = new Float32Array(open().memory.buffer, work.out, blockRows);
      for (let inside = 0, row = number * blockRows; inside < blockRows; inside += 1, row += 1) {
        if (present[row] === 1 && matches(row)) take(row, (out[inside] as number) * step);
      }
    });
  }

  /** Rows by distance of signs, nearest first in whole distances, until enough are chosen. */
  function chooseBySigns(enough: number, matches: (row: number) => boolean): number[] {
    const rows = blocks.length * blockRows;
    const far = new Uint16Array(rows);
    const counts = new Uint32Array(codeWidth * 8 + 1);
    blocks.forEach((block, number) => {
      open().distances(block.codes, blockRows, codeWidth, work.code, work.out);
      far.set(new Uint16Array(open().memory.buffer, work.out, blockRows), number * blockRows);
    });
    const barred = counts.length;
    for (let row = 0; row < rows; row += 1) {
      if (present[row] !== 1 || !matches(row)) far[row] = barred;
      else counts[far[row] as number] = (counts[far[row] as number] as number) + 1;
    }
    let limit = 0;
    for (let sum = counts[0] ?? 0; sum < enough && limit < counts.length - 1; ) sum += counts[++limit] ?? 0;
    const chosen: number[] = [];
    for (let row = 0; row < rows; row += 1) if ((far[row] as number) <= limit) chosen.push(row);
    return chosen;
  }

  return {
    dimensions,
    get size() {
      return size;
    },
    has: (row) => present[row] === 1,
    set(row, packed) {
      const { scale, numbers } = openPacked(packed);
      if (numbers.length !== dimensions) throw new RangeError(`a vector of ${dimensions} numbers is needed`);
      const block = blockOf(row);
      const inside = row % blockRows;
      const { buffer } = open().memory;
      new Int8Array(buffer, block.vectors + inside * width, width).fill(0);
      new Int8Array(buffer, block.vectors + inside * width, dimensions).set(numbers);
      new Float32Array(buffer, block.scales, blockRows)[inside] = scale;
      writeCode(block.codes + inside * codeWidth, numbers);
      if (present[row] !== 1) size += 1;
      present[row] = 1;
    },
    clear(row) {
      if (present[row] !== 1) return;
      present[row] = 0;
      size -= 1;
    },
    ask(vector) {
      if (vector.length !== dimensions) throw new RangeError(`a vector of ${dimensions} numbers is needed`);
      const step = size === 0 ? 0 : writeQuery(vector);
      return {
        likeness: (row) => likenessOf(row, step),
        forNearest(wanted, matches, take) {
          if (size === 0) return;
          if (size <= exactUpTo) return forAll(step, matches, take);
          const enough = Math.max(leastChosen, wanted * chosenPerWanted, Math.round(size * chosenShare));
          for (const row of chooseBySigns(enough, matches)) take(row, likenessOf(row, step) ?? 0);
        },
      };
    },
  };
}
