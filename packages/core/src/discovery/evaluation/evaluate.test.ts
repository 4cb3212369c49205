import { describe, expect, it } from 'vitest';
import { makeEntry, makeOperation } from '../fixtures/entries.js';
import { evaluateDescriptions } from './evaluate.js';
import { listWordings } from './wordings.js';

const desk = makeEntry('desk', {
  name: 'Desk',
  operations: [
    makeOperation('quote', {
      description: 'Price of a container. Never use it to track a container or find its position.',
    }),
    makeOperation('track', { description: 'Where a box is now.' }),
    makeOperation('cancel', { description: 'Cancels a booking.' }),
  ],
});
const cases = [
  { utterance: 'track the container', operation: 'track' },
  { utterance: 'find the position of a container', operation: 'track' },
  { utterance: 'price of a container', operation: 'quote' },
  { utterance: 'cancel my booking', operation: 'cancel' },
  { utterance: 'zzz', operation: 'cancel' },
];

describe('evaluateDescriptions', () => {
  it('[PROF-SCOPE-03] tells how often the right operation comes first, and what is taken for what', async () => {
    const { first, firstThree, confusions, cases: results } = await evaluateDescriptions([desk], cases);
    expect(first).toBeGreaterThanOrEqual(0.4);
    expect(firstThree).toBeGreaterThanOrEqual(first);
    expect(confusions).toContainEqual({
      expected: 'track',
      got: 'quote',
      utterances: expect.arrayContaining(['find the position of a container']),
    });
    expect(confusions).toContainEqual({ expected: 'cancel', utterances: ['zzz'] });
    expect(results.at(-1)).toEqual({ utterance: 'zzz', operation: 'cancel', found: [] });
  });

  it('finds a change of wording that helps, by trying it', async () => {
    const operations = [
      makeOperation('quote', { description: 'Price of freight. Not for the position of a container.' }),
      makeOperation('track', { description: 'Position.' }),
    ];
    const entry = makeEntry('d', { name: 'D', operations });
    const asked = [{ utterance: 'position of a container', operation: 'track' }];
    const { changes } = await evaluateDescriptions([entry], asked);
    expect(changes).toEqual([
      { operation: 'quote', kind: 'leave-out', sentence: 'Not for the position of a container.', gain: 1 },
    ]);
    expect((await evaluateDescriptions([entry], asked, { tries: 0 })).changes).toEqual([]);
  });

  it('takes nothing for granted', async () => {
    expect(await evaluateDescriptions([], [])).toMatchObject({ first: 0, confusions: [], changes: [] });
    expect(listWordings('One sentence only.')).toEqual([]);
    expect(listWordings('A. B.').map(({ description }) => description)).toEqual(['B.', 'A.', 'B. A.']);
  });
});
