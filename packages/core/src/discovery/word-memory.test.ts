import { expect, it } from 'vitest';
import { addToHash, rememberWords } from './word-memory.js';

/** The cache, queried for separate words. */
function rememberTexts<T>(work: (word: string) => T): (word: string) => T {
  const recall = rememberWords(work);
  return (word) => recall(word, 0, word.length, hashOf(word));
}

function hashOf(word: string): number {
  return Array.from(word).reduce((hash, character) => addToHash(hash, character.charCodeAt(0)), 0);
}

it('computes a word once, and long ones each time', () => {
  const worked: string[] = [];
  const remembered = rememberTexts((word) => {
    worked.push(word);
    return word.length;
  });
  expect([remembered('abc'), remembered('abc'), remembered('x'.repeat(40)), remembered('x'.repeat(40))]).toEqual([
    3, 3, 40, 40,
  ]);
  expect(worked).toEqual(['abc', 'x'.repeat(40), 'x'.repeat(40)]);
});

it('evicts words that were not seen for long, and only those', () => {
  let worked = 0;
  const remembered = rememberTexts((word) => {
    worked += 1;
    return word;
  });
  for (let number = 0; number < 100_000; number += 1) {
    remembered(`w${number}`);
    remembered('often');
  }
  expect(worked).toBe(100_001);
  remembered('w0');
  expect(worked).toBe(100_002);
});

it('distinguishes words with equal hashes, and stops caching when there are too many', () => {
  let worked = 0;
  const recall = rememberWords((word) => {
    worked += 1;
    return word;
  });
  const words = Array.from({ length: 100 }, (_, at) => `word${at}`);
  const ask = () => words.map((word) => recall(word, 0, word.length, 7));
  expect([ask(), ask()]).toEqual([words, words]);
  expect(worked).toBeGreaterThan(words.length);
  expect(worked).toBeLessThan(2 * words.length);
});

it('reads a word inside its text', () => {
  const recall = rememberWords((word) => word.toUpperCase());
  expect([recall('the tide table', 4, 8, hashOf('tide')), recall('tide', 0, 4, hashOf('tide'))]).toEqual([
    'TIDE',
    'TIDE',
  ]);
});
