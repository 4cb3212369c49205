/**
 * Many growable lists of 32-bit words in one pool. A list that is full moves to a block of twice the size;
 * the block that it leaves is handed to the next lists that need it or a part of it. Most words of a catalogue
 * occur once or twice, so a list costs no object of its own.
 */
import { withRoom } from './typed-arrays.js';

/** Many growable lists in one pool. */
export interface Postings {
  /** Number of lists. */
  readonly lists: number;
  /** Makes an empty list and returns its number: 0, 1, 2 … */
  addList(): number;
  /** Makes room in an empty list for that many values, so that it need not move while it is filled. */
  reserve(list: number, values: number): void;
  append(list: number, value: number): void;
  /** Takes one occurrence of the value out; the last value moves to its place. An emptied list keeps no block. */
  remove(list: number, value: number): void;
  /** Empties the list. */
  clear(list: number): void;
  /** The pool; only good until the next `append` to a list in it. */
  pool(): Uint32Array;
  /** Where the list begins in the pool. */
  start(list: number): number;
  length(list: number): number;
  /** Bytes held, those of the pool included. */
  readonly bytes: number;
}

/** The pool, handed out in blocks whose sizes are powers of two; several sets of lists may share one. */
export interface Blocks {
  words: Uint32Array;
  /** Start of a block of this power of two. */
  take(power: number): number;
  /** Takes a block back for the next who needs one of its size. */
  release(start: number, power: number): void;
}

/** Makes an empty pool. */
export function createBlocks(): Blocks {
  const free: number[][] = Array.from({ length: 32 }, () => []);
  let used = 0;

  /** Start of a free block of this size, cut off a larger one where there is none; undefined when all are in use. */
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
    words: new Uint32Array(64),
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
  };
  return blocks;
}

/** Makes a set without lists, in a pool of its own or in one that others use too. */
export function createPostings(blocks: Blocks = createBlocks()): Postings {
  let lists = 0;
  let starts = new Uint32Array(16);
  let lengths = new Uint32Array(16);
  /** Capacity as a power of two, plus one; 0 while the list has no block. */
  let sizes = new Uint8Array(16);

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
      const at = pool.subarray(start, last + 1).indexOf(value >>> 0);
      if (at < 0) return;
      pool[start + at] = pool[last] ?? 0;
      lengths[list] = last - start;
      if (last === start) release(list);
    },
    clear: release,
    pool: () => blocks.words,
    start: (list) => starts[list] ?? 0,
    length: (list) => lengths[list] ?? 0,
    get bytes() {
      return blocks.words.byteLength + starts.byteLength + lengths.byteLength + sizes.byteLength;
    },
  };
}
