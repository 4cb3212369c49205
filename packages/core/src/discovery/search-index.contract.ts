/**
 * The contract of the search index, in memory or in a database: one ranking, the same filters and the same counts. The
 * suite compares every answer with that of the index in memory.
 */
import type { Entry } from '@dragoman/model';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anonymous, type Caller } from '../access/caller.js';
import type { Condition, Meaning, OperationHit, OperationListQuery } from '../catalogue/index-port.js';
import type { Store, StoredEntry } from '../catalogue/store.js';
import { always, sampleContext } from '../catalogue/store.support.js';
import { createDiscoveryIndex, type DiscoveryIndex, type SearchIndex } from './discovery-index.js';
import type { Embedder } from './embedder.js';
import { makeEntry, makeOperation } from './fixtures/entries.js';
import { arbitraryCaller, arbitraryEntries, arbitraryQuery } from './fixtures/random-entries.js';
import { createTopicEmbedder, vectorOf } from './fixtures/topic-embedder.js';
import { meaningShareOf } from './fuse.js';
import { createVectorFeed, type VectorFeed } from './vectors/vector-feed.js';

/** An index under test with its store. */
export interface OpenedSearch {
  store: Store;
  index: SearchIndex;
  /** Resolves when every operation has its vector. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** How an index is opened. */
export interface SearchIndexOptions {
  /** True when the index compares meanings. */
  meaning: boolean;
  /** Random catalogues that are compared. */
  catalogues: number;
}

const timeoutMs = 120_000;
const reader: Caller = { kind: 'key', subject: 'ann', scopes: ['registry:read'] };
const admin: Caller = { kind: 'local', subject: 'local', scopes: ['admin'] };

interface Pair {
  opened: OpenedSearch;
  memory: DiscoveryIndex;
  feed: VectorFeed;
  save(entry: Entry): Promise<StoredEntry>;
  remove(id: string): Promise<void>;
}

/** Runs the suite. */
export function describeSearchIndex(
  name: string,
  open: (embedder: Embedder | undefined) => Promise<OpenedSearch>,
  { meaning, catalogues }: SearchIndexOptions,
): void {
  const pairs: Pair[] = [];

  /** The index under test and an index in memory with the same entries. */
  async function openPair(): Promise<Pair> {
    const embedder = createTopicEmbedder();
    const opened = await open(meaning ? embedder : undefined);
    const { store, index } = opened;
    const feed = createVectorFeed({
      embedder,
      store: { ...store.vectors, comparer: undefined, read: async () => [], write: async () => undefined } as never,
      share: meaningShareOf(embedder.model),
      onError(error) {
        throw error;
      },
    });
    const memory = createDiscoveryIndex(meaning ? { feeds: [feed] } : {});
    let seconds = 0;
    const apply = async (id: string, entry: Entry, action: 'entry.create' | 'entry.delete') => {
      seconds += 1;
      const { stored } = await store.entries.change(id, always(entry, action), sampleContext(seconds));
      if (stored === undefined) throw new Error('nothing was stored');
      memory.put(stored);
      await index.put(stored);
      return stored;
    };
    const pair: Pair = {
      opened,
      memory,
      feed,
      save: (entry) => apply(entry.id, entry, 'entry.create'),
      async remove(id) {
        const current = await store.entries.read(id);
        if (current !== undefined) await apply(id, current.entry, 'entry.delete');
      },
    };
    pairs.push(pair);
    return pair;
  }
  afterAll(async () => {
    for (const { opened, feed } of pairs) {
      await feed.stop();
      await opened.close();
    }
  }, timeoutMs);

  async function settle({ opened, feed }: Pair): Promise<void> {
    await feed.settled();
    await opened.settled();
  }

  /** The meaning of a text for each of the two. */
  async function meanings(
    { opened: { index } }: Pair,
    text: string,
    scope: { conditions: readonly Condition[] },
    caller: Caller,
  ) {
    if (!meaning) return { own: {}, memory: {} };
    const plain: Meaning = { model: 'topics-1', vector: vectorOf(text) };
    return {
      own: { meaning: await index.lookUp({ ...scope, text, meaning: plain }, caller) },
      memory: { meaning: plain },
    };
  }

  describe(`search in ${name}`, () => {
    describe('a catalogue of a few services', () => {
      let pair: Pair;
      beforeAll(async () => {
        pair = await openPair();
        for (const entry of services) await pair.save(entry);
        await settle(pair);
      }, timeoutMs);

      const texts = [
        'pay an invoice',
        'storm warning',
        'send mail',
        'book a flight and a hotel',
        'ledger',
        'nothing like it',
        'list',
      ];
      const conditions: Condition[][] = [
        [],
        [{ field: 'tag', values: ['money'], mode: 'all' }],
        [{ field: 'impact', values: ['irreversible'], mode: 'any' }],
        [{ field: 'status', values: ['deprecated', 'inactive'], mode: 'any' }],
        [{ field: 'tag', values: ['unheard of'], mode: 'any' }],
      ];

      it(
        'ranks operations like the index in memory, for every caller and under every condition',
        async () => {
          const { memory, opened } = pair;
          for (const text of texts) {
            for (const caller of [anonymous, reader, admin]) {
              for (const some of conditions) {
                const given = await meanings(pair, text, { conditions: some }, caller);
                const query = { text, conditions: some, top: 50 };
                const expected = memory.findOperations({ ...query, ...given.memory }, caller);
                const found = await opened.index.findOperations({ ...query, ...given.own }, caller);
                expect(inOrder(found), `${text} ${caller.subject} ${JSON.stringify(some)}`).toEqual(inOrder(expected));
              }
            }
          }
        },
        timeoutMs,
      );

      it(
        'ranks services like the index in memory, page by page',
        async () => {
          const { memory, opened } = pair;
          for (const text of texts) {
            for (const caller of [anonymous, admin]) {
              const given = await meanings(pair, text, { conditions: [] }, caller);
              const query = { text, conditions: [], order: 'relevance', skip: 0 } as const;
              const expected = memory.find({ ...query, ...given.memory, top: 50 }, caller);
              const found = await opened.index.find({ ...query, ...given.own, top: 50 }, caller);
              expect(found.hits.map(rounded), text).toEqual(expected.hits.map(rounded));
              expect(found.count).toBe(expected.count);
              const [first, second] = found.hits;
              if (first === undefined || second === undefined) continue;
              const next = await opened.index.find(
                { ...query, ...given.own, top: 1, skip: 1, afterId: first.id },
                caller,
              );
              expect(next.hits.map(({ id }) => id)).toEqual([second.id]);
            }
          }
        },
        timeoutMs,
      );

      it('accepts only the given operations', async () => {
        const { memory, opened } = pair;
        const accepts = new Map<string, 'all' | Set<number>>([
          ['ledger', new Set([1])],
          ['post', 'all'],
        ]);
        const query = { text: 'pay send write list', conditions: [], top: 50, accepts };
        const found = await opened.index.findOperations(query, admin);
        expect(found.map(rounded)).toEqual(memory.findOperations(query, admin).map(rounded));
        expect(new Set(found.map(({ entryId }) => entryId))).toEqual(new Set(['ledger', 'post']));
      });

      it('lists operations with counts, values and page ends like the index in memory', async () => {
        const { memory, opened } = pair;
        const lists: OperationListQuery[] = [
          { conditions: [], top: 3, facets: ['tag', 'impact'], pages: true },
          {
            conditions: [{ field: 'tag', values: ['money'], mode: 'all' }],
            top: 2,
            after: { entryId: 'ledger', place: 0 },
          },
          { conditions: [], top: 10, accepts: new Map([['post', 'all']]), facets: ['tag'] },
        ];
        for (const caller of [anonymous, reader, admin]) {
          for (const query of lists) {
            expect(await opened.index.listOperations(query, caller)).toEqual(memory.listOperations(query, caller));
          }
        }
      });

      it('knows members of services that the caller may see, and ids that look like another', async () => {
        const { memory, opened } = pair;
        for (const field of ['license', 'secret_member', 'unknown']) {
          for (const caller of [anonymous, reader, admin]) {
            expect(await opened.index.knowsField(field, caller)).toBe(memory.knowsField(field, caller));
          }
        }
        expect(await opened.index.idsLike('LEDGER')).toEqual(['ledger']);
        expect(await opened.index.idsLike('ledger')).toEqual([]);
        expect(await opened.index.access('vault')).toEqual(memory.access('vault'));
        expect(await opened.index.describe('ledger')).toEqual(memory.describe('ledger'));
        expect(await opened.index.access('nobody')).toBeUndefined();
      });

      it('finds services by a part of their name or id, in the order of names', async () => {
        const { memory, opened } = pair;
        const query = { conditions: [], order: 'name', top: 2, skip: 0 } as const;
        for (const part of ['LED', 'st', 'vault', '%', "'"]) {
          const asked = { ...query, namePart: part };
          expect(await opened.index.find(asked, anonymous)).toEqual(memory.find(asked, anonymous));
        }
        const after = { name: 'Ledger', id: 'ledger' };
        expect(await opened.index.find({ ...query, after }, admin)).toEqual(memory.find({ ...query, after }, admin));
      });
    });

    it(
      'finds a service right after it was stored, hides it when it becomes private, and forgets it',
      async () => {
        const pair = await openPair();
        const { index } = pair.opened;
        const query = { text: 'sextant', conditions: [], order: 'relevance', top: 5, skip: 0 } as const;
        const ids = async (caller: Caller) => (await index.find(query, caller)).hits.map(({ id }) => id);
        const entry = makeEntry('sextant', { name: 'Sextant', operations: [makeOperation('read_sextant')] });
        await pair.save(entry);
        expect(await ids(anonymous)).toEqual(['sextant']);
        expect(await index.findOperations({ text: 'sextant', conditions: [], top: 5 }, anonymous)).toHaveLength(1);
        const hidden = await pair.save({ ...entry, visibility: 'private', owner: 'ann', grants: ['owner:bob'] });
        expect(await ids(anonymous)).toEqual([]);
        expect(await ids({ ...reader, subject: 'bob' })).toEqual([]);
        expect(await ids(reader)).toEqual(['sextant']);
        expect(await index.findOperations({ text: 'sextant', conditions: [], top: 5 }, anonymous)).toEqual([]);
        expect(index.seqOf('sextant')).toBe(hidden.seq);
        expect(await index.put(hidden)).toBeUndefined();
        await pair.remove('sextant');
        expect(await ids(admin)).toEqual([]);
        expect(await index.access('sextant')).toBeUndefined();
        // A late notice does not bring it back.
        await index.put(hidden);
        expect(await ids(admin)).toEqual([]);
      },
      timeoutMs,
    );

    it(
      'answers random queries on random catalogues like the index in memory',
      async () => {
        const samples = fc.sample(
          fc.tuple(
            arbitraryEntries,
            fc.array(fc.tuple(arbitraryQuery, arbitraryCaller), { minLength: 12, maxLength: 12 }),
          ),
          {
            numRuns: catalogues,
            seed: 7,
          },
        );
        for (const [entries, queries] of samples) {
          const pair = await openPair();
          for (const entry of entries) await pair.save(entry);
          await settle(pair);
          for (const [query, caller] of queries) {
            const expected = pair.memory.find(query, caller);
            const found = await pair.opened.index.find(query, caller);
            expect({ ...found, hits: found.hits.map(rounded) }, JSON.stringify([query, caller])).toEqual({
              ...expected,
              hits: expected.hits.map(rounded),
            });
          }
        }
      },
      timeoutMs,
    );
  });
}

/** Equally good after rounding: by id, then by index. */
function inOrder(found: readonly OperationHit[]): OperationHit[] {
  return found
    .map(rounded)
    .sort((a, b) => b.score - a.score || (a.entryId < b.entryId ? -1 : a.entryId > b.entryId ? 1 : a.place - b.place));
}

/** Vectors in a database have half precision, and sums depend on their order. */
function rounded<Found extends { score?: number; words?: number; meaning?: number }>(found: Found): Found {
  const near = (value: number) => Math.round(value * 500) / 500;
  const { score, words, meaning } = found;
  return {
    ...found,
    ...(score === undefined ? {} : { score: near(score) }),
    ...(words === undefined ? {} : { words: near(words) }),
    ...(meaning === undefined ? {} : { meaning: near(meaning) }),
  };
}

const services: readonly Entry[] = [
  makeEntry('ledger', {
    name: 'Ledger',
    description: 'Settles invoices by bank transfer.',
    tags: ['money'],
    extra: { license: 'MIT' },
    operations: [
      makeOperation('pay_invoice', { description: 'Pay an invoice.', impact: 'irreversible', tags: ['payments'] }),
      makeOperation('list_invoices', { description: 'List open invoices and bills.', impact: 'informational' }),
    ],
  }),
  makeEntry('storms', {
    name: 'Storms',
    description: 'Weather at sea.',
    tags: ['weather'],
    languages: ['en', 'fr'],
    operations: [
      makeOperation('storm_forecast', { description: 'The forecast of wind and rain.' }),
      makeOperation('list_stations', { description: 'List stations.' }),
    ],
  }),
  makeEntry('post', {
    name: 'Post',
    description: 'Sends letters.',
    tags: ['Mail', 'money'],
    status: 'deprecated',
    operations: [makeOperation('send_letter', { description: 'Write and send a letter.', impact: 'irreversible' })],
  }),
  makeEntry('old-travel', {
    name: 'Travel',
    description: 'Books flights and hotels.',
    status: 'inactive',
    operations: [makeOperation('book_trip', { description: 'Book a flight and a hotel.' })],
  }),
  makeEntry('vault', {
    name: 'Vault',
    description: 'Pays bills in secret.',
    visibility: 'private',
    owner: 'ann',
    tags: ['money'],
    extra: { secret_member: 'x' },
    operations: [
      makeOperation('pay_bill', { description: 'Pay a bill and settle it.' }),
      makeOperation('list_secrets'),
    ],
  }),
  makeEntry('bare', { name: 'Bare', description: 'A service that settles disputes about invoices.' }),
];
