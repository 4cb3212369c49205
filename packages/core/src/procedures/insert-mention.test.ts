import { expect, it } from 'vitest';
import { insertMention } from './insert-mention.js';

it.each<[string, { line: number; column?: number }, string | undefined]>([
  ['Call .', { line: 1, column: 6 }, 'Call `find()`.'],
  ['Call it', { line: 1, column: 5 }, 'Call `find()` it'],
  ['Callit', { line: 1, column: 5 }, 'Call `find()` it'],
  ['a\nb\nc', { line: 2 }, 'a\nb `find()`\nc'],
  ['a\r\nb', { line: 1, column: 99 }, 'a `find()`\r\nb'],
  ['', { line: 1 }, '`find()`'],
  ['a', { line: 2 }, undefined],
  ['a', { line: 0 }, undefined],
  ['a', { line: 1, column: 0 }, undefined],
])('inserts a tool into %j at %j', (text, place, expected) => {
  expect(insertMention(text, 'find', place)).toBe(expected);
});
