import { createWords } from '@dragoman/agis';
import type { Entry } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { anonymous } from '../../access/caller.js';
import { createMemoryStore } from '../../catalogue/memory-store.js';
import { createDiscoveryIndex } from '../discovery-index.js';
import type { Embedder } from '../embedder.js';
import { makeEntry, makeOperation, makeStored } from '../fixtures/entries.js';
import { createTopicEmbedder } from '../fixtures/topic-embedder.js';
import { createMeaningReader } from '../meaning-reader.js';
import { createVectorFeed } from '../vectors/vector-feed.js';
import { createResolver } from './resolve.js';

const words = createWords();
const other = makeEntry('quarry', {
  name: 'Quarry',
  description: 'Maps of stones.',
  operations: [makeOperation('list_stones', { summary: 'List the stones of a map' }), makeOperation('weigh_stone')],
});

function service(id: string, name: string, summary: string, input: string): Entry {
  const schema = { type: 'object', properties: { [input]: { type: 'string' } }, required: [input] };
  const operations = [makeOperation(name, { summary, input: schema }), makeOperation('get_status')];
  return makeEntry(id, { name: id, description: 'Payments of shops.', operations });
}

const tillwright = service('Tillwright', 'refund_payment', 'Refund a payment of a customer', 'charge');
const copperline = service('Copperline', 'issue_refund', 'Refund the payment of a customer', 'order');

async function resolve(intent: string, entries: readonly Entry[]) {
  const index = createDiscoveryIndex({});
  const stored = [...entries, other].map((entry, at) => makeStored(entry, at + 1));
  for (const each of stored) index.put(each);
  const resolver = createResolver({
    index,
    entries: { readMany: async (ids) => stored.filter(({ entry }) => ids.includes(entry.id)) },
    words: () => words,
    clock: { now: () => 0 },
  });
  const context = { languages: [], residency: [], holds: [] };
  return resolver.resolve({ intent, context, policy: {}, top: 5, ranked: true }, anonymous);
}

const namesOf = ({ candidates }: Awaited<ReturnType<typeof resolve>>) =>
  candidates.map(({ operation }) => operation.name);

describe('the decision', () => {
  it('asks between two services that can do the same, with their difference in one sentence', async () => {
    const { decision, question } = await resolve('refund the payment of the customer', [tillwright, copperline]);
    expect(decision).toBe('ask');
    expect(question?.text).toMatch(/^2 services can do this; which one: .*needs (charge|order)\), or .*needs .*\?$/);
    expect(question?.between.map(({ id }) => id).sort()).toEqual(['Copperline', 'Tillwright']);
  });

  it('describes the candidates of a question by whole sentences of plain text', async () => {
    const described = `<p>Refund the payment of a <b>customer</b>.</p><p>${'More about it. '.repeat(40)}</p>`;
    const { question } = await resolve('refund the payment of the customer', [
      service('Tillwright', 'refund_payment', described, 'charge'),
      service('Copperline', 'issue_refund', described, 'order'),
    ]);
    for (const { difference } of question?.between ?? [])
      expect(difference).toMatch(/: Refund the payment of a customer\.$/);
    expect(question?.between).toHaveLength(2);
  });

  it('adds that the language is not supported when a request in another language leaves a choice', async () => {
    const { decision, notes } = await resolve('erstatte die Zahlung für den customer', [tillwright, copperline]);
    expect(decision).not.toBe('found');
    expect(notes.at(-1)).toMatch(/^Language not supported: the request seems to be in German/);
  });

  it('does not ask about the other service when the intent names one', async () => {
    const { question, candidates } = await resolve('refund the payment of the customer with Copperline', [
      tillwright,
      copperline,
    ]);
    expect(candidates[0]?.entry.id).toBe('Copperline');
    expect(question?.text ?? '').not.toContain('2 services');
  });

  it('names four of a hundred near-identical services', async () => {
    const many = Array.from({ length: 100 }, (_, at) =>
      service(`Till${at}`, 'refund_payment', 'Refund a payment of a customer', 'charge'),
    );
    const { decision, question, candidates } = await resolve('refund the payment of the customer', many);
    expect([decision, candidates.length, question?.between.length]).toEqual(['ask', 5, 4]);
    expect(question?.text).toMatch(/or one of \d+ more\?$/);
  });

  it('never finds the opposite of what is asked', async () => {
    const block = makeEntry('mail', {
      name: 'Mail',
      description: 'Mail.',
      operations: [makeOperation('block_sender', { summary: 'Block a sender' }), makeOperation('list_mail')],
    });
    const { decision, candidates } = await resolve('Unblock the sender', [block]);
    expect(decision).not.toBe('found');
    for (const { operation, reasons } of candidates)
      if (operation.name === 'block_sender') expect(reasons.notes.join()).toContain('opposite');
  });

  it('returns the steps of an intent, each with its candidates', async () => {
    const resolved = await resolve('List the stones of the map, then refund the payment of the customer', [tillwright]);
    expect(resolved.steps?.map(({ intent, candidates }) => [intent, candidates[0]?.operation.name])).toEqual([
      ['List the stones of the map', 'list_stones'],
      ['refund the payment of the customer', 'refund_payment'],
    ]);
    expect(namesOf(resolved).slice(0, 2).sort()).toEqual(['list_stones', 'refund_payment']);
    expect(resolved.notes).toContain('The intent has 2 steps; see steps.');
  });

  it('answers a megabyte, an empty text and a contradiction without an action', async () => {
    for (const intent of ['refund it and do not '.repeat(50_000), '', 'refund the payment and do not refund it'])
      expect((await resolve(intent, [tillwright])).decision).not.toBe('found');
  });
});

describe('operations in general', () => {
  /** Resolves with an embedder that returns this similarity to operations in general. */
  async function resolveWith(background: number | undefined) {
    const entry = makeEntry('skies', {
      operations: [
        makeOperation('get_forecast', { summary: 'Weather forecast of a place' }),
        makeOperation('pay_bill'),
      ],
    });
    const stored = makeStored(entry, 1);
    const embedder: Embedder = {
      ...createTopicEmbedder('dragoman-precise-test'),
      ...(background === undefined ? {} : { background: () => background }),
    };
    const feed = createVectorFeed({ embedder, store: createMemoryStore().vectors, share: 0.8, onError: rethrow });
    const index = createDiscoveryIndex({ feeds: [feed] });
    index.put(stored);
    await feed.settled();
    const resolver = createResolver({
      index,
      entries: { readMany: async () => [stored] },
      words: () => words,
      clock: { now: () => 0 },
      meaning: createMeaningReader({ embedder: () => embedder, waitMs: 10_000, onError: rethrow }),
    });
    const context = { languages: [], residency: [], holds: [] };
    const intent = 'umbrella, money and mail';
    return resolver.resolve({ intent, context, policy: {}, top: 5, ranked: true }, anonymous);
  }

  it('says nothing, and names the nearest, when the request is as similar to operations in general', async () => {
    const { decision, candidates, notes } = await resolveWith(0.9);
    expect(decision).toBe('nothing');
    expect(candidates).toEqual([]);
    expect(notes.at(-1)).toMatch(/^The nearest operations are (?:get_forecast|pay_bill) of skies/);
  });

  it('asks when the request is less similar to them, or when the embedder does not know', async () => {
    expect((await resolveWith(0.1)).decision).toBe('ask');
    expect((await resolveWith(undefined)).decision).toBe('ask');
  });
});

function rethrow(error: unknown): never {
  throw error;
}
