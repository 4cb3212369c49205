/**
 * The main index: entries by words, single operations by words and meaning, and an entry by its best operation. Vectors
 * arrive in the background; until a row has its vector, it is ranked among the others by its words.
 */

import type { Caller } from '../access/caller.js';
import type { ScheduleIdle } from '../catalogue/backlog.js';
import type {
  AppliedChange,
  EntryIndex,
  FindQuery,
  Meaning,
  OperationFinder,
  OperationLister,
  OperationQuery,
} from '../catalogue/index-port.js';
import type { StoredEntry } from '../catalogue/store.js';
import { createLexicalIndex, defaultBm25, type SavedEntries } from './lexical-index.js';
import type { MemoryIndex, MemoryOperations } from './memory-index.js';
import { createOperationIndex, type SavedOperations } from './operations/operation-index.js';
import type { VectorFeed } from './vectors/vector-feed.js';

/** Entries and operations in one index, wherever it is. */
export interface SearchIndex extends EntryIndex, OperationFinder, OperationLister {
  /**
   * The meaning with its nearest rows, for this query and this caller, if the store compares vectors; unchanged
   * otherwise. Rejects when the store does not respond.
   */
  lookUp(query: Omit<OperationQuery, 'top'> & { meaning: Meaning }, caller: Caller): Promise<Meaning>;
  /** Number of indexed operations. */
  readonly operations: number;
  /** Number of operations waiting to be indexed, or for their texts after a restore. */
  readonly backlog: number;
}

/** The index in memory. */
export interface DiscoveryIndex extends SearchIndex, MemoryIndex, MemoryOperations {
  put: MemoryIndex['put'];
  remove: MemoryIndex['remove'];
  find: MemoryIndex['find'];
  access: MemoryIndex['access'];
  describe: MemoryIndex['describe'];
  idsLike: MemoryIndex['idsLike'];
  knowsField: MemoryIndex['knowsField'];
  findOperations: MemoryOperations['findOperations'];
  listOperations: MemoryOperations['listOperations'];
  /** Passes the texts of a restored entry to the feeds; ignored for others. Vectors need them, words do not. */
  addTexts(stored: StoredEntry): void;
  /** The index for a snapshot, without vectors; valid until the next change. */
  save(): SavedIndex;
}

/** The index as it is saved: plain objects, typed arrays and strings. */
export interface SavedIndex {
  entries: SavedEntries;
  operations: SavedOperations;
}

/** Options of the index. */
export interface DiscoveryIndexOptions {
  /** Feeds that get every text; vectors of several models may be built in parallel. */
  feeds?: readonly VectorFeed[];
  /** The feed whose vectors answer queries; the first one by default. */
  serving?: () => VectorFeed | undefined;
  /** Defers single operations to an idle moment, or to the first query that needs them. */
  spare?: ScheduleIdle;
  /** The index of a snapshot, which is then followed as usual. */
  saved?: SavedIndex;
}

/** Maximum number of entries found by meaning alone. */
const nearEntries = 500;
/** Below this similarity, two texts are unrelated. */
const minSimilarity = 0.2;

/** Creates an empty index, or the saved one. */
export function createDiscoveryIndex(options: DiscoveryIndexOptions = {}): DiscoveryIndex {
  const { feeds = [], serving = () => feeds[0], spare, saved } = options;
  const entries = createLexicalIndex(saved === undefined ? {} : { saved: saved.entries });
  const operations = createOperationIndex({
    vectors: () => serving()?.vectors,
    onTexts: (texts, owner) => {
      if (feeds.length === 0) return;
      const made = texts();
      for (const feed of feeds) feed.add(made, owner);
    },
    onFree: (row) => {
      for (const feed of feeds) feed.free(row);
    },
    ...(feeds.length === 0 ? {} : { onRestore: (row) => void feeds.map((feed) => feed.expect(row)) }),
    bm25: defaultBm25,
    ...(spare === undefined ? {} : { spare }),
    ...(saved === undefined ? {} : { saved: saved.operations }),
  });

  /** The state in the index of entries decides for both. */
  function put(stored: StoredEntry): AppliedChange | undefined {
    const { id } = stored.entry;
    const before = entries.seqOf(id);
    const applied = entries.put(stored);
    const after = entries.seqOf(id);
    if (after === undefined) operations.remove(id);
    else if (after !== before) operations.put(stored);
    return applied;
  }

  function counts({ text, meaning, order }: FindQuery): boolean {
    const vectors = serving()?.vectors;
    if (text === undefined || text.trim() === '' || order !== 'relevance') return false;
    return meaning !== undefined && vectors !== undefined && vectors.model === meaning.model;
  }

  return {
    prepare: entries.prepare,
    put,
    remove(id) {
      entries.remove(id);
      operations.remove(id);
    },
    find(query, caller) {
      const vectors = serving()?.vectors;
      if (vectors === undefined || !counts(query)) return entries.find(query, caller);
      const nearest = operations.nearestEntries({ ...query, top: nearEntries }, caller);
      const likeness = new Map([...nearest].filter(([, near]) => near >= minSimilarity));
      const rest = nearest.size < nearEntries ? 0 : Math.max(0, Math.min(...nearest.values()));
      const incomplete = operations.entriesWithoutVectors();
      return entries.findNear(query, caller, { likeness, rest, incomplete, share: vectors.share });
    },
    findOperations: operations.findOperations,
    listOperations: operations.listOperations,
    async lookUp(query, caller) {
      const feed = serving();
      if (feed?.lookUp === undefined || feed.vectors.model !== query.meaning.model) return query.meaning;
      return feed.lookUp(query.meaning, { ...operations.rowsOf(query, caller), wanted: nearEntries });
    },
    access: entries.access,
    describe: entries.describe,
    idsLike: entries.idsLike,
    seqOf: entries.seqOf,
    knowsField: entries.knowsField,
    addTexts: operations.addTexts,
    save: () => ({ entries: entries.save(), operations: operations.save() }),
    get size() {
      return entries.size;
    },
    get changes() {
      return entries.changes;
    },
    get operations() {
      return operations.size;
    },
    get backlog() {
      return operations.backlog;
    },
  };
}
