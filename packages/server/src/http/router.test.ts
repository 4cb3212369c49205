import type { Method, Route } from '@dragoman/core/http';
import { createReply } from '@dragoman/core/http';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRouter } from './router.js';

function route(method: Method, path: string): Route {
  const describe = { operationId: `${method} ${path}`, tag: '', summary: '', description: '', responses: {} };
  return { method, path, budget: 'read', access: 'public', describe, handle: async () => createReply(null) };
}

const router = createRouter([
  route('GET', '/'),
  route('GET', '/agents'),
  route('POST', '/agents'),
  route('POST', '/agents/search'),
  route('GET', '/agents/{id}'),
  route('PUT', '/agents/{id}'),
  route('GET', '/agents/{id}/versions/{revision}'),
  route('GET', '/agents/{id}/agis'),
  { ...route('POST', '/agents/{id}/agis/{path}'), tail: true },
]);

describe('finding routes', () => {
  it('finds literal and parameterized routes', () => {
    expect(router.match('GET', '/').path).toBe('/');
    expect(router.match('GET', '/agents').route?.path).toBe('/agents');
    expect(router.match('GET', '/agents/a/versions/3')).toMatchObject({ params: { id: 'a', revision: '3' } });
  });

  it('never treats a literal segment as a parameter, encoded or not', () => {
    for (const path of ['/agents/search', '/agents/%73earch', '/agents/%73%65%61rch']) {
      expect(router.match('GET', path)).toMatchObject({ path: '/agents/search', route: undefined });
      expect(router.match('POST', path).route?.path).toBe('/agents/search');
    }
    expect(router.match('GET', '/agents/search/versions/1').path).toBeUndefined();
    expect(router.match('GET', '/agents/Search').params).toEqual({ id: 'Search' });
  });

  it.each([
    ['/agents/a%2Fb', 'a/b'],
    ['/agents/%2e%2e', '..'],
    ['/agents/..', '..'],
    ['/agents/%2e%2e%2fkeys', '../keys'],
    ['/agents/%2525', '%25'],
    ['/agents/a+b', 'a+b'],
    ['/agents/%F0%9F%9A%A2', '🚢'],
    ['/agents/%00', '\u0000'],
    ['/agents/__proto__', '__proto__'],
  ])('decodes %s once, inside its segment', (path, id) => {
    expect(router.match('GET', path)).toMatchObject({ path: '/agents/{id}', params: { id } });
  });

  it.each([
    ['/agents/a/agis/order', 'order'],
    ['/agents/a/agis/order/7/item', 'order/7/item'],
    ['/agents/a/agis/order/a%2Fb', 'order/a%2Fb'],
    ['/agents/a/agis/order/', 'order/'],
  ])('gives a catch-all segment the rest of %s, each segment encoded', (path, rest) => {
    expect(router.match('POST', path)).toMatchObject({ path: '/agents/{id}/agis/{path}', params: { path: rest } });
  });

  it('does not match an empty catch-all segment', () => {
    expect(router.match('POST', '/agents/a/agis/').path).toBeUndefined();
    expect(router.match('GET', '/agents/a/agis').path).toBe('/agents/{id}/agis');
  });

  it('keeps an id with any characters whole', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (id) => {
        if (id === 'search') return;
        expect(router.match('GET', `/agents/${encodeURIComponent(id)}`).params).toEqual({ id });
      }),
    );
  });

  it.each(['/agents/%', '/agents/%zz', '/agents/%ff', '/agents/%c3%28', '/%E0%A4%A'])(
    'rejects %s, which cannot be decoded',
    (path) => expect(() => router.match('GET', path)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' })),
  );

  it.each([
    '/agents/',
    '//agents',
    '/agents//versions/1',
    '/nothing',
    '/agents/../agents',
    `/${'a/'.repeat(1000)}`,
    '',
  ])('finds no route at %s', (path) => expect(router.match('GET', path).path).toBeUndefined());

  it('answers HEAD from GET and lists the methods of an address', () => {
    expect(router.match('HEAD', '/agents').route?.method).toBe('GET');
    expect(router.match('PATCH', '/agents')).toMatchObject({
      route: undefined,
      allow: ['GET', 'HEAD', 'OPTIONS', 'POST'],
    });
    expect(router.match('GET', '/agents/search').allow).toEqual(['OPTIONS', 'POST']);
  });

  it('distinguishes a parameter with an action from the plain parameter, encoded or not', () => {
    const acting = createRouter([
      route('GET', '/tools/{toolId}'),
      route('POST', '/tools/{toolId}:invoke'),
      route('POST', '/tools/{toolId}/versions/{version}:invoke'),
    ]);
    for (const path of ['/tools/a-1:invoke', '/tools/a-1%3Ainvoke', '/tools/a-1%3ainvoke']) {
      expect(acting.match('POST', path)).toMatchObject({ path: '/tools/{toolId}:invoke', params: { toolId: 'a-1' } });
      expect(acting.match('GET', path)).toMatchObject({ route: undefined, allow: ['OPTIONS', 'POST'] });
    }
    expect(acting.match('POST', '/tools/a/versions/2:invoke').params).toEqual({ toolId: 'a', version: '2' });
    expect(acting.match('GET', '/tools/urn:x:y').params).toEqual({ toolId: 'urn:x:y' });
    expect(acting.match('GET', '/tools/:invoke').params).toEqual({ toolId: ':invoke' });
    expect(acting.match('GET', '/tools/a/versions/2').path).toBeUndefined();
  });

  it('rejects two routes for one method and address', () => {
    expect(() => createRouter([route('GET', '/a/{x}'), route('GET', '/a/{y}')])).toThrow(/two routes/);
  });
});
