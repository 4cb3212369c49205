import { createMemoryStore, packVector } from '@dragoman/core/engine';
import { systemClock } from '@dragoman/core/http';
import { createEmbedder } from '@dragoman/embedder';
import { afterEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../config/load-config.js';
import { createLogger } from '../observe/logger.js';
import { pierWeather, startTestServer } from '../server.support.js';
import { type OpenSearch, openSearch } from './open-search.js';

const opened: OpenSearch[] = [];
afterEach(async () => {
  for (const search of opened.splice(0)) await search.close();
});

const lines: string[] = [];

async function open(
  store: ReturnType<typeof createMemoryStore>,
  embedder = 'instant',
  flags: Record<string, unknown> = {},
): Promise<OpenSearch> {
  const config = loadConfig({ environment: {}, flags: { 'search.embedder': embedder, ...flags } });
  const search = await openSearch(config, {
    store,
    clock: systemClock,
    logger: createLogger(config.log, { write: (line) => lines.push(line) }),
    report: (error) => {
      throw error;
    },
    spare: (work) => void setImmediate(work),
    version: '1.0.0',
  });
  opened.push(search);
  return search;
}

async function fill({ index, tidy }: OpenSearch, store: ReturnType<typeof createMemoryStore>): Promise<void> {
  for await (const entries of store.entries.all()) for (const stored of entries) index.put(stored);
  await tidy();
}

describe('openSearch', () => {
  it('refuses another model than that of a running server, unless asked to replace it', async () => {
    const store = createMemoryStore();
    const first = await open(store, 'instant');
    await open(store, 'instant');
    await open(store, 'none');
    await expect(open(store, 'precise')).rejects.toMatchObject({
      message: expect.stringMatching(/model dragoman-instant-\S+ .* this one would use dragoman-precise-/),
      help: expect.stringContaining('search.replaceModel'),
    });
    await open(store, 'precise', { 'search.replaceModel': true });
    for (const search of opened.splice(0)) await search.close();
    await first.close();
    await open(store, 'precise');
  });

  it('does not count as running after it could not be opened', async () => {
    const store = createMemoryStore();
    const models = () => Promise.reject(new Error('the disk is gone'));
    await expect(open({ ...store, vectors: { ...store.vectors, models } }, 'instant')).rejects.toThrow('the disk');
    await open(store, 'precise');
  });

  it('stores the vectors of the current catalogue, and removes those of removed texts', async () => {
    const store = createMemoryStore();
    const server = await startTestServer({ store });
    await server.ask('POST', '/agents', { body: pierWeather });
    await server.server.close();
    const search = await open(store);
    await fill(search, store);
    const [{ model = '', count = 0 } = {}] = await store.vectors.models();
    expect(count).toBeGreaterThan(0);
    await store.vectors.write(model, [{ hash: 'of-a-text-long-gone', packed: new Uint8Array(8) }]);
    await search.tidy();
    expect(await store.vectors.models()).toEqual([{ model, count }]);
  });

  it('resumes an interrupted change of model, using the former model until it is done', async () => {
    const store = createMemoryStore();
    const server = await startTestServer({ store });
    for (const id of ['one', 'two', 'three']) {
      await server.ask('POST', '/agents', { body: { ...pierWeather, id, name: `Pier ${id}` } });
    }
    await server.server.close();
    const first = await open(store, 'instant');
    await fill(first, store);
    await first.close();
    const [former = { model: '', count: 0 }] = await store.vectors.models();
    const precise = await createEmbedder({ tier: 'precise' });
    const [hash = ''] = await store.vectors.hashes(former.model, '', 1);
    const packed = packVector(precise.embedNow('wind')) ?? new Uint8Array();
    await store.vectors.write(precise.model, [{ hash, packed }]);
    const search = await open(store, 'precise');
    await fill(search, store);
    expect(lines.join('')).toContain('search has switched to the new model');
    await expect.poll(() => store.vectors.models()).toEqual([{ model: precise.model, count: former.count }]);
    const { meaning } = (await search.meaning?.read('wind')) ?? {};
    expect(meaning?.model).toBe(precise.model);
  });
});
