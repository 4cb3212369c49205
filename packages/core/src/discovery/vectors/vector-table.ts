/**
 * Vectors by row number: 8 bits a number in blocks of the kernel's memory, with a code of signs beside them. A small
 * table is looked through exactly; in a large one the signs choose the few that are then compared exactly.
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
  /** Makes a query of a vector of length 1. */
  ask(vector: Float32Array): VectorQuery;
}

/** A query over the table; good until the next query or change. */
export interface VectorQuery {
  /** How alike query and row are, -1..1; undefined for a row without a vector. */
  likeness(row: number): number | undefined;
  /** Hands the nearest of the rows that pass the test to `take`, in no order; all that are as near as the last of them. */
  forNearest(wanted: number, matches: (row: number) => boolean, take: (row: number, likeness: number) => void): void;
}

/** How a table is made. */
export interface VectorTableOptions {
  dimensions: number;
  /** Up to this many vectors all are compared exactly. */
  exactUpTo?: number;
}

/** What one core looks through exactly within a few milliseconds. */
const usualExact = 131_072;
/** Rows that the signs choose for each one wanted, and at least. */
const chosenPerWanted = 16;
const leastChosen = 4_096;
/** Share of a large table that is chosen: the more rows, the more lie at almost the same distance. */
const chosenShare = 0.01;

type RowTest = (row: number) => boolean;

/** Makes an empty table; memory is taken when the first vector comes. */
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
    if (length !== dimensions) throw new RangeError(`a vector of ${dimensions} numbers is needed`);
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
          // Without a direction every row is as near as every other.
          if (step === 0) return;
          const fits: RowTest = (row) => present[row] === 1 && matches(row);
          nearest.begin(wanted);
          if (size <= exactUpTo) {
            compareAll({ blocks, step, nearest, fits });
          } else {
            const enough = Math.max(leastChosen, wanted * chosenPerWanted, Math.round(size * chosenShare));
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
  let least = Number.NEGATIVE_INFINITY;
  for (let number = 0; number < blocks.count; number += 1) {
    const { each, tops } = blocks.products(number);
    for (let group = 0; group < tops.length; group += 1) {
      if ((tops[group] as number) * step < least) continue;
      for (let inside = group * groupRows; inside < (group + 1) * groupRows; inside += 1) {
        const near = (each[inside] as number) * step;
        const row = number * blockRows + inside;
        if (near < least || !fits(row)) continue;
        least = nearest.offer(row, near);
      }
    }
  }
}

/** How far the signs of each row are from those of the query, and how many rows are so far. */
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

/** How much farther is looked when too few of the rows at hand pass the test. */
const ringGrowth = 4;

/** Rows that pass the test, nearest first in whole distances, until enough are chosen: ring by ring around the query. */
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
