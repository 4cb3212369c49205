/** Shows that answers are kept, and that no stream of new words can fill the memory. */
import { describe, expect, it } from 'vitest';
import { remember } from './remember.js';

describe('remember', () => {
  it('asks once for each word, an empty answer included', () => {
    const asked: string[] = [];
    const ask = remember((word) => {
      asked.push(word);
      return word === 'none' ? undefined : word.length;
    });
    expect([ask('four'), ask('four'), ask('none'), ask('none')]).toEqual([4, 4, undefined, undefined]);
    expect(asked).toEqual(['four', 'none']);
  });

  it('begins anew when it has kept too much', () => {
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
