/** The store contract for entries: changes, revisions, tombstones, versions, order, and awkward content. */
import type { JsonObject } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import { expect, it } from 'vitest';
import type { StoreUnderTest } from './store.contract.js';
import type { StoredEntry } from './store.js';
import { always, sampleContext, sampleEntry, sampleTime } from './store.support.js';

/** The contract of entries. */
export function entriesContract(under: StoreUnderTest): void {
  lifeCases(under);
  decisionCases(under);
  concurrencyCases(under);
  listingCases(under);
  contentCases(under);
}

function lifeCases(under: StoreUnderTest) {
  it('returns nothing for an entry that was never written', async () => {
    const { entries } = under.store;
    expect(await entries.read('never')).toBeUndefined();
    expect(await entries.readMany(['never'])).toEqual([]);
    expect(await entries.versions('never', 10)).toEqual([]);
    expect(await entries.version('never', 1)).toBeUndefined();
  });

  it('creates, updates, deletes and restores, with a revision and an increasing seq each time', async () => {
    const { entries } = under.store;
    const first = sampleEntry('life');
    const second = sampleEntry('life', { name: 'Second' });
    const created = await entries.change('life', always(first), sampleContext(1));
    const updated = await entries.change('life', always(second, 'entry.update'), sampleContext(2));
    const deleted = await entries.change('life', always(second, 'entry.delete'), sampleContext(3));
    expect(await entries.read('life')).toEqual(deleted.stored);
    expect(await entries.readMany(['life'])).toEqual([]);
    const restored = await entries.change('life', always(second, 'entry.restore'), sampleContext(4));
    const seqs = [created, updated, deleted, restored].map((changed) => changed.stored?.seq ?? 0);

    expect(created).toEqual({ action: 'entry.create', stored: state(first, 1, seqs[0], 1, 1) });
    expect(updated).toEqual({ action: 'entry.update', stored: state(second, 2, seqs[1], 1, 2) });
    expect(deleted.stored).toEqual({ ...state(second, 3, seqs[2], 1, 3), deletedAt: sampleTime(3) });
    expect(restored.stored).toEqual(state(second, 4, seqs[3], 1, 4));
    expect(await entries.read('life')).toEqual(restored.stored);
    expect(await entries.readMany(['life', 'never'])).toEqual([restored.stored]);
    expect(seqs).toEqual([...seqs].sort((a, b) => a - b));
    expect(new Set(seqs).size).toBe(4);
    expect(await entries.lastSeq()).toBe(seqs[3]);
  });

  it('keeps every version, newest first, in pages', async () => {
    const { entries } = under.store;
    const versions = await entries.versions('life', 10);
    expect(versions.map(({ revision, action, at }) => [revision, action, at])).toEqual([
      [4, 'entry.restore', sampleTime(4)],
      [3, 'entry.delete', sampleTime(3)],
      [2, 'entry.update', sampleTime(2)],
      [1, 'entry.create', sampleTime(1)],
    ]);
    expect((await entries.versions('life', 2)).map(({ revision }) => revision)).toEqual([4, 3]);
    expect((await entries.versions('life', 2, 3)).map(({ revision }) => revision)).toEqual([2, 1]);
    expect(await entries.versions('life', 2, 1)).toEqual([]);
    const first = {
      revision: 1,
      action: 'entry.create',
      actor: 'alice',
      at: sampleTime(1),
      entry: sampleEntry('life'),
    };
    expect(await entries.version('life', 1)).toEqual(first);
    expect(await entries.version('life', 5)).toBeUndefined();
  });
}

function state(
  entry: StoredEntry['entry'],
  revision: number,
  seq: number | undefined,
  created: number,
  updated: number,
) {
  return { entry, revision, seq, createdAt: sampleTime(created), updatedAt: sampleTime(updated) };
}

