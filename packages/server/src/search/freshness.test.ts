/** When a request may use what this node has cached. */
import { describe, expect, it } from 'vitest';
import { createRequireFresh } from './freshness.js';

function start(committed = { entries: 0, keys: 0 }) {
  const store = { ...committed, reads: 0, failing: false };
  let seq = 0;
  const keyChanges: number[] = [];
  let release: (() => void) | undefined;
  const held: Promise<void>[] = [];
  const requireFresh = createRequireFresh({
    changes: {
      async marks() {
        store.reads += 1;
        const marks = { entries: store.entries, keys: store.keys };
        await held.shift();
        if (store.failing) throw new Error('unreachable');
        return marks;
      },
    },
    follower: {
      async catchUp() {
        seq = store.entries;
      },
      seq: () => seq,
    },
    onKeysChanged: () => keyChanges.push(store.keys),
  });
  const hold = () => {
    held.push(
      new Promise<void>((resolve) => {
        release = resolve;
      }),
    );
  };
  return { store, requireFresh, keyChanges, hold, release: () => release?.(), seq: () => seq };
}

describe('a request on a shared store', () => {
  it('waits until the index has every change that was committed before', async () => {
    const { store, requireFresh, seq } = start();
    store.entries = 7;
    await requireFresh();
    expect(seq()).toBe(7);
  });

  it('drops cached keys when keys have changed, and only then', async () => {
    const { store, requireFresh, keyChanges } = start();
    await requireFresh();
    await requireFresh();
    store.keys = 1;
    await requireFresh();
    expect(keyChanges).toEqual([0, 1]);
  });

  it('does not rely on a check that began before it arrived', async () => {
    const { store, requireFresh, keyChanges, hold, release } = start();
    hold();
    const early = requireFresh();
    store.keys = 1;
    const late = [requireFresh(), requireFresh(), requireFresh()];
    release();
    await Promise.all([early, ...late]);
    expect(keyChanges).toEqual([1, 1]);
    expect(store.reads).toBe(2);
  });

  it('fails when the store cannot be asked, and the next one asks again', async () => {
    const { store, requireFresh } = start();
    store.failing = true;
    await expect(requireFresh()).rejects.toThrow('unreachable');
    // Requests that wait for a check which fails do not wait for another one.
    const waiting = [requireFresh(), requireFresh(), requireFresh()];
    expect((await Promise.allSettled(waiting)).map(({ status }) => status)).toEqual([
      'rejected',
      'rejected',
      'rejected',
    ]);
    expect(store.reads).toBe(2);
    store.failing = false;
    await expect(requireFresh()).resolves.toBeUndefined();
  });
});
