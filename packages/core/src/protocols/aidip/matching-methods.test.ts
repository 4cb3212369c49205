/** Requests and responses have the same form for any matching method. */
import { describe, expect, it } from 'vitest';
import { createLexicalIndex } from '../../discovery/lexical-index.js';
import type { Face } from './face.support.js';
import { agent, ann, bob, createFace } from './face.support.js';
import { createTrigramIndex } from './trigram-index.support.js';

const methods = { 'by words': () => createLexicalIndex(), 'by vectors': () => createTrigramIndex() };

async function registry(method: keyof typeof methods): Promise<Face> {
  const face = createFace({}, { index: methods[method]() });
  for (let at = 0; at < 12; at += 1) {
    await face.register(
      agent(`t${String(at).padStart(2, '0')}`, { description: 'Translates contracts.', tags: ['legal'] }),
    );
  }
  await face.register(agent('secret', { description: 'Translates contracts.', visibility: 'private' }));
  await face.register(agent('other', { name: 'Zzz', description: 'Quux.', capabilities: ['other'] }));
  return face;
}

describe.each(Object.keys(methods) as (keyof typeof methods)[])('matching %s', (method) => {
  it('[AIDIP-MATCH-09] returns hits with decreasing scores between 0 and 1, a count and a slice', async () => {
    const face = await registry(method);
    const { object, items } = await face.search({ query: 'translates contracts', top: 5 }, bob);
    expect(object).toMatchObject({ count: 12, top: 5, skip: 0, query: 'translates contracts' });
    const scores = items.map(({ score }) => Number(score));
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(scores.every((score) => score > 0 && score <= 1)).toBe(true);
    expect(Object.keys(items[0] ?? {}).sort()).toEqual([
      'capabilities',
      'description',
      'endpoint',
      'id',
      'name',
      'score',
    ]);
  });

  it('[AIDIP-MATCH-09] pages alike by skip and by cursor', async () => {
    const face = await registry(method);
    const wanted = { query: 'translates contracts', top: 5 };
    const all = (await face.search({ ...wanted, top: 100 })).ids;
    const second = await face.search({ ...wanted, skip: 5 });
    expect(second.ids).toEqual(all.slice(5, 10));
    const first = await face.search(wanted);
    expect((await face.search({ ...wanted, cursor: first.object.next_cursor })).ids).toEqual(second.ids);
    const listed = await face.search({ top: 5, skip: 0 });
    const next = await face.search({ top: 5, skip: 0, cursor: listed.object.next_cursor });
    expect([...listed.ids, ...next.ids]).toEqual((await face.search({ top: 10 })).ids);
  });

  it('[AIDIP-MATCH-09] filters, orders by name, and answers in both shapes', async () => {
    const face = await registry(method);
    const array = await face.search({ filters: { capability: 'other', language: 'en' } });
    expect(array.body).toMatchObject([{ id: 'other' }]);
    const unranked = await face.search({ query: 'translates contracts', ranked: false, top: 3 });
    expect(unranked.ids).toEqual(['t00', 't01', 't02']);
    expect(unranked.text).not.toContain('"score"');
  });

  it('[AIDIP-MATCH-09] shows private agents only to authorized callers', async () => {
    const face = await registry(method);
    const wanted = { query: 'translates contracts', top: 100 };
    expect((await face.search(wanted, bob)).ids).not.toContain('secret');
    expect((await face.search(wanted, ann)).ids).toContain('secret');
  });
});
