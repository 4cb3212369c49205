import { describe, expect, it } from 'vitest';
import { anonymous, local } from '../access/caller.js';
import { createMemorySessions } from '../catalogue/memory-sessions.js';
import type { ResultSettings } from './kept-results.js';
import { createKeptResults } from './kept-results.js';

const caller = (subject: string) => ({ ...local, kind: 'key' as const, subject });
const value = { items: ['a', 'b', 'c'], odd: 'NUL \u0000 and \ud800' };

function open(settings: Partial<ResultSettings> = {}) {
  let now = Date.parse('2026-02-02T08:00:00Z');
  let ids = 0;
  const results = createKeptResults({
    sessions: createMemorySessions(),
    clock: { now: () => now },
    newId: () => `id-${++ids}`,
    random: () => 0,
    settings: { characters: 100, minutes: 15, perCaller: 2, ...settings },
  });
  return {
    results,
    pass(minutes: number) {
      now += minutes * 60_000;
    },
  };
}

const first = { characters: 8 };

describe('kept results', () => {
  it('are read part by part by their caller, and by nobody else', async () => {
    const { results } = open();
    const kept = await results.keep(caller('ada'), value);
    expect(kept).toEqual({ id: 'id-1-1', expiresAt: '2026-02-02T08:15:00.000Z' });
    const read = (subject: string, request = {}) => results.read(caller(subject), 'id-1-1', { ...first, ...request });
    expect(await read('ada', { pointer: '/items' })).toMatchObject({
      part: { value: ['a'], nextOffset: 1, count: 3 },
      characters: JSON.stringify(value).length,
    });
    expect((await read('ada', { pointer: '/odd', characters: 100 })).part.value).toBe(value.odd);
    await expect(read('eve')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(read('ada', { pointer: '/none' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(results.read(caller('ada'), 'made up', first)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('of callers without a credential belong to their address', async () => {
    const { results } = open();
    const here = { ...anonymous, address: '192.0.2.1' };
    await results.keep(here, value);
    expect(await results.read(here, 'id-1-1', first)).toMatchObject({ id: 'id-1-1' });
    await expect(results.read({ ...here, address: '192.0.2.2' }, 'id-1-1', first)).rejects.toThrow('no such result');
  });

  it('expire, replace the oldest of a caller, and are limited in size', async () => {
    const { results, pass } = open();
    const ada = caller('ada');
    const ids = [];
    for (const _ of [1, 2, 3]) ids.push((await results.keep(ada, value))?.id ?? '');
    expect(ids).toEqual(['id-1-1', 'id-2-0', 'id-3-1']);
    await expect(results.read(ada, 'id-1-1', first)).rejects.toThrow('no such result');
    for (const id of ids.slice(1)) expect(await results.read(ada, id, first)).toMatchObject({ id });
    expect(await results.keep(caller('bob'), 'x'.repeat(17_000_000))).toBeUndefined();
    pass(16);
    await expect(results.read(ada, 'id-3-1', first)).rejects.toThrow('kept for 15 minutes');
  });

  it('are not kept where the settings say so', async () => {
    const none = open({ minutes: 0 }).results;
    expect([none.keeps, none.characters, await none.keep(local, value)]).toEqual([false, 100, undefined]);
    const unlimited = open({ characters: 0 }).results;
    expect([unlimited.keeps, unlimited.characters]).toEqual([false, Number.POSITIVE_INFINITY]);
  });
});
