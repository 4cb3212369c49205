/** Tests what every store guarantees, besides what the tests of keys and operations cover. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { describeOnEachStore } from './each-store.support.js';
import { createMemoryStore, createSqliteStore, type KeptRow } from './index.js';

const row: KeptRow = { state: 'open', holder: 'a', mark: '', startedAt: 1, heldUntil: 100, expiresAt: 1_000_000 };
const asked = { now: 0 };

describeOnEachStore('rows', ({ open, forgetsByItself }) => {
  it('stores a row unchanged, under keys of any length', async () => {
    const store = open();
    const whole = { ...row, mark: 'm', watch: randomUUID(), body: '{"text":"\\u0000 \ud83e\udd8a"}' };
    for (const place of ['', 'x'.repeat(100_000), '\u0000', '\ud800']) {
      expect(await store.insert(`${place} kept`, whole, asked)).toBeUndefined();
      expect(await store.find(`${place} kept`)).toEqual(whole);
      expect(await store.insert(`${place} kept`, row, asked)).toEqual(whole);
    }
    expect(await store.find('nothing')).toBeUndefined();
  });

  it('changes rows that are as expected, and removes members', async () => {
    const store = open();
    await store.insert('changed', { ...row, mark: 'm', watch: 'w', body: '1' }, asked);
    for (const guard of [{ states: ['other'] }, { holder: 'b' }, { mark: 'n' }, { heldBefore: 99 }]) {
      expect(await store.change('changed', { state: 'never' }, guard)).toBe(false);
    }
    const guard = { states: ['other', 'open'], holder: 'a', mark: 'm', heldBefore: 100 };
    const changes = { state: 'done', expiresAt: 2_000_000, watch: undefined, body: undefined };
    expect(await store.change('changed', changes, guard)).toBe(true);
    expect(await store.find('changed')).toEqual({ ...row, mark: 'm', state: 'done', expiresAt: 2_000_000 });
    await store.remove('changed', { states: ['open'] });
    expect(await store.find('changed')).toBeDefined();
    await store.remove('changed', { states: ['done'] });
    expect(await store.find('changed')).toBeUndefined();
    expect(await store.change('changed', { state: 'again' }, {})).toBe(false);
  });

  it('returns each due row once, to one of many, and again when its new holder is silent', async () => {
    const [watch, other] = [randomUUID(), randomUUID()];
    const stores = [open(), open(), open()];
    for (let at = 0; at < 12; at += 1) {
      await stores[0]?.insert(`${watch} ${at}`, { ...row, watch, heldUntil: at, body: String(at) }, asked);
    }
    await stores[0]?.insert(`${other} elsewhere`, { ...row, watch: other, heldUntil: 0 }, asked);
    await stores[0]?.insert(`${watch} unwatched`, { ...row, heldUntil: 0 }, asked);
    const take = async (now: number, limit = 3) => {
      const taken = stores.map((store) => store.takeDue(watch, { now, until: now + 50, limit }));
      return (await Promise.all(taken)).flat().map(({ body }) => Number(body));
    };
    const first: number[] = [];
    for (let rounds = 0; rounds < 10; rounds += 1) first.push(...(await take(9)));
    expect(first.sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    await stores[1]?.change(`${watch} 3`, { watch: undefined, heldUntil: 5 }, {});
    await stores[1]?.change(`${watch} 4`, { watch, heldUntil: 500 }, {});
    expect((await take(60, 100)).sort((a, b) => a - b)).toEqual([0, 1, 2, 5, 6, 7, 8, 9, 10, 11]);
  });

  it.skipIf(forgetsByItself)('deletes expired rows, a limited number at a time', async () => {
    const store = open();
    for (let at = 0; at < 5; at += 1) await store.insert(`old ${at}`, { ...row, expiresAt: 10 }, asked);
    expect([await store.prune(9, 10), await store.prune(10, 3), await store.prune(10, 10)]).toEqual([0, 3, 2]);
  });
});

describe('the limits of a store', () => {
  it('in memory reject new rows while all existing ones are valid', async () => {
    const store = createMemoryStore({ rows: 2 });
    await store.insert('a', { ...row, expiresAt: 10 }, asked);
    await store.insert('b', row, asked);
    await expect(store.insert('c', row, { now: 9 })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await store.insert('c', row, { now: 10 })).toBeUndefined();
    expect(await store.find('b')).toBeDefined();
  });

  it('in a table reject an invalid name', () => {
    const database = { prepare: () => ({ run: () => ({ changes: 0 }), all: () => [] }) };
    for (const table of ['a; DROP TABLE b', 'a b', '', 'x'.repeat(64), 'a.b.c']) {
      expect(() => createSqliteStore(database, { table })).toThrow('not a valid table name');
    }
  });
});
