/** The cached document of an entry is that of its current state, and the cache is bounded. */
import { describe, expect, it } from 'vitest';
import type { StoredEntry } from '../../catalogue/store.js';
import { createEntry } from '../../gateway/gateway.support.js';
import { createDocumentCache } from './document-cache.js';

/** An entry that counts reads of its operations, to detect whether its document is written again. */
function countedEntry(id: string, seq: number, name = 'Pier'): { stored: StoredEntry; reads: () => number } {
  let reads = 0;
  const entry = createEntry({ id, name });
  const { operations } = entry;
  Object.defineProperty(entry, 'operations', {
    enumerable: true,
    get() {
      reads += 1;
      return operations;
    },
  });
  const at = '2026-01-01T00:00:00.000Z';
  return { stored: { entry, revision: 1, seq, createdAt: at, updatedAt: at } as StoredEntry, reads: () => reads };
}

const origin = 'https://gateway.example';

describe('the cache of OpenAPI documents', () => {
  it('writes an entry once per state', async () => {
    const cache = createDocumentCache({ origin });
    const first = countedEntry('a', 1);
    const text = await cache.textOf(first.stored);
    const reads = first.reads();
    expect(JSON.parse(text)).toMatchObject({ openapi: '3.1.0', servers: [{ url: origin }] });
    expect(await cache.textOf(first.stored)).toBe(text);
    expect(first.reads()).toBe(reads);
    expect(JSON.parse(await cache.textOf(countedEntry('a', 2, 'Mole').stored))).toMatchObject({
      info: { title: 'Mole' },
    });
  });

  it.each([
    { documents: 2, characters: 1_000_000 },
    { documents: 100, characters: 1 },
  ])('evicts the least recently used documents beyond %j', async (limits) => {
    const cache = createDocumentCache({ origin }, limits);
    const entries = ['a', 'b', 'c'].map((id) => countedEntry(id, 1));
    for (const { stored } of entries) await cache.textOf(stored);
    const [oldest] = entries;
    if (oldest === undefined) throw new Error('no entry');
    const reads = oldest.reads();
    await cache.textOf(oldest.stored);
    expect(oldest.reads()).toBeGreaterThan(reads);
  });
});
