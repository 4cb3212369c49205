/** Opens the index: restored from its snapshot or built from the store, then kept current, and saved for the next start. */
import type { EntryIndex, Follower, NameIndex, Store } from '@dragoman/core/engine';
import { createNameIndex, follow, whenIdle, withNames } from '@dragoman/core/engine';
import type { Config } from '../config/config.js';
import type { EntryListener } from '../events/report-entries.js';
import { withEntryListener } from '../events/report-entries.js';
import type { IndexParts, IndexSnapshot } from './index-snapshot.js';
import { openIndexSnapshot } from './index-snapshot.js';
import type { MemorySearch, OpenSearch, OpenSearchPorts } from './open-search.js';
import { openSearch } from './open-search.js';
import { openStoredSearch } from './open-stored-search.js';

/** Dependencies of the index. */
export interface OpenIndexPorts extends Omit<OpenSearchPorts, 'saved' | 'store'> {
  store: Store;
  /** File of the snapshot; without it, every start builds the index. */
  snapshotPath?: string;
  /** Called with each change of the catalogue, once the index is complete. */
  onEntry?: EntryListener;
}

/** The index with its parts. */
export interface OpenIndex {
  search: OpenSearch;
  names: NameIndex;
  /** The index of search, which also maintains the names. */
  index: EntryIndex;
  /** Brings the index up to date and keeps it so; a snapshot is written now and then, and when this is stopped. */
  follow(onError: (error: unknown) => void): Promise<Follower>;
}

/** Milliseconds between two polls for changes of other nodes. */
const followEveryMs = 1000;
/** Milliseconds between two checks whether a snapshot is due. */
const snapshotEveryMs = 60_000;
/** A snapshot is due after this many changes, and after as many as one in ten entries. */
const dueAfter = { changes: 500, share: 0.1 };
/** Writing a larger index would block requests; it is only saved when the server stops. */
const maxEntriesWhileServing = 50_000;

/** Opens the index. */
export async function openIndex(config: Config, ports: OpenIndexPorts): Promise<OpenIndex> {
  if (config.search.engine === 'postgres') return openStoredIndex(config, ports);
  const { store, logger, spare, snapshotPath, onEntry = () => undefined } = ports;
  let isComplete = false;
  const snapshot = snapshotPath === undefined ? undefined : openIndexSnapshot({ path: snapshotPath, store, logger });
  const restored = await snapshot?.read();
  const search = await openSearch(config, { ...ports, ...(restored === undefined ? {} : { saved: restored.index }) });
  const names = whenIdle(() => createNameIndex(restored?.names()), spare);
  const index = withEntryListener(withNames(search.index, names), onEntry, () => isComplete);
  return {
    search,
    names,
    index,
    async follow(onError) {
      const since = restored === undefined ? {} : { since: restored.seq };
      const follower = await follow({ store, index, intervalMs: followEveryMs, onError, ...since });
      isComplete = true;
      if (snapshot === undefined) return follower;
      const parts = (): IndexParts => ({ seq: follower.seq(), index: search.index.save(), names: names.save });
      const saving = startSaving({ snapshot, parts, search, seq: follower.seq, saved: restored?.seq ?? 0 });
      return {
        catchUp: follower.catchUp,
        seq: follower.seq,
        async stop() {
          await saving.stop();
          await follower.stop();
        },
      };
    },
  };
}

/** The index of a node whose database searches: nothing is built, and changes are followed from now on. */
async function openStoredIndex(config: Config, ports: OpenIndexPorts): Promise<OpenIndex> {
  const { store, onEntry = () => undefined } = ports;
  const since = await store.entries.lastSeq();
  const { names, ...search } = await openStoredSearch(config, ports);
  const index = withEntryListener(search.index, onEntry, () => true);
  return {
    search,
    names,
    index,
    follow: (onError) => follow({ store, index, intervalMs: followEveryMs, onError, since }),
  };
}

interface Saving {
  snapshot: IndexSnapshot;
  parts: () => IndexParts;
  search: Pick<MemorySearch, 'index'>;
  seq: () => number;
  /** Sequence number of the last snapshot; 0 when there is none. */
  saved: number;
}

function startSaving({ snapshot, parts, search: { index }, seq, saved }: Saving): { stop(): Promise<void> } {
  let writing = Promise.resolve();
  const save = () => {
    saved = seq();
    writing = snapshot.write(parts());
    return writing;
  };
  const isDue = () => {
    const due = Math.max(dueAfter.changes, dueAfter.share * index.size);
    return seq() - saved >= due && index.backlog === 0 && index.size <= maxEntriesWhileServing;
  };
  const timer = setInterval(() => isDue() && void save(), snapshotEveryMs).unref();
  return {
    async stop() {
      clearInterval(timer);
      await writing;
      if (seq() !== saved) await save();
    },
  };
}
