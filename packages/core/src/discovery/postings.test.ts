import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPostings } from './postings.js';
import { createVocabulary } from './vocabulary.js';

describe('postings', () => {
  it('keeps every list as appended, however they interleave', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat({ max: 5 }), fc.nat())), (appends) => {
        const postings = createPostings();
        const expected: number[][] = Array.from({ length: 6 }, () => []);
        for (let list = 0; list < 6; list += 1) expect(postings.addList()).toBe(list);
        for (const [list, value] of appends) {
          postings.append(list, value);
          expected[list]?.push(value);
        }
        const lists = expected.map((_, list) => {
          const start = postings.start(list);
          return Array.from(postings.pool().subarray(start, start + postings.length(list)));
        });
        expect(lists).toEqual(expected);
      }),
    );
  });
  it('hands the blocks that full lists leave to others', () => {
    const postings = createPostings();
    for (let list = 0; list < 100; list += 1) {
      postings.addList();
      for (let value = 0; value < 1000; value += 1) postings.append(list, value);
    }
    expect(postings.bytes).toBeLessThan(100 * 1024 * 4 * 2);
  });
});

describe('vocabulary', () => {
  it('numbers words and forgets those whose postings all go', () => {
    const vocabulary = createVocabulary();
    for (const [word, row] of [
      ['a', 1],
      ['b', 2],
      ['a', 3],
    ] as const) {
      vocabulary.postings.append(vocabulary.intern(word), row);
    }
    const { vocabulary: swept, numbers } = vocabulary.swept((row) => (row === 2 ? undefined : row * 10));
    expect([swept.size, swept.find('a'), swept.find('b')]).toEqual([1, 0, -1]);
    expect(numbers[vocabulary.find('a')]).toBe(0);
    expect(Array.from(swept.postings.pool().subarray(swept.postings.start(0), swept.postings.start(0) + 2))).toEqual([
      10, 30,
    ]);
  });
});
