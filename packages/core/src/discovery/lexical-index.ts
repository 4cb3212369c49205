/**
 * The index that ranks by words: BM25F over the texts of entries, with conditions, in memory. It is rebuilt from the
 * store at start and kept current by change notices, which may arrive late or twice.
 */
import type { Caller, EntryAccess } from '../access/caller.js';
import type { AppliedChange, FindQuery, FindResult, SearchedEntry } from '../catalogue/index-port.js';
import type { StoredEntry } from '../catalogue/store.js';
import { createYieldWhenDue } from '../documents/yield-when-due.js';
import { createAccessClasses, type SavedAccessClasses } from './access-classes.js';
import { addEntryRow, describeRow, freeEntryRow, idsLike } from './entry-rows.js';
import { defaultWeights, type FieldWeights } from './fields.js';
import { createIndexFinder, type NearEntries } from './index-finder.js';
import { createEntryState, type SavedEntryState, saveEntryState } from './index-state.js';
import { createIndexWriter, type IndexWriter } from './index-writer.js';
import type { MemoryIndex } from './memory-index.js';
import type { Bm25 } from './score.js';
import { createTokenizer } from './tokenize.js';

/** Settings of the lexical index; each has a useful default. */
export interface LexicalIndexOptions {
  weights?: Partial<FieldWeights>;
  bm25?: Partial<Bm25>;
  /** Hits whose text score is below this are left out as noise, 0..1. */
  floor?: number;
  /** The index of a snapshot. */
  saved?: SavedEntries;
}

/** The index as it is saved. */
export interface SavedEntries {
  state: SavedEntryState;
  classes: SavedAccessClasses;
}

/** The index by words, to which semantic results can be added. */
export interface LexicalIndex extends MemoryIndex {
  prepare(entry: SearchedEntry): Promise<void>;
  /** Searches by words and by similar meaning. */
  findNear(query: FindQuery, caller: Caller, near: NearEntries): FindResult;
  /** The index for a snapshot; valid until the next change. */
  save(): SavedEntries;
}

/** Parameters that work well for short texts. */
export const defaultBm25: Bm25 = { k1: 1.2, b: 0.75 };
const defaultFloor = 0.01;
/** With fewer operations, an entry is added in a few milliseconds. */
const manyOperations = 500;
/** Number of removals that are remembered; late notices are seconds late, not a hundred thousand removals. */
const rememberedRemovals = 100_000;

/** Creates an empty lexical index, or the saved one. */
export function createLexicalIndex(options: LexicalIndexOptions = {}): LexicalIndex {
  const classes = createAccessClasses(options.saved?.classes);
  const writer = createIndexWriter({ ...defaultWeights, ...options.weights }, classes);
  const finder = createIndexFinder({
    tokenizer: createTokenizer(),
    classes,
    bm25: { ...defaultBm25, ...options.bm25 },
    floor: options.floor ?? defaultFloor,
  });
  const removals = new Map<string, number>();
  let changes = 0;
  const state = createEntryState(options.saved?.state);
  const { entries } = state;

  function latestSeq(id: string): number {
    const row = entries.rowOfId.get(id);
    return row === undefined ? (removals.get(id) ?? -1) : (entries.seqs[row] ?? -1);
  }

  /** True for a notice of a change that was already applied. */
  function isApplied(stored: StoredEntry): boolean {
    return entries.rowOfId.has(stored.entry.id) === (stored.deletedAt === undefined);
  }

  function removeEntry(id: string): void {
    changes += 1;
    const row = entries.rowOfId.get(id);
    if (row === undefined) return;
    freeEntryRow(entries, row);
    writer.remove(state, row);
  }

  function access(id: string): EntryAccess | undefined {
    const row = entries.rowOfId.get(id);
    return row === undefined ? undefined : classes.access(state.rows.accessClasses[row] ?? 0);
  }

  return {
    prepare: (entry) => prepareLarge(writer, entry),
    put(stored) {
      const { id } = stored.entry;
      const indexedSeq = latestSeq(id);
      if (stored.seq < indexedSeq || (stored.seq === indexedSeq && isApplied(stored))) return undefined;
      const applied: AppliedChange = { before: access(id) };
      removeEntry(id);
      if (stored.deletedAt === undefined) {
        removals.delete(id);
        addEntryRow(entries, writer.add(state, stored.entry), stored);
      } else {
        noteRemoval(removals, id, stored.seq);
      }
      return applied;
    },
    remove(id) {
      const seq = latestSeq(id);
      removeEntry(id);
      if (seq >= 0) noteRemoval(removals, id, seq);
    },
    find: (query, caller) => finder.find(state, query, caller),
    findNear: (query, caller, near) => finder.find(state, query, caller, near),
    access,
    describe: (id) => describeRow(entries, entries.rowOfId.get(id) ?? -1),
    idsLike: (id) => idsLike(entries, id),
    seqOf(id) {
      const row = entries.rowOfId.get(id);
      return row === undefined ? undefined : entries.seqs[row];
    },
    knowsField: (field, caller) => finder.knowsField(state, field, caller),
    save: () => ({ state: saveEntryState(state), classes: classes.save() }),
    get size() {
      return entries.rowOfId.size;
    },
    get changes() {
      return changes;
    },
  };
}

function noteRemoval(removals: Map<string, number>, id: string, seq: number): void {
  removals.delete(id);
  removals.set(id, seq);
  const [oldest = id] = removals.keys();
  if (removals.size > rememberedRemovals) removals.delete(oldest);
}

async function prepareLarge(writer: IndexWriter, entry: SearchedEntry): Promise<void> {
  if (entry.operations.length < manyOperations) return;
  const yieldWhenDue = createYieldWhenDue();
  for (const _ of writer.prepare(entry)) {
    const turn = yieldWhenDue();
    if (turn !== undefined) await turn;
  }
}
