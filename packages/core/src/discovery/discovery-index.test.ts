import type { Entry, Operation } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { anonymous } from '../access/caller.js';
import type { FindQuery } from '../catalogue/index-port.js';
import { createMemoryVectors } from '../catalogue/memory-vectors.js';
import { createDiscoveryIndex } from './discovery-index.js';
import type { Embedder } from './embedder.js';
import { makeEntry, makeOperation, makeStored } from './fixtures/entries.js';
import { createTopicEmbedder, topics, vectorOf } from './fixtures/topic-embedder.js';
import { createVectorFeed, type VectorFeed } from './vectors/vector-feed.js';

const operation = (name: string, description: string): Operation => makeOperation(name, { description });

function createFed(embedder = createTopicEmbedder(), store = createMemoryVectors(), pause = async () => undefined) {
  const feed = createVectorFeed({ embedder, store, share: 0.6, onError: () => undefined, pause });
  return { embedder, store, feed, index: createDiscoveryIndex({ feeds: [feed] }) };
}

const entry = (id: string, over: Partial<Entry>, operations: Operation[], seq = 1) =>
  makeStored(makeEntry(id, { description: '', capabilities: [], operations, ...over }), seq);

const asking = (text: string, over: Partial<FindQuery> = {}): FindQuery => ({
  text,
  meaning: { model: 'topics-1', vector: vectorOf(text) },
  conditions: [],
  order: 'relevance',
  top: 10,
  skip: 0,
  ...over,
});

const office = entry('office', { name: 'Office' }, [
  operation('settle_bill', 'Settles what is owed.'),
  operation('send_letter', 'Sends a letter.'),
]);
const sky = entry('sky', { name: 'Sky' }, [operation('storm_warning', 'Reports storm and rain.')]);

describe('createDiscoveryIndex', () => {
  it('finds entries and operations that share no word with the query, by their meaning', async () => {
    const { index, feed } = createFed();
    for (const stored of [office, sky]) index.put(stored);
    await feed.settled();
    expect(index.find(asking('do I need an umbrella'), anonymous).hits.map(({ id }) => id)).toEqual(['sky']);
    const [best] = index.findOperations({ ...asking('pay an invoice'), text: 'pay an invoice' }, anonymous);
    expect(best).toMatchObject({ entryId: 'office', place: 0, words: 0 });
    expect(best?.meaning).toBeGreaterThan(0.9);
  });

  it('passes the texts of a large entry on in steps, for which queries do not wait', () => {
    const work: (() => void)[] = [];
    const steps: number[] = [];
    const { feed } = createFed();
    const counted = Object.assign(Object.create(feed) as VectorFeed, {
      add: (texts: readonly unknown[]) => void steps.push(texts.length),
    });
    const index = createDiscoveryIndex({ feeds: [counted], spare: (each) => void work.push(each) });
    const many = Array.from({ length: 300 }, (_, at) => operation(`send_${at}`, 'Sends a letter.'));
    index.put(entry('large', {}, many));
    index.put(entry('gone', {}, many));
    expect(index.findOperations({ text: 'letter', conditions: [], top: 1 }, anonymous)).toHaveLength(1);
    expect([steps, index.backlog]).toEqual([[], 600]);
    index.remove('gone');
    for (let next = work.shift(); next !== undefined; next = work.shift()) next();
    expect([steps, index.backlog]).toEqual([[128, 128, 44], 0]);
  });

  it('ranks by words for rows without a vector of the current model', async () => {
    const { index, feed } = createFed();
    index.put(sky);
    await feed.settled();
    const other = asking('umbrella', { meaning: { model: 'other', vector: new Float32Array(3) } });
    expect(index.find(other, anonymous).hits).toEqual([]);
    const { meaning: _, ...words } = asking('storm');
    expect(index.find(words, anonymous).hits).toHaveLength(1);
    expect(index.findOperations({ text: 'storm', conditions: [], top: 5 }, anonymous)).toHaveLength(1);
    expect(createDiscoveryIndex().findOperations({ text: '', conditions: [], top: 5 }, anonymous)).toEqual([]);
  });

  it('applies conditions and access before ranking', async () => {
    const { index, feed } = createFed();
    for (let at = 0; at < 700; at += 1) {
      index.put(entry(`crowd-${at}`, { name: `Crowd ${at}`, tags: ['crowd'] }, [operation('rain', 'storm rain wind')]));
    }
    index.put(entry('tagged', { name: 'Quiet', tags: ['wanted'] }, [operation('x', 'umbrella')]));
    index.put(
      entry('hidden', { name: 'Hidden', visibility: 'private', tags: ['wanted'] }, [operation('y', 'umbrella')]),
    );
    await feed.settled();
    const conditions = [{ field: 'tag', values: ['wanted'], mode: 'all' as const }];
    expect(index.find(asking('rain storm', { conditions }), anonymous).hits.map(({ id }) => id)).toEqual(['tagged']);
    const found = index.findOperations({ ...asking('rain storm', { conditions }), text: 'rain storm' }, anonymous);
    expect(found.map(({ entryId }) => entryId)).toEqual(['tagged']);
  });

  it('applies changes in place, and no longer finds the old text', async () => {
    const { index, feed } = createFed();
    index.put(entry('one', { name: 'One' }, [operation('a', 'storm'), operation('b', 'invoice')], 1));
    await feed.settled();
    index.put(entry('one', { name: 'One' }, [operation('a', 'flight')], 2));
    index.put(entry('one', { name: 'One' }, [operation('a', 'storm')], 1));
    await feed.settled();
    expect(index.operations).toBe(1);
    expect(index.find(asking('umbrella'), anonymous).hits).toEqual([]);
    expect(index.find(asking('journey'), anonymous).hits).toHaveLength(1);
    index.remove('one');
    expect(index.operations).toBe(0);
    expect(index.find(asking('journey'), anonymous).hits).toEqual([]);
  });

  it('does not rank a text first that only repeats words, or contains all of them', async () => {
    const { index, feed } = createFed();
    const stuffed = 'weather forecast wind rain storm '.repeat(300);
    const everything = topics.flat().join(' ').repeat(40);
    index.put(
      entry('honest', { name: 'Pier weather' }, [operation('forecast', 'Forecast of wind and rain at a pier.')]),
    );
    index.put(entry('repeats', { name: 'Best', description: stuffed }, [operation('best', stuffed)]));
    index.put(entry('holds-all', { name: 'All', description: everything }, [operation('all', everything)]));
    for (const [at, topic] of topics.entries()) {
      index.put(
        entry(`plain-${at}`, { name: `Plain ${at}` }, [operation('plain', `Does ${topic.slice(0, 3).join(' and ')}.`)]),
      );
    }
    await feed.settled();
    const text = 'forecast of wind and rain';
    const { meaning: _, ...words } = asking(text);
    expect(index.find(words, anonymous).hits[0]?.id).toBe('honest');
    expect(index.find(asking(text), anonymous).hits[0]?.id).toBe('honest');
    expect(index.findOperations({ ...asking(text), text }, anonymous)[0]?.entryId).toBe('honest');
  });
});

