/**
 * The index of single operations: words and meaning of each, with the facets and the access of its entry. An entry with
 * a thousand operations is found by the matching one, which its whole text would hide.
 */
import type { Entry, Operation } from '@dragoman/model';
import { createBacklog, type ScheduleIdle } from '../../catalogue/backlog.js';
import type { StoredEntry } from '../../catalogue/store.js';
import { createAccessClasses, type SavedAccessClasses } from '../access-classes.js';
import { conditionKeys, facetKeys, withOwnLabels } from '../facets.js';
import { createIndexState, type SavedIndexState, saveIndexState } from '../index-state.js';
import { createIndexWriter } from '../index-writer.js';
import type { Bm25 } from '../score.js';
import type { RowVectors } from '../vectors/row-vectors.js';
import type { RowText } from '../vectors/vector-feed.js';
import { createOperationPositions, type OperationPositions, type SavedPositions } from './operation-positions.js';
import { createOperationTexts, operationText, operationWeights, rowEntry } from './operation-rows.js';
import { createOperationSearch, type OperationSearch } from './operation-search.js';

/** The index of operations. */
export interface OperationIndex extends OperationSearch {
  /** Adds or replaces the operations of an entry. */
  put(stored: StoredEntry): void;
  remove(entryId: string): void;
  /** Number of indexed operations. */
  readonly size: number;
  /** Number of operations waiting to be indexed; a query indexes them first. Includes restored ones without a text. */
  readonly backlog: number;
  /** Passes on the texts of a restored entry; ignored for others. */
  addTexts(stored: StoredEntry): void;
  /** The index for a snapshot; valid until the next change. */
  save(): SavedOperations;
}

/** The index as it is saved; without texts, which are long and rarely needed. */
export interface SavedOperations {
  state: SavedIndexState;
  classes: SavedAccessClasses;
  places: SavedPositions;
}

/** Options of the index. */
export interface OperationIndexOptions {
  /** The current vectors; undefined when search uses only words. */
  vectors: () => RowVectors | undefined;
  /** Called with the texts of the rows of an entry and its owner, and for each row that is freed. */
  onTexts: (texts: () => RowText[], owner: string) => void;
  onFree: (row: number) => void;
  /** Called for each restored row; its text follows. Absent when no texts are needed. */
  onRestore?: (row: number) => void;
  /** The index of a snapshot. */
  saved?: SavedOperations;
  bm25: Bm25;
  /** Defers entries to an idle moment; without it, they are indexed at once. */
  spare?: ScheduleIdle;
}

/** Operations that are added at once, which takes about a millisecond. */
const perStep = 32;
/** Texts that are passed on at once, which takes about as long. */
const textsPerStep = 128;

/** Creates an empty index, or the saved one. */
export function createOperationIndex(options: OperationIndexOptions): OperationIndex {
  const { saved, onRestore } = options;
  const classes = createAccessClasses(saved?.classes);
  /** Shared by the operations of the current entry. */
  let alone = false;
  let facets: ReadonlySet<string> = new Set();
  const writer = createIndexWriter(operationWeights, classes, {
    texts: createOperationTexts(() => alone),
    facets: (row) => withOwnLabels(facets, row.operations),
  });
  const state = createIndexState(saved?.state);
  const places = createOperationPositions(saved?.places);
  /** Entries without operations, which never get a vector. */
  const bare = new Set<string>();
  const search = createOperationSearch({ state, places, classes, vectors: options.vectors, bm25: options.bm25 });
  const textless = createTextless(places, bare, onRestore);
  const texts = createTextQueue(options);

  function* removeInSteps(entryId: string): Generator<void> {
    bare.delete(entryId);
    textless.take(entryId);
    texts.drop(entryId);
    yield* removeRows(places.remove(entryId), (row) => {
      options.onFree(row);
      writer.remove(state, row);
    });
  }

  function* add(stored: StoredEntry): Generator<void> {
    const { entry, deletedAt } = stored;
    yield* removeInSteps(entry.id);
    if (deletedAt !== undefined) return;
    const shared = conditionKeys(facetKeys({ ...entry, operations: [] }));
    const write = (operation: Operation) => {
      alone = entry.operations.length === 1;
      facets = shared;
      return writer.add(state, rowEntry(entry, operation));
    };
    const rows = yield* addRows(entry.operations, write, (row) => writer.remove(state, row));
    places.add(entry.id, rows);
    if (rows.length === 0) bare.add(entry.id);
    texts.put(stored, rows);
  }

  const backlog = createBacklog(add, options.spare);
  const current = () => {
    backlog.catchUp();
    return search;
  };
  return {
    put: backlog.put,
    remove(entryId) {
      backlog.drop(entryId);
      for (const _ of removeInSteps(entryId));
    },
    findOperations: (query, caller) => current().findOperations(query, caller),
    listOperations: (query, caller) => current().listOperations(query, caller),
    nearestEntries: (query, caller) => current().nearestEntries(query, caller),
    entriesWithoutVectors: () => new Set([...current().entriesWithoutVectors(), ...bare]),
    rowsOf: (query, caller) => current().rowsOf(query, caller),
    get size() {
      backlog.catchUp();
      return places.size;
    },
    get backlog() {
      return backlog.waiting + texts.waiting + textless.rows;
    },
    addTexts(stored) {
      const rows = textless.take(stored.entry.id);
      // An entry with other operations has changed since, and the change follows.
      if (rows?.length === stored.entry.operations.length) texts.put(stored, rows);
    },
    save() {
      backlog.catchUp();
      return { state: saveIndexState(state), classes: classes.save(), places: places.save() };
    },
  };
}

