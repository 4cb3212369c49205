/** Cutting values into parts and putting them together again. */
import { describe, expect, it } from 'vitest';
import { cutValue, itemsPerPart, joinValue } from './value-parts.js';

const many = Array.from({ length: 1050 }, (_, number) => ({ number, tags: ['a', 'b'] }));
const value = {
  items: [{ read: { cards: [{ value: { name: 'Harbour', operations: many } }] } }],
  bytes: new Uint8Array(9),
};

describe('the parts of a value', () => {
  it('hold at most 200 items each, and the rest of the value holds none of them', () => {
    const { parts, paths, value: rest } = cutValue(value);
    expect(parts.map(({ items }) => items.length)).toEqual([200, 200, 200, 200, 200, 50]);
    expect(paths).toEqual([['items', '0', 'read', 'cards', '0', 'value', 'operations']]);
    expect(rest).toEqual({
      items: [{ read: { cards: [{ value: { name: 'Harbour', operations: [] } }] } }],
      bytes: value.bytes,
    });
  });

  it('give the same value when they are joined, after each has been cloned', () => {
    const { parts, ...cut } = structuredClone(cutValue({ a: value, b: many, c: { [String(0)]: [many] } }));
    expect(joinValue(cut, parts)).toEqual({ a: value, b: many, c: { 0: [many] } });
  });

  it('leave the value unchanged', () => {
    const before = structuredClone(value);
    const { parts, ...cut } = cutValue(value);
    joinValue(cut, parts);
    expect(value).toEqual(before);
  });

  it('are absent for arrays that fit in one message, and the value is not copied', () => {
    const small = { operations: many.slice(0, itemsPerPart) };
    expect(cutValue(small)).toEqual({ value: small, paths: [], parts: [] });
    expect(cutValue(small).value).toBe(small);
    expect(cutValue('text').value).toBe('text');
  });
});
