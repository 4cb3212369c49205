/** Differences of texts. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareTexts } from './compare-texts.js';

const marks = { same: ' ', added: '+', removed: '-' };

describe('the difference of two texts', () => {
  it('lists added and removed lines with their numbers', () => {
    const changes = compareTexts('a\nb\nc\nd', 'a\nc\nx\nd');
    expect(changes.map(({ kind, text, line }) => `${marks[kind]}${line} ${text}`)).toEqual([
      ' 1 a',
      '-2 b',
      ' 2 c',
      '+3 x',
      ' 4 d',
    ]);
  });

  it('reconstructs both texts', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 20 }).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const changes = compareTexts(before, after);
        const without = (kind: string) =>
          changes
            .filter((change) => change.kind !== kind)
            .map((change) => change.text)
            .join('\n');
        expect([without('added'), without('removed')]).toEqual([before, after]);
      }),
    );
  });

  it('of two long and different texts is computed without a large table', () => {
    const long = (word: string) => Array.from({ length: 5000 }, (_, at) => `${word}${at}`).join('\n');
    expect(compareTexts(long('a'), long('b'))).toHaveLength(10_000);
  });
});
