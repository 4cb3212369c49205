import { describe, expect, it } from 'vitest';
import { anonymous } from '../../access/caller.js';
import { createMemoryStore } from '../../catalogue/memory-store.js';
import type { Answer, Face } from './face.support.js';
import { agent, ann, bob, createFace } from './face.support.js';

async function translators(): Promise<Face> {
  const face = createFace();
  await face.register(agent('a', { capabilities: ['translation'], tags: ['legal'], supported_languages: ['es'] }));
  await face.register(
    agent('b', { capabilities: ['translation'], tags: ['medical'], supported_languages: ['es', 'fr'] }),
  );
  await face.register(agent('c', { capabilities: ['summarization'], tags: ['legal'], supported_languages: ['fr'] }));
  return face;
}

async function crowd(size: number): Promise<Face> {
  const face = createFace();
  for (let at = 0; at < size; at += 1) await face.register(agent(`n${String(at).padStart(3, '0')}`));
  return face;
}

/** The target of a link of the response; undefined when it has none with this relation. */
function link(answer: Answer, rel: string): string | undefined {
  return new RegExp(`<([^>]+)>; rel="${rel}"`).exec(answer.headers.get('link') ?? '')?.[1];
}

async function followAll(face: Face, first: string, as = anonymous): Promise<string[][]> {
  const pages: string[][] = [];
  for (let next: string | undefined = first; next !== undefined; ) {
    const answer: Answer = await face.send('GET', next, { as });
    expect(answer.status).toBe(200);
    pages.push(answer.ids);
    next = link(answer, 'next');
  }
  return pages;
}

