/** Cached entries: read once, never older than the index, never shown to callers that may not see them. */
import type { Entry } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../access/caller.js';
import { createLexicalIndex } from '../discovery/lexical-index.js';
import { createEntry } from '../gateway/gateway.support.js';
import { createCachedEntryReader } from './cached-entries.js';
import { createMemoryStore } from './memory-store.js';
import { withdraw } from './withdraw.js';

const ann: Caller = { kind: 'key', subject: 'ann', scopes: [] };
const olga: Caller = { kind: 'key', subject: 'olga', scopes: [] };

function setUp(limits = { entries: 10, characters: 100_000 }) {
  const store = createMemoryStore();
  const index = createLexicalIndex();
  let reads = 0;
  const counted = {
    ...store,
    entries: {
      ...store.entries,
      readMany(ids: readonly string[]) {
        reads += 1;
        return store.entries.readMany(ids);
      },
    },
  };
  const put = async (entry: Entry, indexed = true) => {
    const context = { actor: 'olga', traceId: '', at: '2026-02-02T08:00:00.000Z' };
    const { stored } = await store.entries.change(entry.id, () => ({ action: 'entry.update', entry }), context);
    if (stored !== undefined && indexed) index.put(stored);
  };
  const clock = { now: () => Date.parse('2026-02-02T08:00:00Z') };
  const ports = { store, index, clock, newId: () => 'unused' };
  return { read: createCachedEntryReader({ store: counted, index }, limits), put, ports, reads: () => reads };
}

describe('cached entries', () => {
  it('reads an entry once, and again when it has changed', async () => {
    const { read, put, reads } = setUp();
    await put(createEntry({ id: 'a', name: 'first' }));
    for (const caller of [ann, olga, ann]) expect((await read('a', caller)).entry.name).toBe('first');
    expect(reads()).toBe(1);
    await put(createEntry({ id: 'a', name: 'second' }));
    for (const caller of [ann, olga]) expect((await read('a', caller)).entry.name).toBe('second');
    expect(reads()).toBe(2);
  });

  it('hides entries that a caller may not see, and deleted ones', async () => {
    const { read, put, ports } = setUp();
    await put(createEntry({ id: 'a', visibility: 'private' }));
    expect(await read('a', olga)).toBeDefined();
    await expect(read('a', ann)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await withdraw(ports, 'a', { caller: olga, traceId: '' });
    await expect(read('a', olga)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(read('nobody', olga)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('caches nothing that the index does not contain yet', async () => {
    const { read, put, reads } = setUp();
    await put(createEntry({ id: 'a', name: 'first' }));
    await put(createEntry({ id: 'a', name: 'second' }), false);
    for (let time = 0; time < 2; time += 1) expect((await read('a', ann)).entry.name).toBe('second');
    expect(reads()).toBe(2);
  });

  it('is limited in number and in size', async () => {
    const few = setUp({ entries: 2, characters: 100_000 });
    for (const id of ['a', 'b', 'c']) await few.put(createEntry({ id }));
    for (const id of ['a', 'b', 'a', 'c', 'a', 'b']) await few.read(id, ann);
    expect(few.reads()).toBe(4);
    const small = setUp({ entries: 10, characters: 10 });
    await small.put(createEntry({ id: 'a' }));
    for (let time = 0; time < 3; time += 1) await small.read('a', ann);
    expect(small.reads()).toBe(3);
  });
});
