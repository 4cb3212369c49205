/** Results are cached by word, and the cache has a maximum size. */
import { describe, expect, it } from 'vitest';
import { remember } from './remember.js';

describe('remember', () => {
  it('computes the answer once for each word, including an empty answer', () => {
    const asked: string[] = [];
    const ask = remember((word) => {
      asked.push(word);
      return word === 'none' ? undefined : word.length;
    });
    expect([ask('four'), ask('four'), ask('none'), ask('none')]).toEqual([4, 4, undefined, undefined]);
    expect(asked).toEqual(['four', 'none']);
  });

  it('clears the cache when it is full', () => {
    let asked = 0;
    const ask = remember((word) => {
      asked += 1;
      return word;
    });
    for (let at = 0; at < 10_000; at += 1) ask(`word${at}`);
    ask('word0');
    expect(asked).toBe(10_001);
  });
});
