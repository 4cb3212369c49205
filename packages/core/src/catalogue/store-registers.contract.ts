/** The store contract for API keys and crawled addresses. */
import { expect, it } from 'vitest';
import type { StoreUnderTest } from './store.contract.js';
import type { SourcePoll } from './store.js';
import { maxPolls } from './store.js';
import { sampleDraft, sampleKey, sampleSource, sampleTime } from './store.support.js';

/** The contract of keys and sources. */
export function registersContract(under: StoreUnderTest): void {
  keyCases(under);
  sourceCases(under);
  leaseCases(under);
}

function keyCases(under: StoreUnderTest) {
  it('adds, finds and lists keys, newest first, each addition audited', async () => {
    const { keys, audit } = under.store;
    const older = sampleKey('older', { expiresAt: sampleTime(100) });
    const newer = sampleKey('newer', { createdAt: sampleTime(1), scopes: ['admin', 'a\u0000b'], name: 'n\u0000ame' });
    await keys.add(older, sampleDraft({ action: 'key.add', target: 'older', outcome: 'done' }));
    await keys.add(newer, sampleDraft({ action: 'key.add', target: 'newer', outcome: 'done' }));
    expect(await keys.find('newer')).toEqual(newer);
    expect(await keys.find('never')).toBeUndefined();
    expect(await keys.list()).toEqual([newer, older]);
    expect((await audit.list({ limit: 10, action: 'key.add' })).map(({ target }) => target)).toEqual([
      'older',
      'newer',
    ]);
  });

  it('rejects a second key with the same id and audits nothing', async () => {
    const { keys, audit } = under.store;
    const head = await audit.head();
    await expect(keys.add(sampleKey('older'), sampleDraft())).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await audit.head()).toEqual(head);
    expect((await keys.find('older'))?.expiresAt).toBe(sampleTime(100));
  });

  it('changes only the given members, audited; an unknown key leaves no record', async () => {
    const { keys, audit } = under.store;
    const revoke = sampleDraft({ action: 'key.revoke', target: 'newer', outcome: 'done' });
    expect(await keys.update('newer', { replacedBy: 'older', expiresAt: sampleTime(50) }, revoke)).toBe(true);
    expect(await keys.find('newer')).toMatchObject({
      replacedBy: 'older',
      expiresAt: sampleTime(50),
      name: 'n\u0000ame',
    });
    expect(await keys.update('never', { revokedAt: sampleTime(1) }, revoke)).toBe(false);
    expect(await audit.list({ limit: 10, action: 'key.revoke' })).toHaveLength(1);
  });

  it('counts keys that are neither revoked nor expired', async () => {
    const { keys } = under.store;
    expect(await keys.countUsable(sampleTime(10))).toBe(2);
    expect(await keys.countUsable(sampleTime(50))).toBe(1);
    expect(await keys.countUsable(sampleTime(100))).toBe(0);
    await keys.update('older', { revokedAt: sampleTime(5) }, sampleDraft());
    expect(await keys.countUsable(sampleTime(10))).toBe(1);
  });

  it('records the last use, never an earlier one, without an audit record', async () => {
    const { keys, audit } = under.store;
    const head = await audit.head();
    await keys.touch('newer', sampleTime(30));
    await keys.touch('newer', sampleTime(20));
    await keys.touch('never', sampleTime(20));
    expect((await keys.find('newer'))?.lastUsedAt).toBe(sampleTime(30));
    expect(await audit.head()).toEqual(head);
  });
}

function sourceCases(under: StoreUnderTest) {
  it('adds, finds, lists and removes sources, each audited once', async () => {
    const { sources, audit } = under.store;
    const source = sampleSource(`s/${'🦊'.repeat(2000)}\u0000`, { etag: '"e\u0000"', entryIds: ['a', 'b'] });
    const add = sampleDraft({ action: 'source.add', outcome: 'done' });
    const remove = sampleDraft({ action: 'source.remove', outcome: 'done' });
    expect(await sources.add(source, add)).toBe(true);
    expect(await sources.add({ ...source, owner: 'mallory' }, add)).toBe(false);
    expect(await sources.find(source.id)).toEqual(source);
    expect(await sources.find('never')).toBeUndefined();
    expect(await sources.list()).toEqual([source]);
    expect(await sources.readMany(['never', source.id])).toEqual([source]);
    expect(await sources.readMany([])).toEqual([]);
    expect(await sources.remove(source.id, remove)).toBe(true);
    expect(await sources.remove(source.id, remove)).toBe(false);
    expect(await sources.list()).toEqual([]);
    expect(await audit.list({ limit: 10, action: 'source.add' })).toHaveLength(1);
    expect(await audit.list({ limit: 10, action: 'source.remove' })).toHaveLength(1);
  });
}

