/** Keeps the index current: built from the store at start, then updated with the changes of every node. */
import type { EntryIndex } from './index-port.js';
import type { Store, StoredEntry } from './store.js';

/** Number of changes applied at once. */
const portion = 500;

/** Dependencies of a follower. */
export interface FollowPorts {
  store: Store;
  index: EntryIndex;
  /** Milliseconds between two polls of the store. */
  intervalMs: number;
  /** Called when a poll failed; the next one happens anyway. */
  onError: (error: unknown) => void;
  /** Sequence number up to which the index already has all changes; without it, the index is built from the store. */
  since?: number;
}

/** An index that follows its store. */
export interface Follower {
  /** Applies the changes since the last poll. */
  catchUp(): Promise<number>;
  /** The index has all changes up to this sequence number. */
  seq(): number;
  stop(): Promise<void>;
}

/** Brings the index up to date with the store and keeps following it; resolves when the index is complete. */
export async function follow(ports: FollowPorts): Promise<Follower> {
  let seq = ports.since ?? (await build(ports));
  let running: Promise<number> | undefined;
  const poll = async () => {
    let taken = 0;
    for (;;) {
      const changed = await ports.store.entries.changes(seq, portion);
      // Reading a large entry takes a while, and the entries that this process has written are in the index.
      const isKnown = changed.every((change) => ports.index.seqOf(change.id) === change.seq);
      const read = isKnown ? [] : await ports.store.entries.changedSince(seq, changed.length);
      await Promise.all(read.map((stored) => putPrepared(ports.index, stored)));
      seq = Math.max(changed.at(-1)?.seq ?? seq, read.at(-1)?.seq ?? seq);
      taken += changed.length;
      if (changed.length < portion) return taken;
    }
  };
  const catchUp = () => {
    running ??= poll().finally(() => {
      running = undefined;
    });
    return running;
  };
  if (ports.since !== undefined) await catchUp();
  const timer = setInterval(() => catchUp().catch(ports.onError), ports.intervalMs);
  timer.unref();
  return {
    catchUp,
    seq: () => seq,
    async stop() {
      clearInterval(timer);
      await running?.catch(() => undefined);
    },
  };
}

/** Adds every entry of the store; returns the sequence number up to which the index then has all changes. */
async function build({ store, index }: FollowPorts): Promise<number> {
  const seq = await store.entries.lastSeq();
  for await (const entries of store.entries.all()) {
    await Promise.all(entries.map((stored) => index.put(stored)));
  }
  return seq;
}

async function putPrepared(index: EntryIndex, stored: StoredEntry): Promise<void> {
  if (stored.deletedAt === undefined) await index.prepare?.(stored.entry);
  await index.put(stored);
}
