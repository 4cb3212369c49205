import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBlocks, createPostings } from './postings.js';
import { valuesOf } from './rows.js';
import { createVocabulary } from './vocabulary.js';

describe('postings', () => {
  it('keeps appended values until they are removed, however lists interleave', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat({ max: 5 }), fc.nat({ max: 20 }), fc.nat({ max: 3 }))), (changes) => {
        const postings = createPostings();
        const expected: number[][] = Array.from({ length: 6 }, () => []);
        for (let list = 0; list < 6; list += 1) expect(postings.addList()).toBe(list);
        for (const [list, value, kind] of changes) {
          const wanted = expected[list] ?? [];
          if (kind > 0) {
            postings.append(list, value);
            wanted.push(value);
          } else {
            postings.remove(list, value);
            if (wanted.includes(value)) wanted.splice(wanted.indexOf(value), 1);
          }
        }
        const sorted = (values: Iterable<number>) => Array.from(values).sort((left, right) => left - right);
        expect(expected.map((_, list) => sorted(valuesOf(postings, list)))).toEqual(expected.map(sorted));
      }),
    );
  });
  it('finds values that do not fit in 31 bits', () => {
    const postings = createPostings();
    postings.addList();
    postings.append(0, (2 ** 23) << 8);
    postings.remove(0, (2 ** 23) << 8);
    expect(postings.length(0)).toBe(0);
  });
  it('reuses the blocks that full lists leave', () => {
    const postings = createPostings();
    for (let list = 0; list < 100; list += 1) {
      postings.addList();
      for (let value = 0; value < 1000; value += 1) postings.append(list, value);
    }
    expect(postings.bytes).toBeLessThan(100 * 1024 * 4 * 2);
  });
  it('splits blocks that long lists leave for short lists in the same pool', () => {
    const blocks = createBlocks();
    const [long, short] = [createPostings(blocks), createPostings(blocks)];
    long.addList();
    for (let value = 0; value < 65_536; value += 1) long.append(0, value);
    const before = blocks.words.length;
    for (let list = 0; list < 10_000; list += 1) {
      short.addList();
      short.reserve(list, 4);
      for (let value = 0; value < 4; value += 1) short.append(list, list + value);
    }
    expect(blocks.words.length).toBe(before);
    expect([...valuesOf(short, 7)]).toEqual([7, 8, 9, 10]);
    expect([...valuesOf(long, 0)].every((value, at) => value === at)).toBe(true);
  });
});

describe('vocabulary', () => {
  it('numbers words, and removes those without postings', () => {
    const vocabulary = createVocabulary();
    for (const [word, row] of [
      ['a', 1],
      ['b', 2],
      ['a', 3],
    ] as const)
      vocabulary.append(vocabulary.intern(word), row);
    vocabulary.remove(vocabulary.find('b'), 2);
    vocabulary.remove(vocabulary.find('a'), 1);
    expect([vocabulary.size, vocabulary.find('a'), vocabulary.find('b')]).toEqual([1, 0, -1]);
    expect(vocabulary.intern('c')).toBe(1);
    expect(vocabulary.postings.length(0)).toBe(1);
  });
});
