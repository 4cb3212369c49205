/** Entries whose meaning is compared only after they were stored. */
import type { Entry } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { createLexicalIndex } from '../../discovery/lexical-index.js';
import { createMemoryStore } from '../memory-store.js';
import { always, sampleContext, sampleEntry, sampleTime } from '../store.support.js';
import type { LookAlikePolicy, NearMeaning } from './find-look-alikes.js';
import { acceptFindings, lookAlikesOf } from './find-look-alikes.js';
import { createNameIndex } from './name-index.js';
import { recheckSimilarity } from './recheck-similarity.js';

/** Entries of different providers, stored in this order; each is said to mean the same as all the others. */
async function open(ids: readonly string[], policy: LookAlikePolicy = 'note') {
  const store = createMemoryStore();
  const names = createNameIndex();
  let seconds = 0;
  const put = async (id: string, changes: Partial<Entry> = {}) => {
    seconds += 1;
    const sample = sampleEntry(id, { owner: id, endpoint: `https://${id}.example/call`, ...changes });
    const entry = { ...sample, origin: { ...sample.origin, at: sampleTime(seconds) } };
    const { stored } = await store.entries.change(id, always(entry), sampleContext(seconds));
    if (stored !== undefined) names.put(stored);
  };
  for (const id of ids) await put(id);
  let near: NearMeaning[] | undefined = ids.map((agent) => ({ pointer: '/description', agent, name: agent }));
  const ports = {
    store,
    index: createLexicalIndex(),
    clock: { now: () => Date.parse(sampleTime(1000)) },
    newTraceId: () => '0'.repeat(32),
    nearMeaning: async () => near,
    names,
    policy,
  };
  const read = async (id: string) => {
    const stored = await store.entries.read(id);
    if (stored === undefined) throw new Error(`${id} does not exist`);
    return stored;
  };
  return {
    store,
    put,
    read,
    recheck: (id: string) => recheckSimilarity(ports, id),
    say: (meanings: NearMeaning[] | undefined) => {
      near = meanings;
    },
    found: async (id: string) =>
      lookAlikesOf((await read(id)).entry).findings.map((each) => (each as unknown as NearMeaning).agent),
  };
}

describe('a second check of a stored entry', () => {
  it('finds earlier entries, and never later ones', async () => {
    const { recheck, found } = await open(['first', 'second', 'third']);
    for (const id of ['first', 'second', 'third']) expect(await recheck(id)).toBe(true);
    expect(await found('first')).toEqual([]);
    expect(await found('second')).toEqual(['first']);
  });

  it('does not block the first one when it is registered again', async () => {
    const { recheck, found, put, read } = await open(['first', 'second'], 'hold');
    await put('first', { version: '2' });
    await recheck('first');
    expect([await found('first'), (await read('first')).entry.status]).toEqual([[], 'active']);
  });

  it('reports that it is too early while meanings cannot be compared, and leaves the entry unchanged', async () => {
    const { recheck, say, read } = await open(['first', 'second']);
    say(undefined);
    expect(await recheck('second')).toBe(false);
    expect((await read('second')).revision).toBe(1);
  });

  it('changes nothing twice, and no deleted entries', async () => {
    const { recheck, read, store } = await open(['first', 'second', 'third']);
    await recheck('second');
    await recheck('second');
    expect((await read('second')).revision).toBe(2);
    await store.entries.change('third', always((await read('third')).entry, 'entry.delete'), sampleContext(500));
    expect(await recheck('third')).toBe(true);
    expect(await recheck('nobody')).toBe(true);
    expect((await read('third')).revision).toBe(2);
  });

  it('blocks if that is the policy; accepted findings stay accepted, and the status is restored', async () => {
    const { recheck, read, store } = await open(['first', 'second'], 'hold');
    await recheck('second');
    const { entry } = await read('second');
    expect([entry.status, lookAlikesOf(entry).held]).toEqual(['inactive', true]);
    await store.entries.change('second', always(acceptFindings(entry), 'entry.update'), sampleContext(500));
    await recheck('second');
    const accepted = (await read('second')).entry;
    expect([accepted.status, lookAlikesOf(accepted).held]).toEqual(['active', false]);
  });

  it('keeps the former status of an entry that is already blocked', async () => {
    const { put, recheck, read } = await open(['first', 'second'], 'hold');
    const verified = { look_alikes: [], held: true, held_status: 'deprecated' };
    await put('second', { status: 'inactive', trust: { verified } });
    await recheck('second');
    expect(acceptFindings((await read('second')).entry).status).toBe('deprecated');
  });
});