function decisionCases(under: StoreUnderTest) {
  it('passes the current state to the decision', async () => {
    const { entries } = under.store;
    await entries.change('seen', always(sampleEntry('seen')), sampleContext());
    let seen: StoredEntry | undefined;
    const changed = await entries.change(
      'seen',
      (current) => {
        seen = current;
        return undefined;
      },
      sampleContext(),
    );
    expect(seen).toEqual(await entries.read('seen'));
    expect(changed).toEqual({ stored: seen, action: undefined });
  });

  it('writes nothing when the decision is to do nothing', async () => {
    const { entries, audit } = under.store;
    const head = await audit.head();
    expect(await entries.change('nothing', () => undefined, sampleContext())).toEqual({
      stored: undefined,
      action: undefined,
    });
    expect(await audit.head()).toEqual(head);
  });

  it('writes nothing, and no audit record, when the decision throws; rethrows the failure', async () => {
    const { entries, audit } = under.store;
    const head = await audit.head();
    const refusal = new Failure('PRECONDITION_FAILED');
    const refuse = () => {
      throw refusal;
    };
    await expect(entries.change('refused', refuse, sampleContext())).rejects.toBe(refusal);
    expect(await entries.read('refused')).toBeUndefined();
    expect(await entries.versions('refused', 1)).toEqual([]);
    expect(await audit.head()).toEqual(head);
  });

  it('rejects a decision about another entry', async () => {
    const { entries } = under.store;
    await expect(entries.change('mine', always(sampleEntry('yours')), sampleContext())).rejects.toThrow(/id/);
    expect(await entries.read('mine')).toBeUndefined();
    expect(await entries.read('yours')).toBeUndefined();
  });

  it('returns copies: changing them changes nothing', async () => {
    const { entries } = under.store;
    const entry = sampleEntry('copied', { extra: { inner: { a: 1 } } });
    await entries.change('copied', always(entry), sampleContext());
    const read = await entries.read('copied');
    if (read !== undefined) read.entry.extra = { changed: true };
    expect((await entries.read('copied'))?.entry.extra).toEqual({ inner: { a: 1 } });
  });
}

