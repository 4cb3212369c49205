/** Tests tools that read alike: by words, by meaning, and lists with nothing to find. */
import { describe, expect, it } from 'vitest';
import { findSimilarTools, similarToolTexts } from './similar-tools.js';

const tools = [
  { name: 'find_ship', description: 'Finds a ship in the harbor by its name.' },
  { name: 'book_berth', description: 'Reserves a place at the quay for one night.' },
  { name: 'search_ship', description: 'Finds a ship in the harbor by its name.' },
  { name: 'hold_mooring', description: 'Keeps a mooring free for a boat until tomorrow.' },
];

/** A model that knows only one pair of paraphrases. */
const meaning = {
  model: 'two-meanings',
  embedNow: (text: string) => Float32Array.from(/berth|quay|mooring/.test(text) ? [1, 0, 0] : [0, 1, 0]),
};

describe('findSimilarTools', () => {
  it('finds pairs by words', () => {
    expect(findSimilarTools(tools)).toEqual([{ one: 0, other: 2, score: expect.any(Number), by: 'words' }]);
    expect(findSimilarTools(tools)[0]?.score).toBeGreaterThan(0.85);
  });

  it('finds pairs by meaning that words do not show, the most similar first', () => {
    const pairs = findSimilarTools(tools, meaning).map(({ one, other, by }) => [one, other, by]);
    expect(pairs).toHaveLength(2);
    expect(pairs).toContainEqual([0, 2, 'words']);
    expect(pairs).toContainEqual([1, 3, 'meaning']);
  });

  it('asks the model only for the listed texts', () => {
    const listed = new Set(similarToolTexts(tools));
    const asked: string[] = [];
    const embedNow = (text: string) => {
      asked.push(text);
      return meaning.embedNow(text);
    };
    findSimilarTools(tools, { ...meaning, embedNow });
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((text) => !listed.has(text))).toEqual([]);
  });

  it('finds nothing in an empty list, and nothing in texts without words', () => {
    expect(findSimilarTools([])).toEqual([]);
    expect(similarToolTexts([{ name: 'x', description: '' }])).toEqual([]);
    expect(
      findSimilarTools([
        { name: 'a', description: '' },
        { name: 'b', description: '' },
      ]),
    ).toEqual([]);
  });
});
