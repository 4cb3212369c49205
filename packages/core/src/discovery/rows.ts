/** The entries of the index as rows of columns. The number of a removed row is given to the next entry. */
import type { EntrySummary } from '../catalogue/index-port.js';
import { foldText } from './fold.js';
import { createPostings, type Postings } from './postings.js';
import { withRoom } from './typed-arrays.js';

/** Facts of a row that fit in a bit each; a row with no bit set is free. */
export const rowFlags = Object.freeze({ live: 1, public: 2, inactive: 4, deprecated: 8, declaresLanguage: 16 });

/** Posting words hold the row in 24 bits beside a weight of 8. */
const maxRows = 2 ** 24;

/** What a row holds, beside its terms and facets. */
export interface RowFacts {
  summary: EntrySummary;
  seq: number;
  flags: number;
  /** Number of its access class. */
  accessClass: number;
  /** Weighted length of its texts. */
  length: number;
}

/** The columns; every array is indexed by row. */
export interface Rows {
  /** Rows in use or free; no row has a higher number. */
  count: number;
  free: number[];
  flags: Uint8Array;
  lengths: Uint32Array;
  accessClasses: Uint32Array;
  seqs: Float64Array;
  ids: string[];
  names: string[];
  summaries: (EntrySummary | undefined)[];
  nameKeys: string[];
  /** By row: the numbers of its terms, with the codes of their weights in the lowest bits. */
  terms: Postings;
  /** By row: the numbers of its facets. */
  facets: Postings;
}

/** The form in which names are put in order: the same in every locale, without regard to case. */
export function nameKey(name: string): string {
  return foldText(name).toLowerCase();
}

/** Makes columns without a row. */
export function createRows(): Rows {
  return {
    count: 0,
    free: [],
    flags: new Uint8Array(0),
    lengths: new Uint32Array(0),
    accessClasses: new Uint32Array(0),
    seqs: new Float64Array(0),
    ids: [],
    names: [],
    summaries: [],
    nameKeys: [],
    terms: createPostings(),
    facets: createPostings(),
  };
}

function takeRow(rows: Rows): number {
  const free = rows.free.pop();
  if (free !== undefined) return free;
  const row = rows.count;
  if (row >= maxRows) throw new RangeError(`The index holds at most ${maxRows} entries.`);
  rows.count += 1;
  rows.flags = withRoom(rows.flags, rows.count);
  rows.lengths = withRoom(rows.lengths, rows.count);
  rows.accessClasses = withRoom(rows.accessClasses, rows.count);
  rows.seqs = withRoom(rows.seqs, rows.count);
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
  rows.seqs[row] = facts.seq;
  const { id, name } = facts.summary;
  rows.ids[row] = id;
  rows.names[row] = name;
  rows.summaries[row] = facts.summary;
  const key = nameKey(name);
  rows.nameKeys[row] = key === name ? name : key;
  return row;
}

/** Frees a row for another entry. */
export function freeRow(rows: Rows, row: number): void {
  rows.flags[row] = 0;
  rows.ids[row] = '';
  rows.names[row] = '';
  rows.summaries[row] = undefined;
  rows.nameKeys[row] = '';
  rows.terms.clear(row);
  rows.facets.clear(row);
  rows.free.push(row);
}

/** The values of one list; only good until the next change. */
export function valuesOf(lists: Pick<Postings, 'pool' | 'start' | 'length'>, list: number): Uint32Array {
  const start = lists.start(list);
  return lists.pool().subarray(start, start + lists.length(list));
}

function compareText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** Compares two rows by id. */
export function compareIds(rows: Rows, left: number, right: number): number {
  return compareText(rows.ids[left] ?? '', rows.ids[right] ?? '');
}

/** Compares two rows by name without regard to case, then by exact name, then by id. */
export function compareNames(rows: Rows, left: number, right: number): number {
  return (
    compareText(rows.nameKeys[left] ?? '', rows.nameKeys[right] ?? '') ||
    compareText(rows.names[left] ?? '', rows.names[right] ?? '') ||
    compareIds(rows, left, right)
  );
}

/** A place in the name order, prepared for comparing rows with it. */
export interface PreparedPlace {
  key: string;
  name: string;
  id: string;
}

/** True when the row comes after the place. */
export function isBehindPlace(rows: Rows, row: number, place: PreparedPlace): boolean {
  const order =
    compareText(rows.nameKeys[row] ?? '', place.key) ||
    compareText(rows.names[row] ?? '', place.name) ||
    compareText(rows.ids[row] ?? '', place.id);
  return order > 0;
}
