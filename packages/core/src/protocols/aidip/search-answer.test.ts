import { describe, expect, it } from 'vitest';
import type { Answer, Face } from './face.support.js';
import { agent, ann, bob, createFace, keyHolder } from './face.support.js';

async function dozen(): Promise<Face> {
  const face = createFace();
  for (let at = 0; at < 12; at += 1) {
    await face.register(
      agent(`d${String(at).padStart(2, '0')}`, { description: `Paints fences${' well'.repeat(at)}.` }),
    );
  }
  return face;
}

describe('the response of a search', () => {
  it('[AIDIP-SRS-01] is an array for attributes only', async () => {
    const face = await dozen();
    for (const body of [{}, { filters: { capability: 'testing' } }, { filters: {}, top: 3 }, { top: 3 }]) {
      expect(Array.isArray((await face.search(body)).body)).toBe(true);
    }
    const { headers } = await face.search({ top: 3 });
    expect(headers.get('x-total-count')).toBe('12');
    expect(headers.get('link')).toMatch(/^<\/agents\/search\?cursor=[^>]+>; rel="next"$/);
  });

  it('takes the shape from the query parameter if given', async () => {
    const face = await dozen();
    const object = await face.send('POST', '/agents/search?shape=object', { body: { top: 2 } });
    expect(object.object).toMatchObject({ count: 12, top: 2, skip: 0 });
    const array = await face.send('POST', '/agents/search?shape=array', { body: { query: 'fences', top: 2 } });
    expect(array.body).toHaveLength(2);
    expect(array.items[0]).toHaveProperty('score');
  });

  it('[AIDIP-SRS-02] has summaries with everything needed to choose', async () => {
    const face = createFace();
    await face.register(agent('a', { authentication: { type: 'api_key', instructions: 'Ask.' }, x_more: 1 }));
    const { items } = await face.search({});
    expect(Object.keys(items[0] ?? {}).sort()).toEqual(['capabilities', 'description', 'endpoint', 'id', 'name']);
  });

  it('[AIDIP-SRS-03] is an object with results for a query, also when empty', async () => {
    const face = await dozen();
    for (const body of [
      { query: 'fences' },
      { query: 'submarines' },
      { skip: 0 },
      { ranked: true },
      { include_metadata: false },
    ]) {
      const { object, body: whole } = await face.search(body);
      expect(Array.isArray(whole)).toBe(false);
      expect(Array.isArray(object.results)).toBe(true);
    }
  });

  it('[AIDIP-SRS-04] has hits with id, name, description and score', async () => {
    const face = await dozen();
    const { items } = await face.search({ query: 'paint a fence' });
    expect(items).toHaveLength(10);
    for (const hit of items) {
      expect([typeof hit.id, typeof hit.name, typeof hit.description, typeof hit.score]).toEqual([
        'string',
        'string',
        'string',
        'number',
      ]);
    }
    const plain = await face.search({ skip: 0 });
    expect(plain.items[0]).not.toHaveProperty('score');
  });

  it('[AIDIP-SRS-06] counts all matches that the caller may see', async () => {
    const face = await dozen();
    await face.register(agent('hidden', { description: 'Paints fences.', visibility: 'private' }), bob);
    expect((await face.search({ query: 'fences', top: 5 })).object.count).toBe(12);
    expect((await face.search({ query: 'fences', top: 5 }, bob)).object.count).toBe(13);
    expect((await face.search({ top: 5 }, ann)).headers.get('x-total-count')).toBe('12');
  });

  it('[AIDIP-SRS-07] states the returned slice', async () => {
    const face = await dozen();
    expect((await face.search({ query: 'fences' })).object).toMatchObject({ top: 10, skip: 0 });
    expect((await face.search({ query: 'fences', top: 5 })).object).toMatchObject({ top: 5, skip: 0 });
    expect((await face.search({ query: 'fences', top: 5, skip: 7 })).object).toMatchObject({ top: 5, skip: 7 });
    expect((await face.search({ query: 'fences', top: 100_000 })).object).toMatchObject({ top: 100 });
    expect((await face.search({ query: 'fences', top: 0 })).object).toMatchObject({ top: 0, count: 12, results: [] });
  });

  it('truncates a page of full metadata at its size limit, and continues from there', async () => {
    const face = createFace();
    const filler = Array.from({ length: 9 }, (_, at) => `${at}`.repeat(90_000));
    for (let at = 0; at < 9; at += 1) await face.register(agent(`big${at}`, { x_filler: filler }));
    for (const wanted of [{ query: 'something useful' }, {}]) {
      const ids: string[] = [];
      let cursor: unknown;
      do {
        const page: Answer = await face.search({ ...wanted, include_metadata: true, cursor: cursor ?? null });
        expect(page.text.length).toBeLessThan(4_100_000);
        expect(page.object).toMatchObject({ count: 9, skip: ids.length });
        ids.push(...page.ids);
        cursor = page.object.next_cursor;
        if (cursor !== undefined) expect(page.object.top).toBe(page.ids.length);
      } while (cursor !== undefined);
      expect(ids).toEqual(Array.from({ length: 9 }, (_, at) => `big${at}`));
    }
  });

  it('[AIDIP-SRS-08] repeats the query text unchanged, as a JSON string', async () => {
    const face = await dozen();
    const query = ' fences </script><img src=x onerror="alert(1)"> "\\ \u2028 🚢 ';
    const answer = await face.search({ query });
    expect(answer.object.query).toBe(query);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('[AIDIP-SRS-09] reports the time taken in milliseconds', async () => {
    let watch = 100;
    const face = createFace({}, { monotonic: () => (watch += 2.5) });
    expect((await face.search({ query: 'x' })).object.search_time).toBe(2.5);
    const backwards = createFace({}, { monotonic: () => (watch -= 1) });
    expect((await backwards.search({ query: 'x' })).object.search_time).toBe(0);
  });

  it('[AIDIP-SRS-10] is a success when nothing matches', async () => {
    const face = createFace();
    const array = await face.search({ filters: { tags: ['none'] } });
    expect([array.status, array.body]).toEqual([200, []]);
    const object = await face.search({ query: 'nothing' });
    expect([object.status, object.object.results, object.object.count]).toEqual([200, [], 0]);
  });

  it('[AIDIP-SRS-12] names only agents that the same caller can read', async () => {
    const face = await dozen();
    await face.register(agent('one/two three', { description: 'Paints fences.', visibility: 'private' }), bob);
    for (const { id } of (await face.search({ query: 'fences', top: 100 }, bob)).items) {
      const read = await face.send('GET', `/agents/${encodeURIComponent(String(id))}`, { as: bob });
      expect(read.status).toBe(200);
    }
  });

  it.each([{ query: 'fences' }, { filters: { capability: 'testing' } }, { query: 'fences', ranked: false }])(
    'pages by cursor, in the body or by the link: %j',
    async (wanted) => {
      const face = await dozen();
      const all = (await face.search({ ...wanted, top: 12 })).ids;
      const byLink: string[] = [];
      const byBody: string[] = [];
      let target: string | undefined = '/agents/search';
      while (target !== undefined) {
        const page: Answer = await face.send('POST', target, { body: { ...wanted, top: 5 } });
        byLink.push(...page.ids);
        target = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
      }
      let cursor: unknown = null;
      do {
        const page: Answer = await face.search({ ...wanted, top: 5, skip: 0, cursor });
        expect(page.object.skip).toBe(byBody.length);
        byBody.push(...page.ids);
        cursor = page.object.next_cursor;
      } while (cursor !== undefined);
      expect(byLink).toEqual(all);
      expect(byBody).toEqual(all);
    },
  );

  it('continues after the last hit while better ones are added and others removed', async () => {
    const face = await dozen();
    const wanted = { query: 'fences', top: 5 };
    const all = (await face.search({ ...wanted, top: 12 })).ids;
    const first = await face.search(wanted);
    for (const id of ['aa', 'ab', 'ac']) await face.register(agent(id, { name: 'Fences', description: 'Fences.' }));
    await face.send('DELETE', `/agents/${first.ids[0]}`, { as: ann });
    const second = await face.search({ ...wanted, cursor: first.object.next_cursor ?? null });
    await face.register(agent('ad', { name: 'Fences', description: 'Fences.' }));
    const third = await face.search({ ...wanted, cursor: second.object.next_cursor ?? null });
    expect([...first.ids, ...second.ids, ...third.ids]).toEqual(all);
    expect(third.object.next_cursor).toBeUndefined();
  });

  it('continues by position when the last hit was removed', async () => {
    const face = await dozen();
    const all = (await face.search({ query: 'fences', top: 12 })).ids;
    const first = await face.search({ query: 'fences', top: 5 });
    await face.send('DELETE', `/agents/${first.ids[4]}`, { as: ann });
    const second = await face.search({ query: 'fences', top: 5, cursor: first.object.next_cursor ?? null });
    expect(second.ids).toEqual(all.slice(5, 10));
  });
});

describe('matching', () => {
  it('[AIDIP-MATCH-01] compares the text with name, description and tags', async () => {
    const face = createFace();
    await face.register(agent('name', { name: 'Falconry desk' }));
    await face.register(agent('description', { description: 'Advice on falconry.' }));
    await face.register(agent('tags', { tags: ['falconry'] }));
    await face.register(agent('other', { description: 'Advice on gardening.' }));
    expect((await face.search({ query: 'falconry' })).ids.sort()).toEqual(['description', 'name', 'tags']);
  });

  it('[AIDIP-MATCH-02] favours agents whose capabilities have the terms of the query', async () => {
    const face = createFace();
    await face.register(
      agent('plain', { description: 'Handles translation of contracts.', capabilities: ['documents'] }),
    );
    await face.register(
      agent('able', { description: 'Handles translation of contracts.', capabilities: ['translation'] }),
    );
    const { items, ids } = await face.search({ query: 'translation of contracts' });
    expect(ids).toEqual(['able', 'plain']);
    expect(Number(items[0]?.score)).toBeGreaterThan(Number(items[1]?.score));
  });

  it('[AIDIP-MATCH-03] favours agents of the language that the query asks for', async () => {
    const face = createFace();
    const description = 'Translates product descriptions.';
    await face.register(agent('a', { description, supported_languages: ['fr'] }));
    await face.register(agent('b', { description, supported_languages: ['zh'] }));
    expect((await face.search({ query: 'translate product descriptions to Chinese' })).ids).toEqual(['b', 'a']);
  });

  it('[AIDIP-MATCH-06] scores between 0 and 1', async () => {
    const face = createFace();
    const words = ['harbour', 'wind', 'crane', 'ship', 'rate', 'quote', 'track', 'sea', 'pier', 'load'];
    for (let at = 0; at < 60; at += 1) {
      const description = words.filter((_, bit) => (at * 37 + bit * bit) % 3 === 0).join(' ') || 'none';
      await face.register(agent(`w${at}`, { description, tags: [words[at % 10] ?? ''] }));
    }
    for (let at = 0; at < 200; at += 1) {
      const query = [words[at % 10], words[(at * 7) % 10], words[(at * 3 + 1) % 10], at % 2 ? 'unheard' : ''].join(' ');
      for (const { score } of (await face.search({ query, top: 100 })).items) {
        expect(typeof score === 'number' && score >= 0 && score <= 1).toBe(true);
      }
    }
  });

  it('[AIDIP-MATCH-11] reveals nothing of a private agent to other callers', async () => {
    const ask = async (face: Face) => {
      const bodies = [
        { query: 'paint a fence', top: 5 },
        { query: 'fence well', include_metadata: true },
        { filters: { capability: 'testing' } },
      ];
      const answers = await Promise.all(bodies.map((body) => face.search(body, bob)));
      return answers.map(({ text, headers }) => [
        text.replace(/"search_time":[\d.]+/, ''),
        headers.get('x-total-count'),
      ]);
    };
    const without = await ask(await dozen());
    const face = await dozen();
    await face.register(
      agent('hidden', { description: 'Paints a fence well.', visibility: 'private', grants: ['caller:carl'] }),
      ann,
    );
    expect(await ask(face)).toEqual(without);
    expect((await face.search({ query: 'paint a fence', top: 20 }, keyHolder('carl'))).ids).toContain('hidden');
  });

  it('[AIDIP-MATCH-12] excludes inactive agents unless their status is requested', async () => {
    const face = createFace();
    await face.register(agent('on'));
    await face.register(agent('off', { status: 'INACTIVE' }));
    await face.register(agent('old', { status: 'deprecated' }));
    expect((await face.search({})).ids).toEqual(['old', 'on']);
    expect((await face.search({ query: 'something useful' })).ids).toEqual(['on', 'old']);
    expect((await face.search({ filters: { status: 'inactive' } })).ids).toEqual(['off']);
    expect((await face.send('GET', '/agents/off')).status).toBe(200);
  });
});
