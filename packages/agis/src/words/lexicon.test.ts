/** Binary search finds every entry of the table and nothing else. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findWord } from './lexicon.js';
import { wordTable } from './word-table.js';

const entries = wordTable.trim().split(/\s+/);
const listed = new Set(entries.map((entry) => entry.slice(0, entry.indexOf('='))));

describe('the word table', () => {
  it('is sorted for binary search and contains each word once', () => {
    const words = [...listed];
    expect(words).toEqual([...words].sort((a, b) => (a < b ? -1 : 1)));
    expect(words).toHaveLength(entries.length);
    expect(words.length).toBeGreaterThan(20_000);
  });

  it('returns every word that it contains', () => {
    expect([...listed].filter((word) => findWord(wordTable, word) === undefined)).toEqual([]);
  });

  it('returns nothing for any other input', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'abcdeghilnorstu= \n:>') }), (word) => {
        expect(findWord(wordTable, word) !== undefined).toBe(listed.has(word));
      }),
    );
  });

  it('does not treat white space before a word as part of it', () => {
    expect(findWord('\nb=n2\n', '\nb')).toBeUndefined();
    expect(findWord('\nb=n2\n', 'b')).toMatchObject({ noun: 2 });
    expect(findWord(wordTable, '\naah')).toBeUndefined();
  });

  it('reads marks', () => {
    expect(findWord(wordTable, 'payment')).toMatchObject({ verb: undefined, actionOf: 'pay' });
    expect(findWord(wordTable, 'sent')).toMatchObject({ formOf: 'send', noun: undefined });
    expect(findWord(wordTable, 'children')).toMatchObject({ pluralOf: 'child' });
    expect(findWord(wordTable, 'lock')).toMatchObject({
      antonyms: expect.arrayContaining(['unlock']),
      families: expect.arrayContaining(['change']),
    });
    expect(findWord('\na=v1 b=n2\n', 'b')).toMatchObject({ noun: 2, verb: undefined });
    expect(findWord('', 'a')).toBeUndefined();
  });
});