/** Removes rows in steps, the last one first; of an entry that is abandoned, no row stays. */
function* removeRows(rows: Uint32Array, remove: (row: number) => void): Generator<void> {
  let left = rows.length;
  const removeLast = (count: number) => {
    for (const end = Math.max(0, left - count); left > end; left -= 1) remove(rows[left - 1] ?? 0);
  };
  try {
    for (removeLast(perStep); left > 0; removeLast(perStep)) yield;
  } finally {
    removeLast(left);
  }
}

/** Writes the rows of an entry in steps of some operations; removes the rows of an entry that is abandoned. */
function* addRows(
  operations: readonly Operation[],
  write: (operation: Operation) => number,
  remove: (row: number) => void,
): Generator<void, Uint32Array> {
  const rows: number[] = [];
  try {
    for (const operation of operations) {
      if (rows.length > 0 && rows.length % perStep === 0) yield;
      rows.push(write(operation));
    }
  } finally {
    if (rows.length < operations.length) for (const row of rows) remove(row);
  }
  return Uint32Array.from(rows);
}

/** Passes the texts of rows on in steps; words need no texts, so queries do not wait for them. */
function createTextQueue({ onTexts, spare }: Pick<OperationIndexOptions, 'onTexts' | 'spare'>) {
  const waiting = new Map<string, Uint32Array>();
  function* passTexts({ entry }: StoredEntry): Generator<void> {
    const rows = waiting.get(entry.id) ?? new Uint32Array(0);
    for (let from = 0; from < rows.length; from += textsPerStep) {
      if (from > 0) yield;
      onTexts(() => textsOf(entry, rows, from, textsPerStep), entry.owner);
    }
    waiting.delete(entry.id);
  }
  const backlog = createBacklog(passTexts, spare);
  return {
    put(stored: StoredEntry, rows: Uint32Array): void {
      waiting.set(stored.entry.id, rows);
      backlog.put(stored);
    },
    drop(entryId: string): void {
      backlog.drop(entryId);
      waiting.delete(entryId);
    },
    get waiting() {
      return backlog.waiting;
    },
  };
}

/** The texts of some operations from one on. */
function textsOf(entry: Entry, rows: Uint32Array, from: number, count: number): RowText[] {
  const operations = entry.operations.slice(from, from + count);
  return operations.map((operation, at) => ({ row: rows[from + at] ?? 0, text: operationText(entry, operation) }));
}

/** Restored rows whose texts were not passed on yet; notes entries without rows in `bare`. */
function createTextless(places: OperationPositions, bare: Set<string>, onRestore?: (row: number) => void) {
  const entries = new Map<string, Uint32Array>();
  let count = 0;
  for (const [id, rows] of places.entries()) {
    if (rows.length === 0) bare.add(id);
    if (onRestore === undefined) continue;
    entries.set(id, rows);
    count += rows.length;
    for (const row of rows) onRestore(row);
  }
  return {
    get rows() {
      return count;
    },
    take(entryId: string): Uint32Array | undefined {
      const rows = entries.get(entryId);
      entries.delete(entryId);
      count -= rows?.length ?? 0;
      return rows;
    },
  };
}
