/**
 * Vectors by row number: 8 bits per number in blocks of the kernel's memory, with sign codes. A small table is scanned
 * exactly; in a large one the signs select the few rows that are then compared exactly.
 */
import { createNearest, type Nearest } from './nearest.js';
import { scaleBytes } from './packed-vector.js';
import { blockRows, createVectorBlocks, groupRows, type VectorBlocks } from './vector-blocks.js';

/** The vectors of one model. */
export interface VectorTable {
  readonly dimensions: number;
  /** Rows that have a vector. */
  readonly size: number;
  has(row: number): boolean;
  /** Sets the vector of a row; the packed one must have the table's dimensions. */
  set(row: number, packed: Uint8Array): void;
  clear(row: number): void;
  /** Creates a query from a vector of length 1. */
  ask(vector: Float32Array): VectorQuery;
}

/** A query on the table; valid until the next query or change. */
export interface VectorQuery {
  /** Similarity of query and row, -1..1; undefined for a row without a vector. */
  likeness(row: number): number | undefined;
  /** Passes the nearest of the rows that pass the test to `take`, unordered, including ties with the last of them. */
  forNearest(wanted: number, matches: (row: number) => boolean, take: (row: number, likeness: number) => void): void;
}

/** Options of a table. */
export interface VectorTableOptions {
  dimensions: number;
  /** Up to this many vectors, all are compared exactly. */
  exactUpTo?: number;
}

/** What one core scans exactly within a few milliseconds. */
const usualExact = 131_072;
/** Number of rows that the signs select for each requested one, and the minimum. */
const chosenPerWanted = 16;
const minChosen = 4_096;
/** Share of a large table that is selected: with more rows, more have almost the same distance. */
const chosenShare = 0.01;

type RowTest = (row: number) => boolean;

/** Creates an empty table; memory is allocated with the first vector. */
export function createVectorTable({ dimensions, exactUpTo = usualExact }: VectorTableOptions): VectorTable {
  const blocks = createVectorBlocks(dimensions);
  let present = new Uint8Array(0);
  let size = 0;
  let far = new Uint16Array(0);
  const nearest = createNearest();
  const distancesOf = () => {
    if (far.length < blocks.count * blockRows) far = new Uint16Array(blocks.count * blockRows);
    return countDistances(blocks, far);
  };
  const demand = (length: number) => {
    if (length !== dimensions) throw new RangeError(`a vector of ${dimensions} numbers is required`);
  };
  return {
    dimensions,
    get size() {
      return size;
    },
    has: (row) => present[row] === 1,
    set(row, packed) {
      demand(packed.byteLength - scaleBytes);
      blocks.write(row, packed);
      present = withRows(present, blocks.count * blockRows);
      if (present[row] !== 1) size += 1;
      present[row] = 1;
    },
    clear(row) {
      if (present[row] !== 1) return;
      present[row] = 0;
      size -= 1;
    },
    ask(vector) {
      demand(vector.length);
      const step = size === 0 ? 0 : blocks.takeQuery(vector);
      const has: RowTest = (row) => present[row] === 1;
      return {
        likeness: (row) => (has(row) ? blocks.product(row) * step : undefined),
        forNearest(wanted, matches, take) {
          // Without a direction, all rows are equally near.
          if (step === 0) return;
          const fits: RowTest = (row) => present[row] === 1 && matches(row);
          nearest.begin(wanted);
          if (size <= exactUpTo) {
            compareAll({ blocks, step, nearest, fits });
          } else {
            const enough = Math.max(minChosen, wanted * chosenPerWanted, Math.round(size * chosenShare));
            for (const row of chooseBySigns(distancesOf(), enough, fits))
              nearest.offer(row, blocks.product(row) * step);
          }
          nearest.forEach(take);
        },
      };
    },
  };
}

function withRows(present: Uint8Array<ArrayBuffer>, rows: number): Uint8Array<ArrayBuffer> {
  if (present.length >= rows) return present;
  const grown = new Uint8Array(rows);
  grown.set(present);
  return grown;
}

interface Comparison {
  blocks: VectorBlocks;
  step: number;
  nearest: Nearest;
  fits: RowTest;
}

function compareAll({ blocks, step, nearest, fits }: Comparison): void {
  let minimum = Number.NEGATIVE_INFINITY;
  for (let number = 0; number < blocks.count; number += 1) {
    const { each, tops } = blocks.products(number);
    for (let group = 0; group < tops.length; group += 1) {
      if ((tops[group] as number) * step < minimum) continue;
      for (let inside = group * groupRows; inside < (group + 1) * groupRows; inside += 1) {
        const near = (each[inside] as number) * step;
        const row = number * blockRows + inside;
        if (near < minimum || !fits(row)) continue;
        minimum = nearest.offer(row, near);
      }
    }
  }
}

/** The sign distance of each row from the query, and the number of rows at each distance. */
interface SignDistances {
  far: Uint16Array;
  counts: Uint32Array;
}

function countDistances(blocks: VectorBlocks, far: Uint16Array): SignDistances {
  const counts = new Uint32Array(blocks.farthest + 1);
  for (let number = 0; number < blocks.count; number += 1) {
    const some = blocks.distances(number);
    far.set(some, number * blockRows);
    for (let inside = 0; inside < blockRows; inside += 1) {
      const distance = some[inside] as number;
      counts[distance] = (counts[distance] as number) + 1;
    }
  }
  return { far, counts };
}

/** Growth of the search radius when too few of the selected rows pass the test. */
const ringGrowth = 4;

/**
 * Rows that pass the test, nearest first in whole distances, until enough are selected: ring by ring around the query.
 */
function chooseBySigns({ far, counts }: SignDistances, enough: number, fits: RowTest): number[] {
  const chosen: number[] = [];
  let inner = -1;
  let outer = 0;
  for (let within = counts[0] ?? 0, aim = enough; ; aim = within * ringGrowth) {
    while (within < aim && outer < counts.length - 1) within += counts[++outer] ?? 0;
    for (let row = 0; row < far.length; row += 1) {
      const distance = far[row] as number;
      if (distance <= outer && distance > inner && fits(row)) chosen.push(row);
    }
    if (chosen.length >= enough || outer >= counts.length - 1) return chosen;
    inner = outer;
  }
}
