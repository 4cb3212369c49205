/** The columns of each row for words and conditions. The number of a removed row is reused for the next one. */
import { type Blocks, createPostings, type Postings, type SavedPostings } from './postings.js';
import { restored, withRoom } from './typed-arrays.js';

/** Flags of a row; a row with no flag set is free. */
export const rowFlags = Object.freeze({ live: 1, public: 2, inactive: 4, deprecated: 8, declaresLanguage: 16 });

/** Posting words contain the row in 24 bits and a weight in 8. */
const maxRows = 2 ** 24;

/** The values of a row, in addition to its terms and facets. */
export interface RowFacts {
  flags: number;
  /** Number of its access class. */
  accessClass: number;
  /** Weighted length of its texts. */
  length: number;
}

/** The columns; every array is indexed by row. */
export interface Rows {
  /** Number of rows in use or free; no row has a higher number. */
  count: number;
  free: number[];
  flags: Uint8Array;
  lengths: Uint32Array;
  accessClasses: Uint32Array;
  /** By row: the numbers of its terms, with the codes of their weights in the lowest bits. */
  terms: Postings;
  /** By row: the numbers of its facets. */
  facets: Postings;
}

/** The columns as they are saved, without the pool of their lists. */
export interface SavedRows extends Pick<Rows, 'count' | 'free' | 'flags' | 'lengths' | 'accessClasses'> {
  terms: SavedPostings;
  facets: SavedPostings;
}

/** Creates columns without rows, or the saved ones; their lists are in the pool. */
export function createRows(blocks: Blocks, saved?: SavedRows): Rows {
  return {
    count: saved?.count ?? 0,
    free: saved?.free ?? [],
    flags: restored(saved?.flags ?? new Uint8Array(0)),
    lengths: restored(saved?.lengths ?? new Uint32Array(0)),
    accessClasses: restored(saved?.accessClasses ?? new Uint32Array(0)),
    terms: createPostings(blocks, saved?.terms),
    facets: createPostings(blocks, saved?.facets),
  };
}

/** The columns without the pool of their lists; valid until the next change. */
export function saveRows({ count, free, flags, lengths, accessClasses, terms, facets }: Rows): SavedRows {
  return {
    count,
    free,
    flags: flags.subarray(0, count),
    lengths: lengths.subarray(0, count),
    accessClasses: accessClasses.subarray(0, count),
    terms: terms.save(),
    facets: facets.save(),
  };
}

function takeRow(rows: Rows): number {
  const free = rows.free.pop();
  if (free !== undefined) return free;
  const row = rows.count;
  if (row >= maxRows) throw new RangeError(`The index holds at most ${maxRows} rows.`);
  rows.count += 1;
  rows.flags = withRoom(rows.flags, rows.count);
  rows.lengths = withRoom(rows.lengths, rows.count);
  rows.accessClasses = withRoom(rows.accessClasses, rows.count);
  rows.terms.addList();
  rows.facets.addList();
  return row;
}

/** Writes a row and returns its number. */
export function addRow(rows: Rows, facts: RowFacts): number {
  const row = takeRow(rows);
  rows.flags[row] = facts.flags | rowFlags.live;
  rows.lengths[row] = facts.length;
  rows.accessClasses[row] = facts.accessClass;
  return row;
}

/** Frees a row for reuse. */
export function freeRow(rows: Rows, row: number): void {
  rows.flags[row] = 0;
  rows.terms.clear(row);
  rows.facets.clear(row);
  rows.free.push(row);
}

/** The values of one list; valid until the next change. */
export function valuesOf(lists: Pick<Postings, 'pool' | 'start' | 'length'>, list: number): Uint32Array {
  const start = lists.start(list);
  return lists.pool().subarray(start, start + lists.length(list));
}
