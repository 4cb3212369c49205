/** Media types of the items of a batch: written and read again, with bounds for hostile values. */
import { describe, expect, it } from 'vitest';
import { findItemMedia, readItemMediaTypes, writeItemMediaTypes } from './item-media-types.js';

const png = 'iVBORw0KGgo=';

describe('media types of the items of a batch', () => {
  it('are grouped by type with the positions of their items, and read back', () => {
    const types = ['image/png', 'image/png', undefined, 'audio/wav', 'image/png'];
    const value = writeItemMediaTypes(types);
    expect(value).toBe('image/png;items="0-1,4", audio/wav;items="3"');
    expect([...readItemMediaTypes(value ?? '')].sort(([a], [b]) => a - b)).toEqual([
      [0, 'image/png'],
      [1, 'image/png'],
      [3, 'audio/wav'],
      [4, 'image/png'],
    ]);
    expect(writeItemMediaTypes([undefined])).toBeUndefined();
  });

  it('stay short when services declare long or very many types', () => {
    const types = Array.from({ length: 1_000 }, (_, at) => (at % 2 === 0 ? `application/${at}` : 'a'.repeat(5_000)));
    const value = writeItemMediaTypes(types) ?? '';
    expect(value.length).toBeLessThan(8_000);
    expect(readItemMediaTypes(value).size).toBe(1_000);
  });

  it('ignore malformed values and positions beyond every batch', () => {
    for (const value of ['', 'image/png', 'image/png;items="x"', 'image/png;items="5-3,-"', '"'.repeat(50_000)]) {
      expect(readItemMediaTypes(value).size).toBe(0);
    }
    expect(readItemMediaTypes('image/png;items="999-999999999999"').size).toBe(1);
  });

  it('say which outputs of a batch are media', () => {
    const found = findItemMedia([png, { berth: 'B7' }, png], 'image/png;items="0,2"');
    expect(found.map(({ pointer, mediaType, bytes }) => [pointer, mediaType, bytes])).toEqual([
      ['/0', 'image/png', 8],
      ['/2', 'image/png', 8],
    ]);
    expect(findItemMedia([png], 'image/png')).toEqual([]);
  });
});
