/** The comparison of JSON values, against the comparison of their texts. */
import type { JsonValue } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { isSameJson } from './is-same-json.js';

const values: JsonValue[] = [
  null,
  true,
  0,
  1,
  '',
  '1',
  [],
  [null],
  [1, 2],
  [2, 1],
  [1, 2, 3],
  {},
  { 0: 1, 1: 2 },
  { a: null },
  { b: null },
  { a: undefined } as unknown as JsonValue,
  { a: undefined, b: 1 } as unknown as JsonValue,
  { b: 1, a: undefined } as unknown as JsonValue,
  { a: null, b: 1 },
  { b: 1 },
  { a: 1, b: [1, { c: 2 }] },
  { b: [1, { c: 2 }], a: 1 },
  { a: 1, b: [1, { c: 3 }] },
  { a: 1, b: [1, { c: 2 }], d: false },
];

describe('two JSON values', () => {
  it('are the same exactly when their texts are', () => {
    for (const one of values) {
      for (const other of values) {
        const isSame = JSON.stringify(one) === JSON.stringify(other);
        expect([one, other, isSameJson(one, structuredClone(other))]).toEqual([one, other, isSame]);
      }
    }
  });
});
