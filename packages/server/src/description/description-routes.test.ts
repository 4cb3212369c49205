import { anonymous } from '@dragoman/core/engine';
import type { Route } from '@dragoman/core/http';
import { fromWebRequest, toWebResponse } from '@dragoman/core/http';
import { failures } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { createDescriptionRoutes } from './description-routes.js';
import { lintWithRedocly, lintWithSpectral } from './lint.support.js';

const routes = createDescriptionRoutes([], {
  version: '0.1.0',
  serverUrl: '/',
  requiresCredential: false,
  keyWindowSeconds: 86_400,
  answers: {},
});

async function call(path: string, init?: RequestInit, params: Record<string, string> = {}): Promise<Response> {
  const route = routes.find((candidate: Route) => candidate.path === path);
  if (route === undefined) throw new Error(`no route ${path}`);
  const request = new Request(`http://127.0.0.1${path}`, init);
  const reply = await route.handle({
    request: fromWebRequest(request),
    url: new URL(request.url),
    search: '',
    params,
    caller: anonymous,
    traceId: '0'.repeat(32),
    traceparent: `00-${'0'.repeat(32)}-${'0'.repeat(16)}-00`,
    signal: new AbortController().signal,
  });
  return toWebResponse(reply);
}

describe('the description routes', () => {
  it('describe themselves', async () => {
    const api = (await (await call('/openapi.json')).json()) as { paths: object };
    expect(Object.keys(api.paths)).toEqual(['/openapi.json', '/llms.txt', '/problems', '/problems/{code}']);
  });

  it('prepare their texts before the first request when the server is ready for it', () => {
    const prepared: (() => void)[] = [];
    let described = 0;
    const other = {
      ...routes[0],
      path: '/counted',
      get describe() {
        described += 1;
        return (routes[0] as Route).describe;
      },
    } as Route;
    const facts = {
      version: '0.1.0',
      serverUrl: '/',
      requiresCredential: false,
      keyWindowSeconds: 86_400,
      answers: {},
    };
    createDescriptionRoutes([other], facts, (work) => prepared.push(work));
    expect([prepared.length, described]).toEqual([1, 0]);
    prepared[0]?.();
    expect(described).toBeGreaterThan(0);
  });

  it('are clean under Redocly’s recommended and Spectral’s oas rules', async () => {
    const text = await (await call('/openapi.json')).text();
    expect(await lintWithRedocly(text)).toEqual([]);
    expect(await lintWithSpectral(text)).toEqual([]);
  });

  it('fail the linters with a route that has no operationId', async () => {
    const api = JSON.parse(await (await call('/openapi.json')).text());
    delete api.paths['/llms.txt'].get.operationId;
    delete api.paths['/llms.txt'].get.responses['401'];
    const text = JSON.stringify(api);
    expect((await lintWithRedocly(text)).length).toBeGreaterThan(0);
    expect((await lintWithSpectral(text)).length).toBeGreaterThan(0);
  });

  it('respond 304 to their current ETag', async () => {
    const etag = (await call('/llms.txt')).headers.get('etag') ?? '';
    const again = await call('/llms.txt', { headers: { 'If-None-Match': etag } });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
    expect((await call('/llms.txt', { headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
  });

  it('write one line per operation in llms.txt', async () => {
    const text = await (await call('/llms.txt')).text();
    expect(text).toMatch(/^# Dragoman\n/);
    expect(text).toContain('- [openapi_read](/openapi.json): `GET /openapi.json`');
  });

  it('explain exactly the existing failure codes', async () => {
    for (const code of Object.keys(failures)) {
      const answer = await call('/problems/{code}', {}, { code: code.toLowerCase().replaceAll('_', '-') });
      expect(await answer.json()).toMatchObject({ code });
    }
    await expect(call('/problems/{code}', {}, { code: 'toString' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
