/**
 * The contract of semantic search, whether this process or the store compares vectors. The suite runs on both, and
 * compares each with exact arithmetic and with the in-memory index.
 */
import type { Operation } from '@dragoman/model';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anonymous } from '../access/caller.js';
import type { Condition, OperationHit } from '../catalogue/index-port.js';
import { createMemoryVectors } from '../catalogue/memory-vectors.js';
import type { VectorStore } from '../catalogue/vectors.js';
import { createDiscoveryIndex, type DiscoveryIndex } from './discovery-index.js';
import type { Embedder } from './embedder.js';
import { makeEntry, makeOperation, makeStored, makeTombstone } from './fixtures/entries.js';
import { createVectorFeed, type VectorFeed } from './vectors/vector-feed.js';

/** Vectors under test. */
export interface OpenedVectors {
  vectors: VectorStore;
  /** The same content as another node sees it. */
  another(): Promise<VectorStore>;
  dispose(): Promise<void>;
}

/** Milliseconds; a database may have to start first. */
const timeoutMs = 120_000;
const entryCount = 150;
const operationsEach = 10;
const topics = ['invoices', 'weather', 'flights', 'letters', 'archives', 'payroll', 'museums'];

/** Texts name a number, and the number has a direction near that of its cluster. */
function createNumberEmbedder(dimensions: number): Embedder & { embedded: number } {
  const random = createRandom(dimensions);
  const direction = () => Float32Array.from({ length: dimensions }, random);
  const centres = Array.from({ length: 40 }, direction);
  const vectors = Array.from({ length: 2_000 }, (_, at) => {
    const own = direction();
    return unit(own.map((value, place) => 0.8 * value + (centres[at % centres.length]?.[place] ?? 0)));
  });
  const embedder = {
    model: `numbers-${dimensions}`,
    dimensions,
    embedded: 0,
    async embed(texts: readonly string[]) {
      embedder.embedded += texts.length;
      return texts.map((text) => vectors[Number(/\d+/.exec(text)?.[0] ?? 0)] ?? direction());
    },
  };
  return embedder;
}

function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/** The entry with ten numbers, with other texts for other `words`. */
function numbered(at: number, { words = '', seq = 1, hidden = false } = {}) {
  const operations = Array.from({ length: operationsEach }, (_, place): Operation => {
    const number = at * operationsEach + place;
    return makeOperation(`no_${number}`, { description: `${topics[number % topics.length]} ${words}` });
  });
  const tags = at % 50 === 0 ? ['rare'] : ['usual'];
  const visibility = hidden ? ('private' as const) : ('public' as const);
  return makeStored(makeEntry(`entry-${at}`, { name: `Entry ${at}`, tags, visibility, operations }), seq);
}

interface Node {
  index: DiscoveryIndex;
  feed: VectorFeed;
  embedder: ReturnType<typeof createNumberEmbedder>;
}

function createNode(vectors: VectorStore, embedder = createNumberEmbedder(48)): Node {
  const feed = createVectorFeed({
    embedder,
    store: vectors,
    share: 0.6,
    onError(error) {
      throw error;
    },
  });
  return { index: createDiscoveryIndex({ feeds: [feed] }), feed, embedder };
}

async function fill({ index, feed }: Node): Promise<void> {
  for (let at = 0; at < entryCount; at += 1) index.put(numbered(at, { hidden: at % 10 === 9 }));
  await feed.settled();
}

/** Queries the meaning of the number, with these words. */
async function ask(
  { index, embedder }: Node,
  number: number,
  { text = '§', conditions = [], top = 10 }: { text?: string; conditions?: Condition[]; top?: number } = {},
): Promise<OperationHit[]> {
  const [vector = new Float32Array()] = await embedder.embed([`${number}`]);
  const meaning = await index.lookUp(
    { text, conditions, meaning: { model: embedder.model, vector: nudged(vector) } },
    anonymous,
  );
  return index.findOperations({ text, conditions, top, meaning }, anonymous);
}

/** Near the vector, but not equal. */
function nudged(vector: Float32Array): Float32Array {
  return unit(vector.map((value, at) => value + 0.05 * Math.sin(at)));
}

const keyOf = ({ entryId, place }: Pick<OperationHit, 'entryId' | 'place'>) => `${entryId} ${place}`;
const rare: Condition[] = [{ field: 'tag', values: ['rare'], mode: 'all' }];

/** The nearest of all public entries, by exact arithmetic. */
async function nearestExactly(embedder: Embedder, number: number): Promise<Set<string>> {
  const numbers = Array.from({ length: entryCount * operationsEach }, (_, at) => at);
  const visible = numbers.filter((each) => Math.floor(each / operationsEach) % 10 !== 9);
  const vectors = await embedder.embed(visible.map(String));
  const asked = nudged((await embedder.embed([`${number}`]))[0] ?? new Float32Array());
  const products = visible.map((each, at) => ({
    each,
    likeness: asked.reduce((sum, value, place) => sum + value * (vectors[at]?.[place] ?? 0), 0),
  }));
  const best = products.sort((a, b) => b.likeness - a.likeness).slice(0, 10);
  return new Set(
    best.map(({ each }) =>
      keyOf({ entryId: `entry-${Math.floor(each / operationsEach)}`, place: each % operationsEach }),
    ),
  );
}

