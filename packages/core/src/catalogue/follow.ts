/** Keeps the index current: built from the store at start, then updated with the changes of every node. */
import type { EntryIndex } from './index-port.js';
import type { Store } from './store.js';

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
}

/** An index that follows its store. */
export interface Follower {
  /** Applies the changes since the last poll. */
  catchUp(): Promise<number>;
  stop(): Promise<void>;
}

/** Builds the index from the store and keeps following it; resolves when the index is complete. */
export async function follow(ports: FollowPorts): Promise<Follower> {
  let seq = await ports.store.entries.lastSeq();
  for await (const entries of ports.store.entries.all()) {
    for (const stored of entries) ports.index.put(stored);
  }
  let running: Promise<number> | undefined;
  const poll = async () => {
    let taken = 0;
    for (;;) {
      const changed = await ports.store.entries.changedSince(seq, portion);
      for (const stored of changed) ports.index.put(stored);
      seq = changed.at(-1)?.seq ?? seq;
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
  const timer = setInterval(() => catchUp().catch(ports.onError), ports.intervalMs);
  timer.unref();
  return {
    catchUp,
    async stop() {
      clearInterval(timer);
      await running?.catch(() => undefined);
    },
  };
}
