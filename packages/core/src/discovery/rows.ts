/**
 * The entries of the index as rows of columns. A row is written once; a changed entry gets a new row, and the
 * old one stays behind dead, with its name, until the next sweep.
 */
import { foldText } from './fold.js';
import { withRoom } from './typed-arrays.js';

/** Facts of a row that fit in a bit each; a row with no bit set is dead. */
export const rowFlags = Object.freeze({ live: 1, public: 2, inactive: 4, deprecated: 8, declaresLanguage: 16 });

/** Posting words hold the row in 24 bits beside a weight of 8. */
export const maxRows = 2 ** 24;

/** What a row holds. */
export interface RowFacts {
  id: string;
  name: string;
  seq: number;
  flags: number;
  /** Number of its access class. */
  accessClass: number;
  /** Weighted length of its texts. */
  length: number;
  /** Numbers of its terms, each once. */
  terms: readonly number[];
}

/** The columns; every array is indexed by row. */
export interface Rows {
  /** Rows written, dead ones included. */
  count: number;
  live: number;
  flags: Uint8Array;
  lengths: Uint32Array;
  accessClasses: Uint32Array;
  seqs: Float64Array;
  /** Where the row's terms begin in `terms`; they end where the next row's begin. */
  termStarts: Uint32Array;
  terms: Uint32Array;
  ids: string[];
  names: string[];
  nameKeys: string[];
}

/** The form in which names are put in order: the same in every locale, without regard to case. */
export function nameKey(name: string): string {
  return foldText(name).toLowerCase();
}

/** Makes columns without a row. */
export function createRows(): Rows {
  return {
    count: 0,
    live: 0,
    flags: new Uint8Array(0),
    lengths: new Uint32Array(0),
    accessClasses: new Uint32Array(0),
    seqs: new Float64Array(0),
    termStarts: new Uint32Array(1),
    terms: new Uint32Array(0),
    ids: [],
    names: [],
    nameKeys: [],
  };
}

/** Writes a row and returns its number. */
export function addRow(rows: Rows, facts: RowFacts): number {
  const row = rows.count;
  if (row >= maxRows) throw new RangeError(`The index holds at most ${maxRows} rows.`);
  const firstTerm = rows.termStarts[row] ?? 0;
  const endTerm = firstTerm + facts.terms.length;
  rows.flags = withRoom(rows.flags, row + 1);
  rows.lengths = withRoom(rows.lengths, row + 1);
  rows.accessClasses = withRoom(rows.accessClasses, row + 1);
  rows.seqs = withRoom(rows.seqs, row + 1);
  rows.termStarts = withRoom(rows.termStarts, row + 2);
  rows.terms = withRoom(rows.terms, endTerm);
  rows.flags[row] = facts.flags | rowFlags.live;
  rows.lengths[row] = facts.length;
  rows.accessClasses[row] = facts.accessClass;
  rows.seqs[row] = facts.seq;
  rows.terms.set(facts.terms, firstTerm);
  rows.termStarts[row + 1] = endTerm;
  rows.ids.push(facts.id);
  rows.names.push(facts.name);
  const key = nameKey(facts.name);
  rows.nameKeys.push(key === facts.name ? facts.name : key);
  rows.count += 1;
  rows.live += 1;
  return row;
}

/** Marks a live row as dead. */
export function killRow(rows: Rows, row: number): void {
  rows.flags[row] = 0;
  rows.live -= 1;
}

/** Numbers of the row's terms. */
export function termsOf(rows: Rows, row: number): Uint32Array {
  return rows.terms.subarray(rows.termStarts[row] ?? 0, rows.termStarts[row + 1] ?? 0);
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
