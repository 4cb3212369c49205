/** The remote embedder over real sockets, against endpoints that work, are slow, return wrong data or disappear. */
import { systemClock } from '@dragoman/core/http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEmbedder } from '../../packages/server/src/embedders/open-embedder.js';
import { pierWeather, startTestServer } from '../../packages/server/src/server.support.js';
import { type HttpHost, startHttpHost } from './http-host.js';

let host: HttpHost;
const seen: { authorization: string | null; body: unknown }[] = [];

const answers: Record<string, () => Response | Promise<Response>> = {
  '/fine': () => Response.json({ data: [{ index: 0, embedding: [0, 3, 4] }] }),
  '/small': () => Response.json({ data: [{ index: 0, embedding: [1, 0] }] }),
  '/refused': () => Response.json({ error: 'key sk-secret is wrong' }, { status: 401 }),
  '/elsewhere': () => new Response(null, { status: 302, headers: { location: '/fine' } }),
  '/page': () => new Response('<html>'),
  '/flood': () => new Response('x'.repeat(100_000)),
  '/late': () => new Promise(() => undefined),
  '/cut': () => {
    throw new Error('cut');
  },
};

beforeAll(async () => {
  host = await startHttpHost(async (url, init) => {
    const headers = new Headers(init.headers);
    seen.push({ authorization: headers.get('authorization'), body: JSON.parse(String(init.body)) });
    return answers[new URL(url).pathname]?.() ?? new Response(null, { status: 404 });
  });
});

afterAll(() => host.close());

async function embedAt(path: string, signal?: AbortSignal) {
  const opened = await openEmbedder(
    { kind: 'remote', url: `${host.origin}${path}`, model: 'm', dimensions: 3, key: 'sk-secret', timeoutMs: 300 },
    { clock: systemClock, outbound: { allow: ['127.0.0.1'], allowHttp: true, connectTimeoutMs: 300 } },
  );
  try {
    return await opened.embedder.embed(['where is my parcel'], signal);
  } finally {
    await opened.close();
  }
}

describe('a remote embedding endpoint', () => {
  it('gets the texts and the key, and its vectors are normalized', async () => {
    const [vector] = await embedAt('/fine');
    expect(Array.from(vector ?? [], (number) => Number(number.toFixed(3)))).toEqual([0, 0.6, 0.8]);
    expect(seen.at(-1)).toEqual({
      authorization: 'Bearer sk-secret',
      body: { model: 'm', input: ['where is my parcel'], encoding_format: 'float' },
    });
  });

  it.each([
    ['/small', 'malformed', 'a vector of 2 numbers instead of 3 numbers'],
    ['/refused', 'refused', 'status 401'],
    ['/elsewhere', 'refused', 'status 302'],
    ['/page', 'malformed', 'no JSON'],
    ['/flood', 'malformed', 'more than 1120 bytes'],
    ['/late', 'slow', 'in time'],
    ['/cut', 'unreachable', 'closed the connection'],
  ])('is unavailable when %s is %s', async (path, trouble, message) => {
    const error = await embedAt(path).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'EmbedderUnavailable', trouble });
    expect(String(error)).toContain(message);
    expect(String(error)).not.toContain('sk-secret');
  });

  it('ends at once when the caller aborts', async () => {
    await expect(embedAt('/late', AbortSignal.timeout(20))).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it.each([
    ['/small', 'returned something that is not a vector'],
    ['/late', 'did not answer in time'],
    ['/cut', 'cannot be reached'],
  ])('makes search fall back to words when it is %s, and search reports it', async (path, trouble) => {
    const { ask, server } = await startTestServer({
      flags: {
        'search.embedder': 'remote',
        'search.remote.url': `${host.origin}${path}`,
        'search.remote.model': 'm',
        'search.remote.dimensions': 3,
        'search.remote.timeoutMs': 300,
        'outbound.allow': ['127.0.0.1'],
        'outbound.allowHttp': true,
      },
    });
    try {
      const asked = { body: { query: 'wind and waves' } };
      const paused = 'failed a moment ago and is paused';
      await ask('POST', '/agents', { body: pierWeather });
      // The vector of the new service may have met the trouble first.
      const first = await ask('POST', '/agents/search', asked);
      expect([trouble, paused].map((reason) => `words; the embedder ${reason}`)).toContain(
        first.headers.get('x-dragoman-matching'),
      );
      const second = await ask('POST', '/agents/search', asked);
      expect(second.headers.get('x-dragoman-matching')).toBe(`words; the embedder ${paused}`);
      expect(await second.json()).toMatchObject({ results: [{ id: 'pier-weather' }] });
    } finally {
      await server.close();
    }
  });
});
