import { createMemoryStore } from '@dragoman/core/engine';
import { describe, expect, it } from 'vitest';
import { pierWeather, startTestServer, type TestServer } from './server.support.js';

const asked = { intent: 'will it be too stormy for the cranes' };

async function resolve(server: TestServer, body: unknown = asked) {
  const response = await server.ask('POST', '/agents/resolve', { body });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function until(what: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (await what()) return;
    await new Promise((done) => setTimeout(done, 25));
  }
  throw new Error('the condition was not met in time');
}

const embedded = (store: ReturnType<typeof createMemoryStore>) =>
  until(async () => (await store.vectors.models()).length > 0);

describe('a server with the built-in model', () => {
  it('resolves by meaning without a shared word, and stores the vectors', async () => {
    const store = createMemoryStore();
    const server = await startTestServer({ store, flags: { 'search.embedder': 'instant' } });
    await server.ask('POST', '/agents', { body: pierWeather });
    await embedded(store);
    const { status, body } = await resolve(server);
    expect([status, body.matched_by]).toEqual([200, ['words', 'meaning']]);
    const search = await server.ask('POST', '/agents/search', { body: { query: asked.intent } });
    expect(search.headers.get('x-dragoman-matching')).toBe('words, meaning');
    expect(((await search.json()) as { results: { id: string }[] }).results.map(({ id }) => id)).toEqual([
      'pier-weather',
    ]);
    await server.server.close();
    const before = await store.vectors.models();
    const again = await startTestServer({ store, flags: { 'search.embedder': 'instant' } });
    await until(async () => (await resolve(again)).status === 200);
    expect(await store.vectors.models()).toEqual(before);
    await again.server.close();
  });

  it('counts as excluded only operations that would have matched', async () => {
    const store = createMemoryStore();
    const server = await startTestServer({ store, flags: { 'search.embedder': 'precise' } });
    const others = ['Translates contracts', 'Books meeting rooms', 'Counts sheep', 'Prints labels'].map(
      (description, at) => ({
        ...pierWeather,
        id: `other-${at}`,
        name: description,
        description: `${description}.`,
        capabilities: ['other_work'],
      }),
    );
    for (const body of [pierWeather, ...others]) await server.ask('POST', '/agents', { body });
    await embedded(store);
    const policy = { certified_only: true };
    const { body } = await resolve(server, { intent: 'forecast wind and waves at the pier', policy });
    expect(body).toMatchObject({
      decision: 'nothing',
      excluded: [{ line: 'certified_only', count: 1, ids: ['pier-weather'] }],
    });
    const far = await resolve(server, { intent: 'transplant a kidney', policy });
    expect(far.body).toMatchObject({ decision: 'nothing', excluded: [] });
    await server.server.close();
  });

  it('finds nothing for an intent in a script that the model does not know', async () => {
    const store = createMemoryStore();
    const server = await startTestServer({ store, flags: { 'search.embedder': 'precise' } });
    const odd = {
      ...pierWeather,
      id: 'odd',
      name: '<script>alert(1)</script>',
      description: '<img src=x> **bold** [x](y:1)',
    };
    for (const body of [pierWeather, odd]) await server.ask('POST', '/agents', { body });
    await embedded(store);
    for (const intent of ['我的集装箱在哪里', '今日の天気', 'где мой контейнер', 'أين حاويتي']) {
      const { body } = await resolve(server, { intent });
      expect(body).toMatchObject({ decision: 'nothing', matched_by: ['words'] });
      expect(String(body.notes)).toContain('does not know the script');
      const search = await server.ask('POST', '/agents/search', { body: { query: intent } });
      expect(search.headers.get('x-dragoman-matching')).toMatch(/^words; the model does not know the script/);
      expect(await search.json()).toMatchObject({ results: [] });
    }
    expect((await resolve(server, { intent: 'will it be too stormy in Gdańsk (北京)' })).body).toMatchObject({
      matched_by: ['words', 'meaning'],
    });
    await server.server.close();
  });

  it('uses words when a remote endpoint is unavailable, and reports it', async () => {
    const server = await startTestServer({
      flags: {
        'search.embedder': 'remote',
        'search.remote.url': 'http://127.0.0.1:9/v1/embeddings',
        'search.remote.model': 'gone',
        'search.remote.dimensions': 8,
        'outbound.allow': ['127.0.0.1'],
        'outbound.allowHttp': true,
      },
    });
    await server.ask('POST', '/agents', { body: pierWeather });
    const { body } = await resolve(server, { intent: 'forecast wind and waves' });
    expect(body).toMatchObject({ decision: 'ask', candidates: [{ id: 'pier-weather' }], matched_by: ['words'] });
    expect(String(body.notes)).toMatch(/cannot be reached|is paused/);
    const search = await server.ask('POST', '/agents/search', { body: { query: 'wind' } });
    expect(search.headers.get('x-dragoman-matching')).toMatch(/^words; the embedder/);
    await server.server.close();
  });

  it('refuses to start with an incomplete remote endpoint', async () => {
    await expect(startTestServer({ flags: { 'search.embedder': 'remote' } })).rejects.toThrow(/search.remote/);
  });

  it('[AIDIP-ASR-01] offers no resolution where it is turned off', async () => {
    const server = await startTestServer({ flags: { 'search.resolution': false } });
    expect((await server.ask('POST', '/agents/resolve', { body: asked })).status).toBe(405);
    await server.server.close();
  });

  it('remembers feedback after a restart', async () => {
    const store = createMemoryStore();
    const first = await startTestServer({ store });
    await first.ask('POST', '/agents', { body: pierWeather });
    const marked = await first.ask('POST', '/agents/pier-weather/feedback', { body: { unsafe: true } });
    expect(await marked.json()).toMatchObject({ callers: 1, unsafe: true });
    await first.server.close();
    const second = await startTestServer({ store });
    const { body } = await resolve(second, { intent: 'forecast wind and waves' });
    expect(body).toMatchObject({
      decision: 'nothing',
      excluded: [{ line: 'unsafe', count: 1, ids: ['pier-weather'] }],
    });
    await second.server.close();
  });
});
