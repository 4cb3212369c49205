import { describe, expect, it } from 'vitest';
import { restoreBody, restoreQuery, withBody, withQuery } from './continuation.js';

const restored = (search: string) => restoreQuery(new URL(`https://api.example/agents${search}`)).search;

describe('a cursor with its query', () => {
  it('[PROF-RESP-09] continues the list alone, with every filter', () => {
    const cursor = withQuery('abc.def', new URLSearchParams('tag=a&tag=b%26c&top=2&cursor=old.one'));
    expect(restored(`?cursor=${cursor}`)).toBe('?cursor=abc.def&tag=a&tag=b%26c&top=2');
    expect(restored(`?pageCursor=${cursor}`)).toBe('?pageCursor=abc.def&tag=a&tag=b%26c&top=2');
  });

  it('leaves parameters of the URL as they are', () => {
    const cursor = withQuery('abc.def', new URLSearchParams('tag=a&top=2'));
    expect(restored(`?top=5&cursor=${cursor}`)).toBe('?top=5&cursor=abc.def&tag=a');
    expect(restored('?cursor=abc.def&tag=a')).toBe('?cursor=abc.def&tag=a');
  });

  it('is the plain cursor for a list without filters, and for a query that is too long', () => {
    expect(withQuery('abc.def', new URLSearchParams('cursor=x'))).toBe('abc.def');
    expect(withQuery('abc.def', new URLSearchParams({ q: 'x'.repeat(4_000) }))).toBe('abc.def');
  });

  it.each(['?cursor=a.b.c.d', '?cursor=a', `?cursor=a.b.${'c'.repeat(5_000)}`, '?cursor=', '?x=1'])(
    'leaves %s to those who read it',
    (search) => expect(restored(search)).toBe(search),
  );

  it('carries the body of a search', () => {
    const cursor = withBody('abc.def', { query: 'wind', top: 2, cursor: 'old.one' });
    expect(restoreBody({ cursor })).toEqual({ cursor: 'abc.def', query: 'wind', top: 2 });
    expect(restoreBody({ cursor, top: 5 })).toEqual({ cursor: 'abc.def', query: 'wind', top: 5 });
    expect(restored(`?cursor=${cursor}`)).toBe(`?cursor=${cursor}`);
    expect(restoreBody({ cursor: 'abc.def.b.e30x' })).toEqual({ cursor: 'abc.def.b.e30x' });
    for (const body of [null, [], { cursor: 1 }, { cursor: 'a.b' }, { cursor: 'a.b.c' }])
      expect(restoreBody(body)).toEqual(body);
  });

  it('reads nothing else from a hostile query', () => {
    const [, , query = ''] = withQuery('a.b', new URLSearchParams('top=9')).split('.');
    expect(restored(`?cursor=x.y.${query}`)).toBe('?cursor=x.y&top=9');
    for (const wrong of [
      query.slice(0, -1),
      `${query}A`,
      `x${query.slice(1)}`,
      Buffer.from('top=9').toString('base64url'),
    ]) {
      expect(restored(`?cursor=x.y.${wrong}`)).toBe(`?cursor=x.y.${wrong}`);
    }
    const post = restoreQuery(new URL(`https://api.example/agents/search?cursor=x.y.${query}`), 'POST');
    expect(post.search).toBe(`?cursor=x.y.${query}`);
  });
});
