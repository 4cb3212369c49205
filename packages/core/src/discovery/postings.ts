/**
 * Many growable lists of 32-bit words in one pool. A full list moves to a block of twice the size; the block that it
 * leaves is reused, whole or in parts. Most words of a catalogue occur once or twice, so a list costs no object of its
 * own.
 */
import { restored, withRoom } from './typed-arrays.js';

/** Many growable lists in one pool. */
export interface Postings {
  /** Number of lists. */
  readonly lists: number;
  /** Creates an empty list and returns its number: 0, 1, 2 … */
  addList(): number;
  /** Reserves space in an empty list for that many values, so that it need not move while it is filled. */
  reserve(list: number, values: number): void;
  append(list: number, value: number): void;
  /** Removes one occurrence of the value; the last value takes its position. An emptied list keeps no block. */
  remove(list: number, value: number): void;
  /** Empties the list. */
  clear(list: number): void;
  /** The pool; valid until the next `append` to a list in it. */
  pool(): Uint32Array;
  /** Start of the list in the pool. */
  start(list: number): number;
  length(list: number): number;
  /** Allocated bytes, including the pool. */
  readonly bytes: number;
  /** The lists without the pool; valid until the next change. */
  save(): SavedPostings;
}

/** Lists as they are saved, without their pool. */
export interface SavedPostings {
  starts: Uint32Array;
  lengths: Uint32Array;
  sizes: Uint8Array;
}

/** The pool, allocated in blocks whose sizes are powers of two; several sets of lists may share one. */
export interface Blocks {
  words: Uint32Array;
  /** Start of a block of this power of two. */
  take(power: number): number;
  /** Returns a block for reuse. */
  release(start: number, power: number): void;
  /** The pool; valid until the next change. */
  save(): SavedBlocks;
}

/** A pool as it is saved. */
export interface SavedBlocks {
  words: Uint32Array;
  /** Starts of free blocks, by power of two. */
  free: number[][];
}

/** Creates an empty pool, or the saved one. */
export function createBlocks(saved?: SavedBlocks): Blocks {
  const free: number[][] = Array.from({ length: 32 }, (_, power) => saved?.free[power] ?? []);
  let used = saved?.words.length ?? 0;

  /** Start of a free block of this size, split from a larger one if needed; undefined when all are in use. */
  function recycle(power: number): number | undefined {
    for (let larger = power; larger < free.length; larger += 1) {
      const start = free[larger]?.pop();
      if (start === undefined) continue;
      for (let half = larger - 1; half >= power; half -= 1) free[half]?.push(start + 2 ** half);
      return start;
    }
    return undefined;
  }

  const blocks: Blocks = {
    words: saved === undefined ? new Uint32Array(64) : restored(saved.words),
    take(power) {
      const recycled = recycle(power);
      if (recycled !== undefined) return recycled;
      const start = used;
      used += 2 ** power;
      blocks.words = withRoom(blocks.words, used);
      return start;
    },
    release(start, power) {
      free[power]?.push(start);
    },
    save: () => ({ words: blocks.words.subarray(0, used), free }),
  };
  return blocks;
}

/** Creates a set without lists, in its own pool or in a shared one, or the saved lists of the pool. */
export function createPostings(blocks: Blocks = createBlocks(), saved?: SavedPostings): Postings {
  let lists = saved?.starts.length ?? 0;
  let starts = restored(saved?.starts ?? new Uint32Array(15));
  let lengths = restored(saved?.lengths ?? new Uint32Array(15));
  /** Capacity as a power of two, plus one; 0 while the list has no block. */
  let sizes = restored(saved?.sizes ?? new Uint8Array(15));

  function enlarge(list: number): void {
    const size = sizes[list] ?? 0;
    const from = starts[list] ?? 0;
    const to = blocks.take(size);
    if (size > 0) {
      blocks.words.copyWithin(to, from, from + (lengths[list] ?? 0));
      blocks.release(from, size - 1);
    }
    starts[list] = to;
    sizes[list] = size + 1;
  }

  function release(list: number): void {
    const size = sizes[list] ?? 0;
    if (size > 0) blocks.release(starts[list] ?? 0, size - 1);
    sizes[list] = 0;
    lengths[list] = 0;
  }

  return {
    get lists() {
      return lists;
    },
    addList() {
      starts = withRoom(starts, lists + 1);
      lengths = withRoom(lengths, lists + 1);
      sizes = withRoom(sizes, lists + 1);
      lists += 1;
      return lists - 1;
    },
    reserve(list, values) {
      if ((sizes[list] ?? 0) > 0 || values <= 0) return;
      const power = Math.ceil(Math.log2(values));
      starts[list] = blocks.take(power);
      sizes[list] = power + 1;
    },
    append(list, value) {
      const length = lengths[list] ?? 0;
      const size = sizes[list] ?? 0;
      if (size === 0 || length === 1 << (size - 1)) enlarge(list);
      blocks.words[(starts[list] ?? 0) + length] = value;
      lengths[list] = length + 1;
    },
    remove(list, value) {
      const start = starts[list] ?? 0;
      const last = start + (lengths[list] ?? 0) - 1;
      const pool = blocks.words;
      // From the end: an entry with thousands of rows is removed from its last row to its first.
      const at = pool.subarray(start, last + 1).lastIndexOf(value >>> 0);
      if (at < 0) return;
      pool[start + at] = pool[last] ?? 0;
      lengths[list] = last - start;
      if (last === start) release(list);
    },
    clear: release,
    pool: () => blocks.words,
    start: (list) => starts[list] ?? 0,
    length: (list) => lengths[list] ?? 0,
    save: () => ({
      starts: starts.subarray(0, lists),
      lengths: lengths.subarray(0, lists),
      sizes: sizes.subarray(0, lists),
    }),
    get bytes() {
      return blocks.words.byteLength + starts.byteLength + lengths.byteLength + sizes.byteLength;
    },
  };
}
