/** Tests where operations with servers of their own are called. */
import type { JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { probeWith } from './probe.support.js';

const probed = new URL('https://herbs.example');
const get = (summary: string, more: JsonObject = {}) => ({
  operationId: summary.replaceAll(' ', '_'),
  summary,
  responses: { 200: { description: 'OK', content: { 'application/json': { schema: { type: 'object' } } } } },
  ...more,
});

/** URLs that were requested, and the operations that were left out. */
async function probe(paths: JsonObject, { servers, base = probed }: { servers?: string[]; base?: URL } = {}) {
  const urls: string[] = [];
  const fetch = async (url: string) => {
    urls.push(url);
    return Response.json({ items: [{ id: 'h1' }], next_cursor: 'c' });
  };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Herbs', version: '1' },
    ...(servers && { servers: servers.map((url) => ({ url })) }),
    paths,
  };
  const { skipped } = await probeWith(fetch, { document, base });
  return { urls, skipped };
}

const on = (url: string) => ({ servers: [{ url }] });

describe('servers of a path or an operation', () => {
  it('counts the base path where the host is the probed one, or the one that it represents', async () => {
    for (const servers of [['https://herbs.example/a'], ['https://api.herbs.org/a']]) {
      const origin = new URL(servers[0] ?? '').origin;
      const { urls } = await probe(
        {
          '/herbs': { ...on(`${origin}/special`), get: get('List herbs') },
          '/roots': { get: get('List roots', on(`${origin}/other/`)) },
          '/seeds': { get: get('List seeds', on('/relative')) },
          '/leaves': { get: get('List leaves') },
        },
        { servers },
      );
      const at = (path: string) => urls.some((url) => url.split('?')[0] === `https://herbs.example${path}`);
      for (const path of ['/special/herbs', '/other/roots', '/relative/seeds', '/a/leaves'])
        expect([path, at(path)]).toEqual([path, true]);
      for (const path of ['/a/herbs', '/a/roots', '/a/seeds']) expect([path, at(path)]).toEqual([path, false]);
    }
  });

  it('never sends a request to another host, and reports it', async () => {
    const { urls, skipped } = await probe(
      {
        '/herbs': { ...on('https://files.example/v1'), get: get('List herbs') },
        '/roots': { get: get('List roots', on('https://{region}.example/v1')) },
        '/seeds': { get: get('List seeds', on('https://api.herbs.org/v1')) },
        '/leaves': { get: get('List leaves') },
      },
      { servers: ['https://herbs.example/a', 'https://api.herbs.org/a'] },
    );
    expect(new Set(urls.map((url) => new URL(url).origin))).toEqual(new Set(['https://herbs.example']));
    expect(urls.filter((url) => /herbs\?|roots|seeds|v1/.test(url))).toEqual([]);
    expect(skipped).toEqual([
      { operation: 'List_herbs', reason: 'its server is https://files.example' },
      { operation: 'List_roots', reason: 'the URL of its server is incomplete' },
      { operation: 'List_seeds', reason: 'its server is https://api.herbs.org' },
    ]);
  });

  it('stays below a base path that the caller gives', async () => {
    const { urls, skipped } = await probe(
      {
        '/herbs': { ...on('https://api.herbs.org/a/deep'), get: get('List herbs') },
        '/roots': { ...on('https://api.herbs.org/special'), get: get('List roots') },
      },
      { servers: ['https://api.herbs.org/a'], base: new URL('https://herbs.example/beta') },
    );
    expect(urls.some((url) => url === 'https://herbs.example/beta/deep/herbs')).toBe(true);
    expect(skipped).toEqual([
      { operation: 'List_roots', reason: 'the path of its server, /special, is outside the base URL' },
    ]);
  });

  it('needs consent for an action with a server of its own, also when a response links to it', async () => {
    const urls: string[] = [];
    const document = {
      openapi: '3.1.0',
      info: { title: 'Herbs', version: '1' },
      servers: [{ url: 'https://herbs.example/a' }],
      paths: {
        '/herbs': { get: get('List herbs') },
        '/herbs/burn': { ...on('https://herbs.example/a/x'), get: get('Burn all herbs') },
      },
    };
    await probeWith(
      async (url) => {
        urls.push(url);
        const link = { link: '</a/x/herbs/burn>; rel="next"', location: '/a/x/herbs/burn' };
        return new Response('{"items":[{"id":"h"}],"next":"/a/x/herbs/burn"}', { status: 302, headers: link });
      },
      { document, base: probed },
    );
    expect(urls.filter((url) => url.includes('burn'))).toEqual([]);
  });
});
