import { expect, it } from 'vitest';
import { rememberWords } from './word-memory.js';

it('works a word out once, and long ones each time', () => {
  const worked: string[] = [];
  const remembered = rememberWords((word) => {
    worked.push(word);
    return word.length;
  });
  expect([remembered('abc'), remembered('abc'), remembered('x'.repeat(40)), remembered('x'.repeat(40))]).toEqual([
    3, 3, 40, 40,
  ]);
  expect(worked).toEqual(['abc', 'x'.repeat(40), 'x'.repeat(40)]);
});

it('forgets words that have not been met for long, and only those', () => {
  let worked = 0;
  const remembered = rememberWords((word) => {
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
