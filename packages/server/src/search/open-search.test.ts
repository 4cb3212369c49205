import { createMemoryStore, systemClock } from '@dragoman/core';
import { afterEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../config/load-config.js';
import { createLogger } from '../observe/logger.js';
import { pierWeather, startTestServer } from '../server.support.js';
import { type OpenSearch, openSearch } from './open-search.js';

const opened: OpenSearch[] = [];
afterEach(async () => {
  for (const search of opened.splice(0)) await search.close();
});

async function open(store: ReturnType<typeof createMemoryStore>): Promise<OpenSearch> {
  const flags = { 'search.embedder': 'instant', 'log.level': 'silent' };
  const config = loadConfig({ environment: {}, flags });
  const search = await openSearch(config, {
    store,
    clock: systemClock,
    logger: createLogger(config.log),
    report: (error) => {
      throw error;
    },
    spare: (work) => void setImmediate(work),
  });
  opened.push(search);
  return search;
}

describe('openSearch', () => {
  it('keeps the vectors of what the catalogue says, and removes those of what it said once', async () => {
    const store = createMemoryStore();
    const server = await startTestServer({ store });
    await server.ask('POST', '/agents', { body: pierWeather });
    await server.server.close();
    const search = await open(store);
    for await (const entries of store.entries.all()) for (const stored of entries) search.index.put(stored);
    await search.tidy();
    const [{ model = '', count = 0 } = {}] = await store.vectors.models();
    expect(count).toBeGreaterThan(0);
    await store.vectors.write(model, [{ hash: 'of-a-text-long-gone', packed: new Uint8Array(8) }]);
    await search.tidy();
    expect(await store.vectors.models()).toEqual([{ model, count }]);
  });
});