function leaseCases(under: StoreUnderTest) {
  it('hands out due sources, longest due first, to only one node', async () => {
    const { sources } = under.store;
    for (let index = 0; index < 20; index += 1) {
      await sources.add(sampleSource(`due-${index}`, { dueAt: sampleTime(index) }), sampleDraft());
    }
    await sources.add(sampleSource('later', { dueAt: sampleTime(500) }), sampleDraft());
    expect((await sources.lease(sampleTime(60), sampleTime(90), 1)).map(({ id }) => id)).toEqual(['due-0']);
    const taken = await Promise.all(Array.from({ length: 8 }, () => sources.lease(sampleTime(60), sampleTime(90), 4)));
    const ids = taken.flat().map(({ id }) => id);
    expect(taken.every((lease) => lease.length <= 4)).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
    const rest = await sources.lease(sampleTime(60), sampleTime(90), 100);
    expect(ids.length + rest.length).toBe(19);
    expect((await sources.find('due-3'))?.dueAt).toBe(sampleTime(90));
    expect((await sources.find('later'))?.dueAt).toBe(sampleTime(500));
    expect(await sources.lease(sampleTime(90), sampleTime(120), 100)).toHaveLength(20);
  });

  it('stores the result of a fetch, but not for a source removed meanwhile', async () => {
    const { sources } = under.store;
    const found = await sources.find('due-1');
    if (found === undefined) throw new Error('the source does not exist');
    const settled = {
      ...found,
      dueAt: sampleTime(4000),
      etag: '"2"',
      lastFetchedAt: sampleTime(90),
      lastOutcome: 'changed',
      entryIds: ['x'],
      failures: 0,
    };
    await sources.settle(settled);
    expect(await sources.find('due-1')).toEqual(settled);
    await sources.remove('due-2', sampleDraft());
    await sources.settle({ ...found, id: 'due-2' }, samplePoll(1));
    expect(await sources.find('due-2')).toBeUndefined();
    expect(await sources.polls('due-2', 10)).toEqual([]);
  });

  it("audits a person's decision together with its result, and nothing for a removed source", async () => {
    const { sources, audit } = under.store;
    const held = { mark: 'm\u0000', since: sampleTime(1), changes: [{ code: 'c', message: 'ü' }], refused: true };
    const source = sampleSource('decided', { held });
    const draft = sampleDraft({ action: 'source.decide', target: 'decided', outcome: 'done' });
    await sources.settle(source, undefined, draft);
    expect(await audit.list({ limit: 10, action: 'source.decide' })).toHaveLength(0);
    await sources.add(sampleSource('decided'), sampleDraft());
    await sources.settle(source, undefined, draft);
    expect(await sources.find('decided')).toEqual(source);
    expect(await audit.list({ limit: 10, action: 'source.decide' })).toHaveLength(1);
    await sources.remove('decided', sampleDraft());
  });

  it('extends a lease that is still held, and no other', async () => {
    const { sources } = under.store;
    await sources.add(sampleSource('leased', { dueAt: sampleTime(5000) }), sampleDraft());
    expect(await sources.renew('leased', sampleTime(5000), sampleTime(5010))).toBe(true);
    expect((await sources.find('leased'))?.dueAt).toBe(sampleTime(5010));
    expect(await sources.renew('leased', sampleTime(5000), sampleTime(5020))).toBe(false);
    expect(await sources.renew('never', sampleTime(5000), sampleTime(5020))).toBe(false);
    await sources.remove('leased', sampleDraft());
  });

  it('makes a source due earlier, never later', async () => {
    const { sources } = under.store;
    await sources.add(sampleSource('hurried', { dueAt: sampleTime(9000) }), sampleDraft());
    await sources.makeDue('hurried', sampleTime(8000));
    await sources.makeDue('hurried', sampleTime(8500));
    await sources.makeDue('never', sampleTime(1));
    expect((await sources.find('hurried'))?.dueAt).toBe(sampleTime(8000));
    await sources.remove('hurried', sampleDraft());
  });

  it('keeps the last polls of a source, newest first, until it is removed', async () => {
    const { sources } = under.store;
    const source = sampleSource('polled', { lastLatencyMs: 12, name: 'Vendor', visibility: 'private' });
    await sources.add(source, sampleDraft());
    for (let at = 1; at <= maxPolls + 3; at += 1) await sources.settle(source, samplePoll(at));
    await sources.settle(source);
    expect(await sources.find('polled')).toEqual(source);
    const all = await sources.polls('polled', maxPolls + 10);
    expect(all).toHaveLength(maxPolls);
    expect(all[0]).toEqual({ ...samplePoll(maxPolls + 3), number: maxPolls + 3 });
    expect((await sources.polls('polled', 2, 50)).map(({ number }) => number)).toEqual([49, 48]);
    await sources.remove('polled', sampleDraft());
    expect(await sources.polls('polled', 10)).toEqual([]);
    await sources.add(source, sampleDraft());
    expect(await sources.polls('polled', 10)).toEqual([]);
  });
}

function samplePoll(at: number): SourcePoll {
  return { at: sampleTime(at), outcome: 'changed', latencyMs: at, report: { text: `ü 🦊 \u0000 ${at}` } };
}
