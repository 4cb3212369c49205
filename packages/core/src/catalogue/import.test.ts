import type { Entry, JsonValue } from '@dragoman/model';
import { Failure, isJsonObject, toFailure, toPlainFailure } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../access/caller.js';
import type { DocumentHost } from '../documents/host.js';
import type { Reader } from '../documents/reader.js';
import type { ImportItem, ImportOptions } from './import.js';
import { importDocuments } from './import.js';
import type { EntryIndex } from './index-port.js';
import { createMemoryStore } from './memory-store.js';
import { publish } from './publish.js';
import { createClaims, publishCards } from './publish-cards.js';
import type { DescriptionReaders } from './read-descriptions.js';
import { readCards } from './read-descriptions.js';
import { createReading } from './reading.support.js';

const ada: Caller = { kind: 'key', subject: 'ada', scopes: ['registry:write'] };
const bob: Caller = { kind: 'key', subject: 'bob', scopes: ['registry:write'] };

/** Reads `{id?, name, note?}`; a minimal protocol. */
const readNote: Reader = (document, context) => {
  const { id, name, note } = isJsonObject(document) ? document : {};
  if (typeof name !== 'string') {
    const diagnostic = { code: 'note/name', severity: 'error' as const, message: 'name is missing', help: 'Add it.' };
    return { diagnostics: [{ ...diagnostic, location: { pointer: '/name' } }] };
  }
  const value: Omit<Entry, 'id' | 'owner' | 'visibility' | 'grants'> & { id?: string } = {
    ...(typeof id === 'string' ? { id } : {}),
    slug: name,
    name,
    description: typeof note === 'string' ? note : '',
    status: 'active',
    capabilities: [],
    tags: [],
    languages: [],
    trust: {},
    operations: [],
    origin: {
      protocol: 'aidip',
      hash: JSON.stringify(document),
      at: context.at,
      ...(context.uri === undefined ? {} : { uri: context.uri }),
    },
    derived: [],
    extra: {},
  };
  return { value, diagnostics: [] };
};

const readers: DescriptionReaders = { reader: () => readNote };

type Item = { document: JsonValue } | { url: string };

function readItem(item: Item, maxCards = 100): ImportItem {
  if ('url' in item) return item;
  const context = { strict: false, ownOrigins: [], at: '' };
  try {
    return { read: readCards(item.document, { context, maxCards }, readers) };
  } catch (error) {
    return { failure: toPlainFailure(toFailure(error)) };
  }
}

function createWorld(pages: Record<string, JsonValue | Failure> = {}) {
  const indexed = new Set<string>();
  const index: EntryIndex = {
    put: (stored) => void indexed.add(stored.entry.id),
    remove: (id) => void indexed.delete(id),
    find: () => ({ hits: [], count: 0 }),
    access: () => undefined,
    describe: () => undefined,
    idsLike: () => [],
    seqOf: () => undefined,
    knowsField: () => false,
    size: 0,
    changes: 0,
  };
  let fetching = 0;
  let maxFetching = 0;
  const host: DocumentHost = {
    async fetch(uri) {
      fetching += 1;
      maxFetching = Math.max(maxFetching, fetching);
      await new Promise((resolve) => setImmediate(resolve));
      fetching -= 1;
      const page = pages[uri];
      if (page === undefined)
        throw new Failure('UPSTREAM_ERROR', { message: 'The upstream responded with status 404.' });
      if (page instanceof Failure) throw page;
      const bytes = Buffer.from(typeof page === 'string' ? page : JSON.stringify(page));
      return { outcome: 'fetched', uri, bytes, mediaType: 'application/json' };
    },
  };
  const clock = { now: () => Date.UTC(2026, 10, 15) };
  let made = 0;
  const newId = () => {
    made += 1;
    return `made-${made}`;
  };
  const ports = { store: createMemoryStore(), index, clock, newId, host, reading: createReading(readers) };
  const run = (items: Item[], options: Partial<ImportOptions> = {}) =>
    importDocuments(
      ports,
      items.map((item) => readItem(item, options.maxCards)),
      {
        caller: ada,
        traceId: 'f'.repeat(32),
        context: { strict: false, ownOrigins: [] },
        maxCards: 100,
        concurrency: 4,
        ...options,
      },
    );
  return { ports, indexed, run, maxFetching: () => maxFetching };
}

const card = (id: string, note = '') => ({ id, name: id, note });

