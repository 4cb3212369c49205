import { describe, expect, it } from 'vitest';
import { createClient } from './create-client.js';
import { createFederation } from './federation.js';
import type { Scripted } from './registry.support.js';
import { rejection, scriptedRegistry } from './registry.support.js';

function registry(line: Scripted) {
  const { fetch } = scriptedRegistry(line);
  return createClient({ baseUrl: 'https://registry.example', fetch, retry: { attempts: 1 } });
}

const hit = (id: string, score?: number, endpoint = `https://${id}.example/`) => ({
  id,
  name: id,
  description: '',
  endpoint,
  capabilities: [],
  ...(score === undefined ? {} : { score }),
});
const modest = registry({ body: { results: [hit('m1', 0.4), hit('m2', 0.3)], count: 2 } });
const boastful = registry({ body: { results: [hit('b1', 0.99), hit('b2', 0.98), hit('b3', 0.97)], count: 3 } });

describe('federation', () => {
  it('[AIDIP-REG-14] searches two configured registries, merges the hits and marks their origin', async () => {
    const federation = createFederation([
      { name: 'in-house', client: modest },
      { name: 'market', client: boastful },
    ]);
    const { hits, failed } = await federation.search({ query: 'x' });
    expect(failed).toEqual([]);
    expect(hits.map(({ agent, found }) => [agent.id, found.map(({ registry: from }) => from)])).toEqual([
      ['m1', ['in-house']],
      ['b1', ['market']],
      ['m2', ['in-house']],
      ['b2', ['market']],
      ['b3', ['market']],
    ]);
  });

  it('[AIDIP-MATCH-07] applies a threshold and does not sort by raw score across registries', async () => {
    const members = [
      { name: 'in-house', client: modest },
      { name: 'market', client: boastful },
    ];
    const { hits } = await createFederation(members).search({ query: 'x' });
    // By raw score, all three hits of the boastful registry would come first.
    expect(hits.slice(0, 2).map(({ agent }) => agent.id)).toEqual(['m1', 'b1']);
    const cut = await createFederation(members).search({ query: 'x', minScore: 0.35 });
    expect(cut.hits.map(({ agent }) => agent.id)).toEqual(['m1', 'b1', 'b2', 'b3']);
    const own = await createFederation([{ name: 'market', client: boastful, minScore: 0.985 }]).search({
      minScore: 0.1,
    });
    expect(own.hits.map(({ agent }) => agent.id)).toEqual(['b1']);
    expect((await modest.agents.search({ query: 'x', minScore: 0.35 })).hits.map(({ id }) => id)).toEqual(['m1']);
    const unscored = registry({ body: [hit('u')] });
    expect((await unscored.agents.search({ minScore: 0.9 })).hits).toHaveLength(1);
  });

  it('ranks hits of several registries higher, and treats equal ids with different URLs as different services', async () => {
    const one = registry({ body: [hit('a'), hit('shared')] });
    const two = registry({ body: [hit('a', 1, 'https://elsewhere.example/'), hit('shared'), hit('shared')] });
    const { hits } = await createFederation([
      { name: 'one', client: one },
      { name: 'two', client: two },
    ]).search({});
    expect(hits[0]?.agent.id).toBe('shared');
    expect(hits[0]?.found).toEqual([
      { registry: 'one', rank: 2 },
      { registry: 'two', rank: 2 },
    ]);
    expect(hits.filter(({ agent }) => agent.id === 'a')).toHaveLength(2);
  });

  it('keeps the hits of the others when one registry fails, and fails only when all do', async () => {
    const down = registry('broken');
    const mixed = await createFederation([
      { name: 'down', client: down },
      { name: 'up', client: modest },
    ]).search({ top: 1 });
    expect(mixed.hits.map(({ agent }) => agent.id)).toEqual(['m1']);
    expect(mixed.failed).toMatchObject([{ registry: 'down', error: { code: 'CONNECTION_FAILED' } }]);
    const none = createFederation([{ name: 'down', client: down }]);
    expect(await rejection(none.search({}))).toMatchObject({ code: 'CONNECTION_FAILED' });
  });

  it('rejects an empty federation and two registries with one name', () => {
    expect(() => createFederation([])).toThrow(/needs at least one registry/);
    const member = { name: 'a', client: modest };
    expect(() => createFederation([member, member])).toThrow(/unique name/);
  });
});
