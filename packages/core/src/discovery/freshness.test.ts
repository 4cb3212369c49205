import { describe, expect, it } from 'vitest';
import { anonymous, type Caller } from '../access/caller.js';
import type { FindQuery } from '../catalogue/index-port.js';
import { createMemoryVectors } from '../catalogue/memory-vectors.js';
import { createDiscoveryIndex } from './discovery-index.js';
import { makeEntry, makeOperation, makeStored } from './fixtures/entries.js';
import { createTopicEmbedder, topics, vectorOf } from './fixtures/topic-embedder.js';
import { createVectorFeed } from './vectors/vector-feed.js';

const words = topics.flat();
const word = (at: number) => words[at % words.length] ?? '';

function service(at: number, visibility: 'public' | 'private' = 'public') {
  const description = `${word(at)} and ${word(at * 7 + 1)} for region ${at % 50}`;
  const operations = [makeOperation(`op_${at}`, { description })];
  return makeStored(makeEntry(`${visibility}-${at}`, { name: `Service ${at}`, visibility, operations }), at + 1);
}

const asking = (text: string): FindQuery & { text: string } => ({
  text,
  meaning: { model: 'topics-1', vector: vectorOf(text) },
  conditions: [],
  order: 'relevance',
  top: 100,
  skip: 0,
});

/** An index of so many services with vectors, whose embedder then waits until it is released. */
async function createCatalogue(size: number) {
  const embedder = createTopicEmbedder();
  const feed = createVectorFeed({ embedder, store: createMemoryVectors(), share: 0.8, onError: () => undefined });
  const index = createDiscoveryIndex({ feeds: [feed] });
  for (let at = 0; at < size; at += 1) index.put(service(at));
  await feed.settled();
  let release: () => void = () => undefined;
  embedder.held = new Promise((resolve) => (release = resolve));
  return { index, feed, release };
}

const placeOf = (list: readonly { id?: string; entryId?: string }[], id: string) =>
  list.findIndex((hit) => (hit.id ?? hit.entryId) === id);

const pilot = (description: string, seq: number) =>
  makeStored(makeEntry('pilot', { name: 'Harbor pilots', operations: [makeOperation('order', { description })] }), seq);

describe.each([100, 1_000, 5_000])('freshness in a catalogue of %i services', (size) => {
  it('finds a new and a changed service before its vector is available', async () => {
    const { index, feed, release } = await createCatalogue(size);
    const before = 'order a harbor pilot for a journey by night';
    index.put(pilot(`Harbor ${before}`, size + 1));
    expect(feed.waiting).toBe(1);
    expect(placeOf(index.find(asking(before), anonymous).hits, 'pilot')).toBe(0);
    expect(placeOf(index.findOperations(asking(before), anonymous), 'pilot')).toBe(0);

    const after = 'hire a tugboat when the storm is over';
    index.put(pilot(after, size + 2));
    expect(placeOf(index.find(asking(after), anonymous).hits, 'pilot')).toBe(0);
    expect(placeOf(index.findOperations(asking(after), anonymous), 'pilot')).toBe(0);
    release();
    await feed.settled();
    expect(placeOf(index.find(asking(after), anonymous).hits, 'pilot')).toBe(0);
    expect(index.findOperations(asking(after), anonymous)[0]).toMatchObject({ entryId: 'pilot' });
  });
});

describe('an import that waits for its vectors', () => {
  it('leaves the results of callers unchanged who may not see it', async () => {
    const { index, release } = await createCatalogue(500);
    const queries = ['umbrella', 'settle an invoice in region 7', 'write a letter'].map(asking);
    const ask = (caller: Caller) =>
      queries.map((query) => [index.find(query, caller), index.findOperations(query, caller)]);
    const outsider: Caller = { ...anonymous, subject: 'someone-else' };
    const before = ask(outsider);
    for (let at = 0; at < 2_000; at += 1) index.put(service(at, 'private'));
    expect(ask(outsider)).toEqual(before);
    release();
  });

  it('keeps finding the other services by their meaning', async () => {
    const { index, release } = await createCatalogue(20);
    for (let at = 100; at < 1_100; at += 1) index.put(service(at));
    const found = index.findOperations(asking('umbrella'), anonymous);
    expect(found.some(({ words, meaning = 0 }) => words === 0 && meaning > 0.5)).toBe(true);
    expect(found.some(({ words, meaning }) => words > 0 && meaning === undefined)).toBe(true);
    release();
  });

  it('ranks entries without operations, which never get a vector, by their words among the others', async () => {
    const { index, release } = await createCatalogue(100);
    index.put(makeStored(makeEntry('bare', { name: 'Umbrella repairs', description: 'Repairs every umbrella.' })));
    expect(placeOf(index.find(asking('umbrella repairs'), anonymous).hits, 'bare')).toBe(0);
    release();
  });
});

describe('the vectors of an import', () => {
  it('are computed after that of a single new service, and continue after a restart', async () => {
    const store = createMemoryVectors();
    const embedder = createTopicEmbedder();
    const open = (pause = async () => undefined) => {
      const feed = createVectorFeed({ embedder, store, share: 0.6, onError: () => undefined, pause });
      return { feed, index: createDiscoveryIndex({ feeds: [feed] }) };
    };
    let release: () => void = () => undefined;
    embedder.held = new Promise((resolve) => (release = resolve));
    const first = open(() => new Promise(() => undefined));
    for (let at = 0; at < 300; at += 1) first.index.put(service(at));
    await new Promise((resolve) => setImmediate(resolve));
    const single = makeEntry('single', { name: 'Single', owner: 'ben', operations: [makeOperation('x')] });
    first.index.put(makeStored(single));
    const embed = embedder.embed.bind(embedder);
    embedder.embed = async (texts, signal) => {
      if (embedder.texts.length >= 96) embedder.fail = true;
      return embed(texts, signal);
    };
    release();
    await expect.poll(() => embedder.fail).toBe(true);
    await first.feed.stop();
    expect(embedder.texts).toHaveLength(96);
    expect(embedder.texts.findIndex((text) => text.startsWith('Single'))).toBe(32);

    Object.assign(embedder, { texts: [], fail: false, embed });
    const again = open();
    for (let at = 0; at < 300; at += 1) again.index.put(service(at));
    again.index.put(makeStored(single));
    await again.feed.settled();
    expect(embedder.texts).toHaveLength(301 - 96);
    expect(again.feed.vectors.table.size).toBe(301);
  });
});
