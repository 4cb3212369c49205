import { describe, expect, it } from 'vitest';
import { createClient } from './create-client.js';
import type { Scripted } from './registry.support.js';
import { freightDesk, pierWeather, rejection, scriptedRegistry } from './registry.support.js';

async function hitsOf(line: Scripted) {
  const client = createClient({ baseUrl: 'https://registry.example', fetch: scriptedRegistry(line).fetch });
  return client.agents.search({ query: 'harbour' });
}

const summary = ({ id, name, description, endpoint, capabilities }: typeof freightDesk | typeof pierWeather) => ({
  id,
  name,
  description,
  endpoint,
  capabilities,
  score: 0.5,
});
const agents = [summary(freightDesk), summary(pierWeather)];

describe('reading lists', () => {
  it('[AIDIP-SRS-11] returns the same hits from a bare array and from an object', async () => {
    const array = await hitsOf({ body: agents, headers: { 'x-total-count': '7' } });
    const object = await hitsOf({
      body: { results: agents, count: 7, top: 2, skip: 0, query: 'harbour', search_time: 6.4 },
    });
    expect(array.hits).toEqual(agents);
    expect(object.hits).toEqual(array.hits);
    expect(object).toMatchObject({ count: 7, top: 2, skip: 0, searchTime: 6.4 });
    expect(array.count).toBe(7);
    expect((await hitsOf({ body: [] })).hits).toEqual((await hitsOf({ body: { results: [] } })).hits);
    expect(await rejection(hitsOf({ body: { found: agents } }))).toMatchObject({ code: 'INVALID_RESPONSE' });
  });

  it.each(['agents', 'results', 'items'])('finds the list under %s', async (name) => {
    expect((await hitsOf({ body: { [name]: agents, count: 2 } })).hits).toEqual(agents);
  });

  it('[AIDIP-SRS-05] ignores unknown fields', async () => {
    const [first] = agents;
    const odd = { ...first, operations: [{ name: 'quote' }], x_price: { eur: 0.02 }, __version: null };
    const { hits } = await hitsOf({ body: { results: [odd], count: 1, new_in_2030: [1] } });
    expect(hits[0]).toMatchObject({ ...first });
    expect(hits[0]?.x_price).toEqual({ eur: 0.02 });
  });

  it('lifts nested metadata without overwriting members of the hit', async () => {
    for (const name of ['metadata', 'agent']) {
      const { hits } = await hitsOf({
        body: { results: [{ id: 'a', score: 0.9, [name]: { ...freightDesk, id: 'other' } }] },
      });
      expect(hits[0]).toMatchObject({ id: 'a', score: 0.9, name: freightDesk.name, endpoint: freightDesk.endpoint });
    }
  });

  it('rejects items without an id, and drops a score that is not a number', async () => {
    for (const item of [7, null, {}, { id: 7 }]) {
      expect(await rejection(hitsOf({ body: [item] }))).toMatchObject({ code: 'INVALID_RESPONSE' });
    }
    const { hits } = await hitsOf({
      text: '[{"id":"a","score":"high","capabilities":"x","__proto__":{"polluted":1}}]',
    });
    expect(hits[0]).toMatchObject({ id: 'a', name: 'a', description: '', capabilities: [] });
    expect(hits[0]?.score).toBeUndefined();
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});