const asked = Array.from({ length: 25 }, (_, at) => at * 53);

/** Runs the contract; `open` creates an empty vector store. */
export function describeMeaningSearch(name: string, open: () => Promise<OpenedVectors>): void {
  describe(`${name} meets the contract of semantic search`, () => {
    let opened: OpenedVectors | undefined;
    let node: Node;
    beforeAll(async () => {
      opened = await open();
      node = createNode(opened.vectors);
      await fill(node);
    }, timeoutMs);
    afterAll(async () => {
      await node.feed.stop();
      await opened?.dispose();
    });

    it('finds the ten nearest, at least 98 of 100 of them', async () => {
      let met = 0;
      for (const number of asked) {
        const right = await nearestExactly(node.embedder, number);
        met += (await ask(node, number)).filter((hit) => right.has(keyOf(hit))).length;
      }
      expect(met / (asked.length * 10)).toBeGreaterThanOrEqual(0.98);
    });

    it('ranks by words and meaning together like the in-memory index', async () => {
      const reference = createNode(createMemoryVectors());
      await fill(reference);
      let same = 0;
      for (const number of asked) {
        const text = topics[number % topics.length] ?? '';
        const [here, there] = [await ask(node, number, { text }), await ask(reference, number, { text })];
        const keys = new Set(there.map(keyOf));
        same += here.filter((hit) => keys.has(keyOf(hit))).length;
        expect(Math.abs((here[0]?.score ?? 0) - (there[0]?.score ?? 0))).toBeLessThan(0.02);
      }
      expect(same / (asked.length * 10)).toBeGreaterThanOrEqual(0.98);
    });

    it('applies conditions and access before ranking', async () => {
      const found = await ask(node, 777, { conditions: rare, top: 100 });
      const entries = new Set(found.map(({ entryId }) => entryId));
      expect(entries).toEqual(new Set(['entry-0', 'entry-50', 'entry-100']));
      expect(found).toHaveLength(30);
      expect(found.every(({ meaning }) => meaning !== undefined)).toBe(true);
      const all = await ask(node, 95, { top: 200 });
      expect(all.some(({ entryId }) => entryId === 'entry-9')).toBe(false);
    });

    it("gives another node the same results without embedding again, including the other's changes", async () => {
      const other = createNode(await (opened as OpenedVectors).another());
      await fill(other);
      expect(other.embedder.embedded).toBe(0);
      expect((await ask(other, 95)).map(keyOf)).toEqual((await ask(node, 95)).map(keyOf));
      const changed = numbered(160, { words: 'changed', seq: 2 });
      for (const { index, feed } of [other, node]) {
        index.put(changed);
        await feed.settled();
      }
      for (const each of [other, node]) expect((await ask(each, 1603))[0]).toMatchObject({ entryId: 'entry-160' });
      node.index.put(makeTombstone(changed.entry, 3));
      expect((await ask(node, 1603)).some(({ entryId }) => entryId === 'entry-160')).toBe(false);
      await other.feed.stop();
    });

    it('applies changes in place, and no longer finds the old text', async () => {
      const entry = makeEntry('one', { name: 'One', operations: [makeOperation('no_1700'), makeOperation('no_1701')] });
      node.index.put(makeStored(entry, 1));
      await node.feed.settled();
      expect((await ask(node, 1700))[0]).toMatchObject({ entryId: 'one', place: 0 });
      node.index.put(makeStored({ ...entry, operations: [makeOperation('no_1702'), makeOperation('no_1703')] }, 2));
      await node.feed.settled();
      expect((await ask(node, 1702))[0]).toMatchObject({ entryId: 'one', place: 0 });
      const near = (await ask(node, 1700)).filter(({ entryId }) => entryId === 'one');
      expect(near.every(({ meaning = 0 }) => meaning < 0.9)).toBe(true);
      node.index.remove('one');
    });

    it('keeps vectors in use when it removes unused ones', async () => {
      const before = (await ask(node, 95)).map(keyOf);
      await node.feed.sweep();
      expect((await ask(node, 95)).map(keyOf)).toEqual(before);
    });

    it('switches to a model of another size without interruption', async () => {
      const vectors = await (opened as OpenedVectors).another();
      const [old, next] = [createNode(vectors), createNode(vectors, createNumberEmbedder(64))];
      let serving = old.feed;
      const index = createDiscoveryIndex({ feeds: [old.feed, next.feed], serving: () => serving });
      index.put(numbered(5));
      await old.feed.settled();
      expect((await ask({ ...old, index }, 53))[0]).toMatchObject({ entryId: 'entry-5', place: 3 });
      await next.feed.settled();
      serving = next.feed;
      expect((await ask({ ...next, index }, 53))[0]).toMatchObject({ entryId: 'entry-5', place: 3 });
      expect((await vectors.models()).map(({ model }) => model)).toEqual(['numbers-48', 'numbers-64']);
      for (const { feed } of [old, next]) await feed.stop();
    });
  });
}
