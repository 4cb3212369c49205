import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import recorded from './fixtures/word-pieces.json' with { type: 'json' };
import { closingMark, createWordPieces, openingMark } from './word-pieces.js';

const vocabulary = readFileSync(new URL('../weights/vocabulary.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');
const { cut } = createWordPieces(vocabulary);

describe('createWordPieces', () => {
  it.each(recorded.map(({ text, pieces }) => [text, pieces] as const))(
    'splits %j like the reference tokenizer',
    (text, pieces) => {
      expect(cut(text, 128)).toEqual(pieces);
    },
  );

  it('treats special tokens inside a text as plain text', () => {
    expect(cut('[SEP] [CLS]', 128).slice(1, -1)).not.toContain(closingMark);
    expect(cut('[SEP] [CLS]', 128).slice(1)).not.toContain(openingMark);
  });

  it('respects its limit and never throws, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 3000 }), fc.integer({ min: 2, max: 128 }), (text, limit) => {
        const pieces = cut(text, limit);
        expect(pieces.length).toBeLessThanOrEqual(limit);
        expect(pieces[0]).toBe(openingMark);
        expect(pieces.at(-1)).toBe(closingMark);
        expect(pieces.every((piece) => piece >= 0 && piece < vocabulary.length)).toBe(true);
      }),
    );
  });
});
