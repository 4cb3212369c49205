/**
 * The index of single operations: words and meaning of each, with the facets and the access of its entry. An entry with
 * a thousand operations is found by the matching one, which its whole text would hide.
 */
import type { Operation } from '@dragoman/model';
import { createBacklog, type ScheduleIdle } from '../../catalogue/backlog.js';
import type { StoredEntry } from '../../catalogue/store.js';
import { createAccessClasses } from '../access-classes.js';
import { conditionKeys, facetKeys, withOwnLabels } from '../facets.js';
import { createIndexState } from '../index-state.js';
import { createIndexWriter } from '../index-writer.js';
import type { Bm25 } from '../score.js';
import type { RowVectors } from '../vectors/row-vectors.js';
import type { RowText } from '../vectors/vector-feed.js';
import { createOperationPositions } from './operation-positions.js';
import { createOperationTexts, operationText, operationWeights, rowEntry } from './operation-rows.js';
import { createOperationSearch, type OperationSearch } from './operation-search.js';

/** The index of operations. */
export interface OperationIndex extends OperationSearch {
  /** Adds or replaces the operations of an entry. */
  put(stored: StoredEntry): void;
  remove(entryId: string): void;
  /** Number of indexed operations. */
  readonly size: number;
  /** Number of operations waiting to be indexed; a query indexes them first. */
  readonly backlog: number;
}

/** Options of the index. */
export interface OperationIndexOptions {
  /** The current vectors; undefined when search uses only words. */
  vectors: () => RowVectors | undefined;
  /** Called with the texts of the rows of an entry and its owner, and for each row that is freed. */
  onTexts: (texts: () => RowText[], owner: string) => void;
  onFree: (row: number) => void;
  bm25: Bm25;
  /** Defers entries to an idle moment; without it, they are indexed at once. */
  spare?: ScheduleIdle;
}

/** Creates an empty index. */
export function createOperationIndex(options: OperationIndexOptions): OperationIndex {
  const classes = createAccessClasses();
  /** Shared by the operations of the current entry. */
  let alone = false;
  let facets: ReadonlySet<string> = new Set();
  const writer = createIndexWriter(operationWeights, classes, {
    texts: createOperationTexts(() => alone),
    facets: (row) => withOwnLabels(facets, row.operations),
  });
  const state = createIndexState();
  const places = createOperationPositions();
  /** Entries without operations, which never get a vector. */
  const bare = new Set<string>();
  const search = createOperationSearch({ state, places, classes, vectors: options.vectors, bm25: options.bm25 });

  function removeAll(entryId: string): void {
    bare.delete(entryId);
    for (const row of places.remove(entryId)) {
      options.onFree(row);
      writer.remove(state, row);
    }
  }

  function take(stored: StoredEntry): void {
    const { entry } = stored;
    removeAll(entry.id);
    if (stored.deletedAt !== undefined) return;
    alone = entry.operations.length === 1;
    facets = conditionKeys(facetKeys({ ...entry, operations: [] }));
    const rows = Uint32Array.from(entry.operations, (operation) => writer.add(state, rowEntry(entry, operation)));
    const textOf = (operation: Operation, at: number) => ({
      row: rows[at] ?? 0,
      text: operationText(entry, operation),
    });
    options.onTexts(() => entry.operations.map(textOf), entry.owner);
    places.add(entry.id, rows);
    if (rows.length === 0) bare.add(entry.id);
  }

  const backlog = createBacklog(take, options.spare);
  return {
    put: backlog.put,
    remove(entryId) {
      backlog.drop(entryId);
      removeAll(entryId);
    },
    findOperations(query, caller) {
      backlog.catchUp();
      return search.findOperations(query, caller);
    },
    nearestEntries(query, caller) {
      backlog.catchUp();
      return search.nearestEntries(query, caller);
    },
    entriesWithoutVectors() {
      backlog.catchUp();
      const ids = search.entriesWithoutVectors();
      for (const id of bare) ids.add(id);
      return ids;
    },
    rowsOf(query, caller) {
      backlog.catchUp();
      return search.rowsOf(query, caller);
    },
    get size() {
      backlog.catchUp();
      return places.size;
    },
    get backlog() {
      return backlog.waiting;
    },
  };
}
