/** The columns of the index of entries in addition to its words: displayed members, and the order of names. */
import type { Entry } from '@dragoman/model';
import { entryFacts } from '../catalogue/entry-facts.js';
import type { EntrySummary, IndexedEntry } from '../catalogue/index-port.js';
import { plainId } from '../catalogue/look-alikes/skeleton.js';
import type { StoredEntry } from '../catalogue/store.js';
import { foldText } from './fold.js';
import { createNameOrder, type NameOrder } from './name-order.js';
import { restored, withRoom } from './typed-arrays.js';

/** Columns of entries; every array is indexed by row. */
export interface EntryRows {
  rowOfId: Map<string, number>;
  /** Ids by their plain form, where they differ from it: few ids do. */
  oddIds: Map<string, string[]>;
  seqs: Float64Array;
  ids: string[];
  names: string[];
  nameKeys: string[];
  /** As JSON while a restored entry was not displayed. */
  described: (IndexedEntry | string | undefined)[];
  order: NameOrder;
}

/** The columns as they are saved. */
export interface SavedEntryRows {
  seqs: Float64Array;
  ids: string[];
  names: string[];
  /** JSON, which is parsed when it is displayed; empty for a free row. */
  described: string[];
  order: Uint32Array;
}

/** Creates columns without rows, or the saved ones. */
export function createEntryRows(saved?: SavedEntryRows): EntryRows {
  const { ids = [], names = [], described = [] } = saved ?? {};
  const rows: EntryRows = {
    rowOfId: new Map(),
    oddIds: new Map(),
    seqs: restored(saved?.seqs ?? new Float64Array(0)),
    ids,
    names,
    nameKeys: names.map(nameKey),
    described,
    order: createNameOrder((left, right) => compareNames(rows, left, right), saved?.order),
  };
  for (let row = 0; row < described.length; row += 1) {
    if (described[row] !== '') addId(rows, ids[row] ?? '', row);
  }
  return rows;
}

/** The columns for a snapshot; valid until the next change. */
export function saveEntryRows({ seqs, ids, names, described, order }: EntryRows): SavedEntryRows {
  const { rows, count } = order.settled();
  return {
    seqs: seqs.subarray(0, ids.length),
    ids,
    names,
    described: described.map((entry = '') => (typeof entry === 'string' ? entry : JSON.stringify(entry))),
    order: rows.subarray(0, count),
  };
}

/** The displayed members of the row; undefined for a row that does not exist. */
export function describeRow({ described }: EntryRows, row: number): IndexedEntry | undefined {
  const entry = described[row];
  if (typeof entry !== 'string') return entry;
  const parsed = JSON.parse(entry) as IndexedEntry;
  described[row] = parsed;
  return parsed;
}

/** Writes the displayed members of the entry. */
export function addEntryRow(rows: EntryRows, row: number, { entry, seq }: StoredEntry): void {
  const { id, name } = entry;
  const key = nameKey(name);
  addId(rows, id, row);
  rows.seqs = withRoom(rows.seqs, row + 1);
  rows.seqs[row] = seq;
  rows.ids[row] = id;
  rows.names[row] = name;
  rows.nameKeys[row] = key === name ? name : key;
  rows.described[row] = describeEntry(entry);
  rows.order.add(row);
}

/** Clears the displayed members of the row. */
export function freeEntryRow(rows: EntryRows, row: number): void {
  rows.order.remove(row);
  removeId(rows, rows.ids[row] ?? '');
  rows.ids[row] = '';
  rows.names[row] = '';
  rows.nameKeys[row] = '';
  rows.described[row] = undefined;
}

function addId({ rowOfId, oddIds }: EntryRows, id: string, row: number): void {
  rowOfId.set(id, row);
  const plain = plainId(id);
  if (plain !== id) oddIds.set(plain, [...(oddIds.get(plain) ?? []), id]);
}

function removeId({ rowOfId, oddIds }: EntryRows, id: string): void {
  rowOfId.delete(id);
  const plain = plainId(id);
  const rest = oddIds.get(plain)?.filter((each) => each !== id) ?? [];
  if (rest.length > 0) oddIds.set(plain, rest);
  else oddIds.delete(plain);
}

/** Ids of other rows with the same plain form. */
export function idsLike({ rowOfId, oddIds }: EntryRows, id: string): string[] {
  const plain = plainId(id);
  const odd = oddIds.get(plain) ?? [];
  return (rowOfId.has(plain) ? [plain, ...odd] : odd).filter((each) => each !== id);
}

/** What lists show of an entry. */
export function describeEntry(entry: Entry): IndexedEntry {
  return { summary: summarize(entry), facts: entryFacts(entry) };
}

function summarize({ id, name, description, capabilities, endpoint }: Entry): EntrySummary {
  return { id, name, description, capabilities, ...(endpoint === undefined ? {} : { endpoint }) };
}

/** The sort key of a name: the same in every locale, case-insensitive. */
export function nameKey(name: string): string {
  return foldText(name).toLowerCase();
}

function compareText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** Compares two rows by id. */
export function compareIds(rows: EntryRows, left: number, right: number): number {
  return compareText(rows.ids[left] ?? '', rows.ids[right] ?? '');
}

/** Compares two rows by case-insensitive name, then by exact name, then by id. */
export function compareNames(rows: EntryRows, left: number, right: number): number {
  return (
    compareText(rows.nameKeys[left] ?? '', rows.nameKeys[right] ?? '') ||
    compareText(rows.names[left] ?? '', rows.names[right] ?? '') ||
    compareIds(rows, left, right)
  );
}

/** A position in the name order, prepared for comparing rows with it. */
export interface PreparedPosition {
  key: string;
  name: string;
  id: string;
}

/** True when the row comes after the position. */
export function isAfterPosition(rows: EntryRows, row: number, place: PreparedPosition): boolean {
  const order =
    compareText(rows.nameKeys[row] ?? '', place.key) ||
    compareText(rows.names[row] ?? '', place.name) ||
    compareText(rows.ids[row] ?? '', place.id);
  return order > 0;
}
