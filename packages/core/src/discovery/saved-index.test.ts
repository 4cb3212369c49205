import { deserialize, serialize } from 'node:v8';
import type { Entry } from '@dragoman/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anonymous, local } from '../access/caller.js';
import { createNameIndex } from '../catalogue/look-alikes/name-index.js';
import { createMemoryVectors } from '../catalogue/memory-vectors.js';
import { createDiscoveryIndex, type DiscoveryIndex, type SavedIndex } from './discovery-index.js';
import { makeEntry, makeOperation, makeStored } from './fixtures/entries.js';
import { arbitraryCaller, arbitraryEntry, arbitraryQuery } from './fixtures/random-entries.js';
import { createTopicEmbedder, vectorOf } from './fixtures/topic-embedder.js';
import { createVectorFeed } from './vectors/vector-feed.js';

const copy = <T>(value: T): T => deserialize(serialize(value)) as T;
const restore = (index: DiscoveryIndex) => createDiscoveryIndex({ saved: copy<SavedIndex>(index.save()) });

/** The entry with one operation for each of its tags. */
const withOperations = (entry: Entry): Entry => ({
  ...entry,
  operations: entry.tags.map((tag, at) => makeOperation(`op_${at}_${tag.trim()}`, { description: entry.description })),
});

const step = fc.oneof(
  { weight: 4, arbitrary: arbitraryEntry(fc.nat({ max: 12 }).map((number) => `id-${number}`)).map(withOperations) },
  { weight: 1, arbitrary: fc.nat({ max: 12 }).map((number) => `id-${number}`) },
);
const steps = fc.array(step, { maxLength: 50 });

/** Applies changes with rising sequence numbers; an id alone is a removal. */
function apply(index: DiscoveryIndex, changes: readonly (Entry | string)[], from = 1): void {
  for (const [at, change] of changes.entries()) {
    const removed = typeof change === 'string' ? { deletedAt: '2026-01-01T00:00:00.000Z' } : {};
    const entry = typeof change === 'string' ? makeEntry(change) : change;
    index.put({ ...makeStored(entry), seq: from + at, ...removed });
  }
}

describe('a saved index', () => {
  it('answers like the original and like a rebuilt one, also after further changes', () => {
    fc.assert(
      fc.property(steps, steps, arbitraryQuery, arbitraryCaller, (before, after, query, caller) => {
        const [original, rebuilt] = [createDiscoveryIndex(), createDiscoveryIndex()];
        apply(original, before);
        const restored = restore(original);
        apply(rebuilt, before);
        for (const index of [original, restored, rebuilt]) apply(index, after, before.length + 1);
        const operations = { text: query.text ?? '', conditions: query.conditions, top: 20 };
        const answers = [original, restored, rebuilt].map((index) => ({
          found: index.find(query, caller),
          operations: index.findOperations(operations, caller),
          fields: ['license', 'size', 'tag'].map((field) => index.knowsField(field, caller)),
          entries: Array.from({ length: 13 }, (_, at) => [index.access(`id-${at}`), index.seqOf(`id-${at}`)]),
          size: [index.size, index.operations, index.backlog],
        }));
        expect(answers[1]).toEqual(answers[0]);
        expect(answers[1]).toEqual(answers[2]);
      }),
      { numRuns: 150 },
    );
  });

  it('can be saved again without a change', () => {
    fc.assert(
      fc.property(steps, arbitraryQuery, (changes, query) => {
        const index = createDiscoveryIndex();
        apply(index, changes);
        expect(restore(restore(index)).find(query, local)).toEqual(index.find(query, local));
      }),
      { numRuns: 50 },
    );
  });

  it('ranks a restored entry by its words until its text has been passed on, then by its vector', async () => {
    const stored = makeStored(
      makeEntry('pier', { operations: [makeOperation('get_forecast', { description: 'wind and rain' })] }),
    );
    const index = createDiscoveryIndex();
    index.put(stored);
    const embedder = createTopicEmbedder();
    const feed = createVectorFeed({
      embedder,
      store: createMemoryVectors(),
      share: 0.5,
      onError: (error) => {
        throw error;
      },
    });
    const restored = createDiscoveryIndex({ feeds: [feed], saved: copy(index.save()) });
    expect([...feed.vectors.missing]).toHaveLength(1);
    expect(restored.backlog).toBe(1);
    const meaning = { model: embedder.model, vector: vectorOf('umbrella') };
    const ask = (text: string) =>
      restored.findOperations({ text, meaning, conditions: [], top: 5 }, anonymous).map(({ entryId }) => entryId);
    expect([ask('wind'), ask('umbrella')]).toEqual([['pier'], []]);
    restored.addTexts(stored);
    restored.addTexts(stored);
    await feed.settled();
    expect([restored.backlog, feed.vectors.missing.size, embedder.texts.length]).toEqual([0, 0, 1]);
    expect(ask('umbrella')).toEqual(['pier']);
    await feed.stop();
  });

  it('keeps the names of the catalogue', () => {
    const names = createNameIndex();
    const entries = ['Pier Weather', 'Pier Weather', 'Harbour Rates'].map((name, at) =>
      makeEntry(`id-${at}`, { name, description: 'Forecasts of wind and waves at a pier.' }),
    );
    for (const entry of entries) names.put(makeStored(entry));
    const restored = createNameIndex(copy(names.save()));
    for (const index of [names, restored]) index.remove('id-0');
    expect(restored.entry('id-1')).toEqual(names.entry('id-1'));
    const { skeleton = '', text = '' } = names.entry('id-1') ?? {};
    expect(restored.alike(skeleton)).toEqual(names.alike(skeleton));
    expect(restored.saying(text)).toEqual(names.saying(text));
    expect(restored.saying(text)).toHaveLength(2);
  });
});