describe('importDocuments', () => {
  it('returns one result per item, in order, and isolates items from each other', async () => {
    const { ports, run, indexed } = createWorld({
      'https://a.example/card': card('a'),
      'https://bad.example/card': '{"name":',
      'https://wrong.example/card': { id: 'w' },
    });
    const results = await run([
      { document: card('one') },
      { document: { id: 'two' } },
      { url: 'https://a.example/card' },
      { url: 'https://gone.example/card' },
      { url: 'https://bad.example/card' },
      { url: 'https://wrong.example/card' },
      { document: 'not a description' },
      { document: { name: 'without id' } },
    ]);
    expect(results.map(({ index, outcome, id, failure }) => [index, outcome, id, failure?.code])).toEqual([
      [0, 'created', 'one', undefined],
      [1, 'failed', undefined, 'INVALID_INPUT'],
      [2, 'created', 'a', undefined],
      [3, 'failed', undefined, 'UPSTREAM_ERROR'],
      [4, 'failed', undefined, 'UPSTREAM_ERROR'],
      [5, 'failed', undefined, 'INVALID_INPUT'],
      [6, 'failed', undefined, 'INVALID_INPUT'],
      [7, 'created', 'made-1', undefined],
    ]);
    expect(results[1]?.failure?.fieldErrors[0]?.pointer).toBe('/name');
    expect([...indexed].sort()).toEqual(['a', 'made-1', 'one']);
    expect((await ports.store.entries.read('a'))?.entry.origin.uri).toBe('https://a.example/card');
  });

  it('updates, skips unchanged entries, and rejects entries of other owners', async () => {
    const { run } = createWorld();
    await run([{ document: card('x') }, { document: card('y') }]);
    const again = await run([{ document: card('x', 'new') }, { document: card('y') }]);
    expect(again.map(({ outcome }) => outcome)).toEqual(['updated', 'unchanged']);
    const foreign = await run([{ document: card('x', 'theft') }], { caller: bob });
    expect(foreign[0]?.failure?.code).toBe('FORBIDDEN');
  });

  it('rejects the later of two items with the same id, however slow the first one is', async () => {
    const { ports, run } = createWorld({ 'https://slow.example/card': card('same', 'first') });
    const results = await run([
      { url: 'https://slow.example/card' },
      { document: card('same', 'second') },
      { document: [card('other'), card('same', 'third'), card('other', 'again')] },
    ]);
    expect(results.map(({ index, card: place, outcome, failure }) => [index, place, outcome, failure?.code])).toEqual([
      [0, undefined, 'created', undefined],
      [1, undefined, 'failed', 'CONFLICT'],
      [2, 0, 'created', undefined],
      [2, 1, 'failed', 'CONFLICT'],
      [2, 2, 'failed', 'CONFLICT'],
    ]);
    expect((await ports.store.entries.read('same'))?.entry.description).toBe('first');
    expect((await ports.store.entries.read('same'))?.revision).toBe(1);
  });

  it('gives the id to a valid description when an earlier one was invalid', async () => {
    const { run } = createWorld();
    const results = await run([{ document: { id: 'x' } }, { document: card('x') }]);
    expect(results.map(({ outcome }) => outcome)).toEqual(['failed', 'created']);
  });

  it('limits items, cards and concurrent fetches', async () => {
    const pages = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`https://h${n}.example/`, card(`h${n}`)]));
    const { run, maxFetching } = createWorld(pages);
    await run(
      Object.keys(pages).map((url) => ({ url })),
      { concurrency: 3 },
    );
    expect(maxFetching()).toBe(3);
    await expect(run([{ document: 1 }, { document: 2 }], { maxCards: 1 })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
    const many = await run([{ document: [card('p'), card('q'), card('r')] }], { maxCards: 2 });
    expect(many.map(({ outcome, failure }) => [outcome, failure?.code])).toEqual([['failed', 'INVALID_INPUT']]);
    expect((await run([{ document: [] }]))[0]?.outcome).toBe('failed');
    expect(await run([])).toEqual([]);
  });

  it('does not start items after the caller has disconnected', async () => {
    const { ports, run } = createWorld();
    const results = await run([{ document: card('late') }], { signal: AbortSignal.abort() });
    expect(results[0]?.failure?.code).toBe('UNAVAILABLE');
    expect(await ports.store.entries.read('late')).toBeUndefined();
  });
});

describe('publishCards for a crawl', () => {
  it('updates from its card, and skips what the owner posted or deleted since', async () => {
    const { ports } = createWorld();
    const request = { caller: ada, traceId: 'f'.repeat(32) };
    const context = { strict: false, ownOrigins: [], at: '' };
    const crawled = { context: { ...context, uri: 'https://c.example/card' }, maxCards: 10 };
    const crawl = (note: string) =>
      publishCards(ports, readCards(card('c', note), crawled, readers), {
        ...request,
        claims: createClaims(10),
        crawled: true,
      });
    expect((await crawl('one'))[0]?.outcome).toBe('created');
    expect((await crawl('two'))[0]?.outcome).toBe('updated');
    await publish(ports, { ...request, read: readNote(card('c', 'posted'), context), mode: 'upsert' });
    expect((await crawl('three'))[0]?.outcome).toBe('unchanged');
    expect((await ports.store.entries.read('c'))?.entry.description).toBe('posted');
    await ports.store.entries.change('c', (now) => now && { action: 'entry.delete', entry: now.entry }, {
      actor: 'ada',
      traceId: '',
      at: '',
    });
    expect((await crawl('four'))[0]?.outcome).toBe('unchanged');
    expect((await ports.store.entries.read('c'))?.deletedAt).toBeDefined();
  });
});
