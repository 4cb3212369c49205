import { describe, expect, it } from 'vitest';
import { makeEntry, makeOperation } from '../fixtures/entries.js';
import { ChoiceFailed, evaluateChooser, evaluateDescriptions } from './evaluate.js';
import { createSearchChoosers } from './search-choosers.js';
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

const byWords = { chooserFor: createSearchChoosers({}) };

describe('evaluateDescriptions', () => {
  it('[PROF-SCOPE-03] reports how often the right operation is ranked first, and which are confused', async () => {
    const { first, firstThree, confusions, cases: results } = await evaluateDescriptions([desk], cases, byWords);
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

  it('finds a helpful change of wording by trying it', async () => {
    const operations = [
      makeOperation('quote', { description: 'Price of freight. Not for the position of a container.' }),
      makeOperation('track', { description: 'Position.' }),
    ];
    const entry = makeEntry('d', { name: 'D', operations });
    const asked = [{ utterance: 'position of a container', operation: 'track' }];
    const { changes } = await evaluateDescriptions([entry], asked, byWords);
    expect(changes).toEqual([
      { operation: 'quote', kind: 'leave-out', sentence: 'Not for the position of a container.', gain: 1 },
    ]);
    expect(await evaluateDescriptions([entry], asked, { ...byWords, tries: 0 })).toMatchObject({
      changes: [],
      untried: 3,
    });
  });

  it('assumes nothing', async () => {
    expect(await evaluateDescriptions([], [], byWords)).toMatchObject({ first: 0, confusions: [], changes: [] });
    expect(listWordings('One sentence only.')).toEqual([]);
    expect(listWordings('A. B.').map(({ description }) => description)).toEqual(['B.', 'A.', 'B. A.']);
  });

  it('recognizes requests that nothing fits, and reports how reliably', async () => {
    const asked = [...cases.slice(2, 4), { utterance: 'sing me a song', operation: null }];
    const { first, abstention } = await evaluateDescriptions([desk], asked, byWords);
    expect({ first, abstention }).toEqual({ first: 1, abstention: { expected: 1, precision: 1, recall: 1 } });
    const bold = await evaluateChooser(async () => ['quote'], asked);
    expect(bold).toMatchObject({ abstention: { expected: 1, recall: 0 }, first: 1 / 3 });
    expect(bold.confusions).toContainEqual({ expected: null, got: 'quote', utterances: ['sing me a song'] });
  });

  it('distinguishes operations of several services by the service’s id', async () => {
    const other = makeEntry('hotel', {
      operations: [makeOperation('cancel', { description: 'Cancels a hotel room.' })],
    });
    const asked = [
      { utterance: 'cancel the hotel room', operation: 'hotel/cancel' },
      { utterance: 'cancel my booking', operation: 'desk/cancel' },
    ];
    expect(await evaluateDescriptions([desk, other], asked, byWords)).toMatchObject({ first: 1 });
  });

  it('counts a failed choice as wrong, but not as a confusion', async () => {
    const choose = async (utterance: string) => {
      if (utterance === 'zzz') throw new ChoiceFailed('the endpoint is unavailable');
      return ['track'];
    };
    const summary = await evaluateChooser(
      choose,
      [cases[0], cases[4]].flatMap((each) => each ?? []),
      { atOnce: 4 },
    );
    expect(summary).toMatchObject({ first: 0.5, failed: 1, confusions: [] });
    expect(summary.cases[1]).toMatchObject({ failed: 'the endpoint is unavailable' });
  });
});
