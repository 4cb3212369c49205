import { expect, it } from 'vitest';
import { smallestChange } from './smallest-change.js';

it.each([
  ['abc', 'abXc', { from: 2, to: 2, insert: 'X' }],
  ['aaa', 'aa', { from: 2, to: 3, insert: '' }],
  ['', 'x', { from: 0, to: 0, insert: 'x' }],
  ['same', 'same', { from: 4, to: 4, insert: '' }],
  ['one two', 'one 2', { from: 4, to: 7, insert: '2' }],
])('turns %j into %j with one change', (before, after, change) => {
  expect(smallestChange(before, after)).toEqual(change);
  expect(before.slice(0, change.from) + change.insert + before.slice(change.to)).toBe(after);
});