describe('createVectorFeed', () => {
  it('embeds nothing that the store already has, and each text once', async () => {
    const first = createFed();
    first.index.put(office);
    first.index.put(
      entry('twin', { name: 'Office' }, [...office.entry.operations.slice(0, 1), operation('other', 'mail')]),
    );
    await first.feed.settled();
    expect(new Set(first.embedder.texts).size).toBe(first.embedder.texts.length);
    const again = createFed(createTopicEmbedder(), first.store);
    again.index.put(office);
    await again.feed.settled();
    expect(again.embedder.texts).toEqual([]);
    expect(again.feed.waiting).toBe(0);
  });

  it('retries after errors, and ranks by words meanwhile', async () => {
    const embedder = createTopicEmbedder();
    embedder.fail = true;
    const tries: number[] = [];
    const pause = async (ms?: number) => {
      tries.push(ms ?? 0);
      embedder.fail = tries.length < 3;
    };
    const { index, feed } = createFed(embedder, createMemoryVectors(), pause as () => Promise<undefined>);
    index.put(sky);
    expect(index.find(asking('storm'), anonymous).hits).toHaveLength(1);
    await feed.settled();
    expect(tries).toEqual([1000, 2000, 4000]);
    expect(index.find(asking('umbrella'), anonymous).hits).toHaveLength(1);
  });

  it('rejects vectors of a wrong size, from the embedder or from the store', async () => {
    const embedder = createTopicEmbedder();
    const store = createMemoryVectors();
    const wrong: Embedder = { ...embedder, embed: async (texts) => texts.map(() => new Float32Array(3).fill(1)) };
    const { index, feed } = createFed({ ...wrong, texts: [], fail: false }, store);
    index.put(sky);
    await feed.settled();
    expect(feed.vectors.table.size).toBe(0);
    expect(index.find(asking('storm'), anonymous).hits).toHaveLength(1);
  });

  it('uses the old model until the new one is complete', async () => {
    const store = createMemoryVectors();
    const old = createFed(createTopicEmbedder('topics-1'), store).feed;
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const slow = createTopicEmbedder('topics-2');
    const embedder: Embedder = { ...slow, embed: async (texts) => gate.then(() => slow.embed(texts)) };
    let serving: VectorFeed = old;
    const next = createVectorFeed({
      embedder,
      store,
      share: 0.6,
      onError: () => undefined,
      onComplete: () => {
        serving = next;
      },
    });
    const index = createDiscoveryIndex({ feeds: [old, next], serving: () => serving });
    index.put(sky);
    await old.settled();
    expect(index.find(asking('umbrella'), anonymous).hits).toHaveLength(1);
    release();
    await next.settled();
    const asked = asking('umbrella', { meaning: { model: 'topics-2', vector: vectorOf('umbrella') } });
    expect(index.find(asked, anonymous).hits).toHaveLength(1);
    expect((await store.models()).map(({ model }) => model)).toEqual(['topics-1', 'topics-2']);
  });

  it('removes vectors that no text uses', async () => {
    const { index, feed, store } = createFed();
    index.put(sky);
    await feed.settled();
    await store.write('topics-1', [{ hash: 'forgotten', packed: new Uint8Array(12) }]);
    expect(await feed.sweep()).toBe(1);
    expect(await store.models()).toEqual([{ model: 'topics-1', count: 1 }]);
  });

  it('stops at once, whatever is waiting', async () => {
    const embedder = createTopicEmbedder();
    embedder.fail = true;
    const { index, feed } = createFed(embedder, createMemoryVectors(), () => new Promise(() => undefined));
    index.put(sky);
    await Promise.resolve();
    await feed.stop();
    expect(feed.waiting).toBe(1);
  });
});