function concurrencyCases(under: StoreUnderTest) {
  it('decides concurrent changes of one large entry on the state that the change before has left', async () => {
    const { entries } = under.store;
    const large = (name: string) => sampleEntry('large-changes', { name, description: 'x'.repeat(300_000) });
    await entries.change('large-changes', always(large('first')), sampleContext());
    const append = (letter: string) =>
      entries.change(
        'large-changes',
        (current) => ({ action: 'entry.update', entry: large(`${current?.entry.name} ${letter}`) }),
        sampleContext(),
      );
    await Promise.all(['a', 'b', 'c'].map(append));
    const last = await entries.read('large-changes');
    expect(last?.revision).toBe(4);
    expect(last?.entry.name.split(' ').sort()).toEqual(['a', 'b', 'c', 'first']);
    const versions = await entries.versions('large-changes', 10);
    expect(versions.map(({ revision, entry }) => [revision, entry.name.split(' ').length])).toEqual([
      [4, 4],
      [3, 3],
      [2, 2],
      [1, 1],
    ]);
    expect(versions[0]?.entry).toEqual(last?.entry);
  });

  it('runs 50 concurrent changes of one entry one after the other', async () => {
    const { entries } = under.store;
    const seen: number[] = [];
    const count = (current: StoredEntry | undefined) => {
      const before = Number(current?.entry.extra.count ?? 0);
      return { action: 'entry.update' as const, entry: sampleEntry('busy', { extra: { count: before + 1 } }) };
    };
    await Promise.all(
      Array.from({ length: 50 }, async () => {
        const { stored } = await entries.change('busy', count, sampleContext());
        seen.push(stored?.revision ?? 0);
      }),
    );
    const final = await entries.read('busy');
    expect(final?.revision).toBe(50);
    expect(final?.entry.extra.count).toBe(50);
    expect(seen.sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
    expect(await entries.versions('busy', 100)).toHaveLength(50);
  });

  it('changes many entries concurrently, and a rejected one does not affect the others', async () => {
    const { entries, audit } = under.store;
    const before = await audit.head();
    const settled = await Promise.allSettled(
      Array.from({ length: 60 }, (_, index) =>
        entries.change(
          `many-${index}`,
          () => {
            if (index % 3 === 0) throw new Failure('CONFLICT');
            return { action: 'entry.create', entry: sampleEntry(`many-${index}`) };
          },
          sampleContext(),
        ),
      ),
    );
    expect(settled.map(({ status }) => status === 'rejected')).toEqual(settled.map((_, index) => index % 3 === 0));
    const ids = settled.map((_, index) => `many-${index}`);
    expect(await entries.readMany(ids)).toHaveLength(40);
    expect((await audit.head()).seq).toBe(before.seq + 40);
  });
}

function listingCases(under: StoreUnderTest) {
  it('returns a large entry and its version as they were written', async () => {
    const { entries } = under.store;
    const large = { ...sampleEntry('large'), description: 'Ships "cargo" \u00e4\u{1f6a2}\\ '.repeat(20_000) };
    await entries.change('large', always(large), sampleContext());
    expect((await entries.read('large'))?.entry).toEqual(large);
    expect((await entries.version('large', 1))?.entry).toEqual(large);
  });

  it('lists changes since a seq in commit order, including tombstones', async () => {
    const { entries } = under.store;
    const start = await entries.lastSeq();
    for (const id of ['c', 'a', 'b']) await entries.change(id, always(sampleEntry(id)), sampleContext());
    await entries.change('c', always(sampleEntry('c'), 'entry.delete'), sampleContext(9));
    const changed = await entries.changedSince(start, 10);
    expect(changed.map(({ entry, deletedAt }) => [entry.id, deletedAt])).toEqual([
      ['a', undefined],
      ['b', undefined],
      ['c', sampleTime(9)],
    ]);
    expect(await entries.changes(start, 10)).toEqual(changed.map(({ entry: { id }, seq }) => ({ id, seq })));
    expect(await entries.changes(start, 1)).toHaveLength(1);
    expect(await entries.changedSince(start, 2)).toEqual(changed.slice(0, 2));
    expect(await entries.changedSince(changed[1]?.seq ?? 0, 2)).toEqual(changed.slice(2));
    expect(await entries.changedSince(await entries.lastSeq(), 10)).toEqual([]);
  });

  it('returns every live entry once, in portions, ordered by id', async () => {
    const { entries } = under.store;
    const ids = Array.from({ length: 1200 }, (_, index) => `bulk-${String(index).padStart(5, '0')}`);
    await Promise.all(ids.map((id) => entries.change(id, always(sampleEntry(id)), sampleContext())));
    await entries.change('bulk-00007', always(sampleEntry('bulk-00007'), 'entry.delete'), sampleContext());
    const portions: StoredEntry[][] = [];
    for await (const portion of entries.all()) portions.push(portion);
    const found = portions.flat().map(({ entry }) => entry.id);
    expect(portions.length).toBeGreaterThan(1);
    expect(found).toEqual([...found].sort());
    expect(found.filter((id) => id.startsWith('bulk-'))).toEqual(ids.filter((id) => id !== 'bulk-00007'));
    expect(found).not.toContain('c');
  });
}

const awkwardIds: Record<string, string> = {
  'slashes, dots and percent signs': 'https://example.org/a/../b?c=%2F#d',
  emoji: '🦊/🧵',
  '10 KB of text': Array.from({ length: 1280 }, (_, index) => (index * 2654435761 + 7).toString(36).slice(-8)).join(''),
  'a zero character': 'zero\u0000inside',
  'a lone surrogate': 'lone\ud800surrogate',
  backslashes: 'back\\0slash\\u0000',
  quotes: `'";--"`,
  'a name of Object.prototype': '__proto__',
};

function contentCases(under: StoreUnderTest) {
  it.each(Object.entries(awkwardIds))('accepts an id with %s', async (_, id) => {
    const { entries, audit } = under.store;
    const entry = sampleEntry(id);
    const { stored } = await entries.change(id, always(entry), sampleContext());
    await entries.change(id, always(entry, 'entry.update'), sampleContext());
    expect(stored?.entry).toEqual(entry);
    expect((await entries.read(id))?.entry.id).toBe(id);
    expect((await entries.readMany([id])).map(({ revision }) => revision)).toEqual([2]);
    expect(await entries.versions(id, 10)).toHaveLength(2);
    expect((await audit.list({ limit: 10, target: id })).map(({ target }) => target)).toEqual([id, id]);
  });

  it('distinguishes ids that differ only after a zero character or in their last letter', async () => {
    const { entries } = under.store;
    const long = 'x'.repeat(10_000);
    for (const id of ['zero\u0000a', 'zero\u0000b', `${long}a`, `${long}b`]) {
      expect((await entries.change(id, always(sampleEntry(id)), sampleContext())).stored?.revision).toBe(1);
    }
  });

  it('keeps unknown members, nested, in any script, under any name', async () => {
    const { entries } = under.store;
    const extra = JSON.parse(
      '{"x-vendor":{"deep":[1,{"ключ":"値\\u0000 \\ud800"}],"none":null,"big":1.5e300},"constructor":{"prototype":1},' +
        '"__proto__":{"polluted":true},"":"empty","hasOwnProperty":"x"}',
    ) as JsonObject;
    const entry = sampleEntry('extra', { extra });
    await entries.change('extra', always(entry), sampleContext());
    const read = await entries.read('extra');
    expect(JSON.stringify(read?.entry)).toBe(JSON.stringify(entry));
    expect(({} as JsonObject).polluted).toBeUndefined();
    expect(JSON.stringify((await entries.version('extra', 1))?.entry.extra)).toBe(JSON.stringify(extra));
  });

  it('keeps an entry of several megabytes', async () => {
    const { entries } = under.store;
    const entry = sampleEntry('large', { description: 'größer '.repeat(500_000) });
    await entries.change('large', always(entry), sampleContext());
    expect((await entries.read('large'))?.entry.description).toBe(entry.description);
  });
}
