import { expect, it } from 'vitest';
import { compareValues } from './compare-values.js';

it('lists what was added, removed and changed, and compares named items by name', () => {
  const before = { a: 1, b: [1, 2], operations: [{ name: 'one', x: 1 }, { name: 'two' }] };
  const after = { a: 2, b: [1], operations: [{ name: 'two' }, { name: 'one', x: 2 }], c: null };
  expect(compareValues(before, after)).toEqual([
    { pointer: '/a', before: 1, after: 2 },
    { pointer: '/b/1', before: 2 },
    { pointer: '/operations/one/x', before: 1, after: 2 },
    { pointer: '/c', after: null },
  ]);
});

it('stops at the limit', () => {
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`m${at}`, at]));
  expect(compareValues({}, many, 10)).toHaveLength(10);
});

it('finds no difference between equal values', () => {
  expect(compareValues({ a: [{ b: 1 }] }, { a: [{ b: 1 }] })).toEqual([]);
});