describe('listing', () => {
  it('[AIDIP-LIST-01] filters by attributes, joined with AND', async () => {
    const face = await translators();
    const ids = async (query: string) => (await face.send('GET', `/agents?${query}`)).ids;
    expect(await ids('capabilities=translation')).toEqual(['a', 'b']);
    expect(await ids('tags=legal')).toEqual(['a', 'c']);
    expect(await ids('language=fr')).toEqual(['b', 'c']);
    expect(await ids('capabilities=translation&tags=medical&language=fr')).toEqual(['b']);
    const none = await face.send('GET', '/agents?capabilities=translation&tags=legal&language=fr');
    expect([none.status, none.body]).toEqual([200, []]);
  });

  it('[AIDIP-LIST-02] shows public agents to everyone, and private ones only to authorized callers', async () => {
    const face = await translators();
    await face.register(agent('hidden', { visibility: 'private' }));
    for (const path of ['/agents', '/agents/public']) {
      const answer = await face.send('GET', path);
      expect([answer.status, answer.ids]).toEqual([200, ['a', 'b', 'c']]);
    }
    expect((await face.send('GET', '/agents', { as: ann })).ids).toContain('hidden');
    expect((await face.send('GET', '/agents/public', { as: ann })).ids).not.toContain('hidden');
  });

  it('[AIDIP-LIST-03] accepts the singular forms', async () => {
    const face = await translators();
    const several = await face.send('GET', '/agents?capabilities=translation&language=es');
    const single = await face.send('GET', '/agents?capability=translation&language=es');
    expect(single.body).toEqual(several.body);
    expect(single.ids).toEqual(['a', 'b']);
    expect((await face.send('GET', '/agents?tag=legal')).ids).toEqual(['a', 'c']);
  });

  it('accepts repeated and comma-separated values, all of them required', async () => {
    const face = await translators();
    await face.register(agent('d', { tags: ['Legal', 'medical '] }));
    for (const query of ['tags=legal,medical', 'tags=legal&tags=medical', 'tag=legal&tags=%20Medical%20']) {
      expect((await face.send('GET', `/agents?${query}`)).ids).toEqual(['d']);
    }
  });

  it('[AIDIP-LIST-04] pages by top and skip without overlaps or gaps', async () => {
    const face = await crowd(23);
    const all = (await face.send('GET', '/agents?top=100')).ids;
    const pages = [];
    for (let skip = 0; skip < 30; skip += 10) pages.push((await face.send('GET', `/agents?top=10&skip=${skip}`)).ids);
    expect(pages.flat()).toEqual(all);
    expect(pages.map((page) => page.length)).toEqual([10, 10, 3]);
    for (const query of ['top=-1', 'skip=-1', 'top=x', 'skip=1.5', 'top=']) {
      expect((await face.send('GET', `/agents?${query}`)).status).toBe(400);
    }
  });

  it('[AIDIP-LIST-05] [AIDIP-LIST-07] answers with an array of summaries', async () => {
    const face = await translators();
    const { body } = await face.send('GET', '/agents?tags=medical');
    expect(body).toEqual([
      {
        id: 'b',
        name: 'Agent b',
        description: 'Does something useful.',
        endpoint: 'https://agent.example/call',
        capabilities: ['translation'],
      },
    ]);
  });

  it('[AIDIP-LIST-06] answers with an object and a count under /agents/public', async () => {
    const face = await crowd(12);
    const { object } = await face.send('GET', '/agents/public?top=5');
    expect(object).toMatchObject({ count: 12, top: 5, skip: 0 });
    expect(object.agents).toHaveLength(5);
    expect((await face.send('GET', '/agents/public?shape=array')).body).toHaveLength(10);
    expect((await face.send('GET', '/agents?shape=object')).object).toMatchObject({ count: 12, top: 10, skip: 0 });
    expect((await face.send('GET', '/agents?shape=tree')).status).toBe(400);
  });

  it('[PROF-RESP-06] returns the total, links the pages and limits an excessive top', async () => {
    const face = await crowd(120);
    expect((await face.send('GET', '/agents')).ids).toHaveLength(10);
    const capped = await face.send('GET', '/agents?top=5000');
    expect([capped.ids.length, capped.headers.get('x-total-count')]).toEqual([100, '120']);
    expect(link(capped, 'next')).toContain('top=100');
    expect((await face.send('GET', '/agents?top=5000&shape=object')).object.top).toBe(100);
    const middle = await face.send('GET', '/agents?top=10&skip=25&capability=testing');
    expect(link(middle, 'prev')).toBe('/agents?capability=testing&skip=15&top=10');
    expect(link(middle, 'first')).toBe('/agents?top=10&capability=testing');
    const counted = await face.send('GET', '/agents?top=0');
    expect([counted.body, counted.headers.get('x-total-count'), link(counted, 'next')]).toEqual([[], '120', undefined]);
  });

  it(
    '[PROF-RESP-09] [PROF-RESP-10] can be read completely by its links, in one documented order, with ' + 'its filters',
    async () => {
      const face = await crowd(25);
      await face.register(agent('other', { capabilities: ['other'] }));
      const walk = () => followAll(face, '/agents?capability=testing&top=7&shape=object&status=active');
      const pages = await walk();
      expect(pages.map((page) => page.length)).toEqual([7, 7, 7, 4]);
      expect(pages.flat()).toEqual(Array.from({ length: 25 }, (_, at) => `n${String(at).padStart(3, '0')}`));
      expect(await walk()).toEqual(pages);
      const { describe: described } = face.routes.find(({ path }) => path === '/agents') ?? {};
      expect(described?.description).toContain('sorted by name, then id');
    },
  );

  it('follows cursors to the end while agents are added and removed', async () => {
    const face = await crowd(25);
    expect((await followAll(face, '/agents?top=10')).map((page) => page.length)).toEqual([10, 10, 5]);
    const first = await face.send('GET', '/agents?top=10');
    for (const id of first.ids.slice(0, 5)) await face.send('DELETE', `/agents/${id}`, { as: ann });
    await face.register(agent('n000-new'));
    const rest = (await followAll(face, link(first, 'next') ?? '')).flat();
    expect(rest).toEqual(Array.from({ length: 15 }, (_, at) => `n${String(at + 10).padStart(3, '0')}`));
  });

  it('continues a search with nothing but its cursor, in the body or in the URL', async () => {
    const face = await crowd(5);
    const first = await face.send('POST', '/agents/search', { body: { query: 'useful', top: 2 } });
    const cursor = String(first.object.next_cursor);
    const inBody = await face.send('POST', '/agents/search', { body: { cursor } });
    const inUrl = await face.send('POST', `/agents/search?cursor=${encodeURIComponent(cursor)}`, { body: {} });
    expect([inBody.status, inUrl.status]).toEqual([200, 200]);
    expect(inBody.ids).toHaveLength(2);
    expect(inUrl.ids).toEqual(inBody.ids);
    expect(first.ids).not.toEqual(inBody.ids);
  });

  it('rejects a cursor of another query, of another caller, invented, or truncated', async () => {
    const face = await crowd(25);
    const first = await face.send('GET', '/agents?top=10&shape=object', { as: ann });
    const cursor = String(first.object.next_cursor);
    const use = async (given: string, query = '', as = ann) =>
      face.send('GET', `/agents?cursor=${encodeURIComponent(given)}${query}`, { as });
    expect((await use(cursor)).status).toBe(200);
    const refusals = await Promise.all([
      use(cursor, '&capability=testing'),
      use(cursor, '', bob),
      use(cursor, '', anonymous),
      use('bWFkZSB1cA.bWFkZSB1cA'),
      use(cursor.slice(0, -2)),
      use(''),
      face.send('POST', `/agents/search?cursor=${cursor}`, { as: ann, body: { query: 'useful' } }),
    ]);
    for (const { status, object } of refusals) expect([status, object.code]).toEqual([400, 'INVALID_CURSOR']);
    expect(new Set(refusals.map(({ object }) => object.detail)).size).toBe(1);
  });

  it('limits skip, and explains how to continue', async () => {
    const face = await crowd(1);
    expect((await face.send('GET', '/agents?skip=10000')).body).toEqual([]);
    const refused = await face.send('GET', '/agents?skip=10001');
    expect(refused.status).toBe(400);
    expect(refused.object.field_errors).toMatchObject([{ field: 'skip', detail: expect.stringContaining('cursor') }]);
  });

  it('[PROF-ERR-08] names an unknown filter with the nearest known one, and reports all problems at once', async () => {
    const face = await translators();
    const refused = await face.send('GET', '/agents?capabilites=translation&prize=1&top=x&shape=y');
    expect(refused.status).toBe(400);
    expect(refused.object.field_errors).toMatchObject([
      { field: 'capabilites', detail: expect.stringContaining("did you mean 'capabilities'?") },
      { field: 'prize', detail: expect.stringContaining('known filters are') },
      { field: 'top' },
      { field: 'shape', detail: 'must be array or object' },
    ]);
    expect(refused.object.retryable).toBe(false);
  });

  it('never reveals by a filter name what a hidden agent has', async () => {
    const face = await translators();
    await face.register(agent('hidden', { visibility: 'private', x_secret: 'yes' }));
    const unknown = await face.send('GET', '/agents?x_nothing=yes', { as: bob });
    const hidden = await face.send('GET', '/agents?x_secret=yes', { as: bob });
    expect(hidden.status).toBe(400);
    expect(hidden.text.replaceAll('x_secret', 'x_nothing')).toBe(unknown.text);
    expect((await face.send('GET', '/agents?x_secret=yes', { as: ann })).ids).toEqual(['hidden']);
  });

  it('limits filters', async () => {
    const face = await translators();
    const bad = [
      `tags=${'a'.repeat(257)}`,
      `tags=${'a,'.repeat(50)}a`,
      Array.from({ length: 33 }, (_, at) => `f${at}=1`).join('&'),
      'tags=a&'.repeat(101),
      '__proto__=1',
      'constructor=1',
      `${'n'.repeat(5000)}=1`,
    ];
    for (const query of bad) expect((await face.send('GET', `/agents?${query}`)).status).toBe(400);
  });

  it('lists and searches summaries without reading the store, however large the documents are', async () => {
    const store = createMemoryStore();
    const face = createFace({}, { store });
    await face.register(agent('a'));
    store.entries.readMany = async () => {
      throw new Error('the store was asked');
    };
    expect((await face.send('GET', '/agents')).status).toBe(200);
    expect((await face.search({ query: 'agent' })).status).toBe(200);
    expect((await face.send('POST', '/agents/search', { body: { include_metadata: true } })).status).toBe(500);
  });
});
