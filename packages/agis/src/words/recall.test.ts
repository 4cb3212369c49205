/** Results are cached by function and text, within limits. */
import { describe, expect, it } from 'vitest';
import { createWords } from './create-words.js';

describe('recall', () => {
  it('reads a text once for each function, including an empty answer', () => {
    const { recall } = createWords();
    const asked: string[] = [];
    const lengthOf = (text: string) => {
      asked.push(text);
      return text === '' ? undefined : text.length;
    };
    const shout = (text: string) => text.toUpperCase();
    expect(['four', 'four', '', ''].map((text) => recall(lengthOf, text))).toEqual([4, 4, undefined, undefined]);
    expect(recall(shout, 'four')).toBe('FOUR');
    expect(asked).toEqual(['four', '']);
  });

  it('passes its own words to the function, and keeps no result for other words', () => {
    const nounOf = (text: string, words: ReturnType<typeof createWords>) => words.isNoun(text);
    expect(createWords().recall(nounOf, 'widgetry')).toBe(false);
    expect(createWords({ nouns: ['widgetry'] }).recall(nounOf, 'widgetry')).toBe(true);
  });

  it('keeps the last object only, and no text of more than 4,000 characters', () => {
    const { recall } = createWords();
    let asked = 0;
    const read = (key: object | string) => {
      asked += 1;
      return typeof key;
    };
    const [one, other] = [{}, {}];
    for (const key of [one, one, other, one]) recall(read, key);
    expect(asked).toBe(3);
    const long = 'x'.repeat(4_001);
    for (const key of [long, long]) recall(read, key);
    expect(asked).toBe(5);
  });

  it('empties the cache after a million characters', () => {
    const { recall } = createWords();
    let asked = 0;
    const read = (text: string) => {
      asked += 1;
      return text.length;
    };
    const texts = Array.from({ length: 600 }, (_, at) => `${at}`.padStart(2_000));
    for (const text of [...texts, texts[0] ?? '', texts.at(-1) ?? '']) recall(read, text);
    expect(asked).toBe(601);
  });
});
