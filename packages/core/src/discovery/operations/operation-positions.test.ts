import { describe, expect, it } from 'vitest';
import { createOperationPositions } from './operation-positions.js';

describe('createOperationPositions', () => {
  it('returns entry and index of a row, also when rows and numbers are reused', () => {
    const places = createOperationPositions();
    places.add('quotes', Uint32Array.of(0, 1));
    places.add('berths', Uint32Array.of(2, 9, 4));
    expect(places.placeOf(9)).toEqual({ entryId: 'berths', place: 1 });
    expect([...places.remove('quotes')]).toEqual([0, 1]);
    expect([...places.remove('quotes')]).toEqual([]);
    expect(places.size).toBe(3);
    places.add('tides', Uint32Array.of(1));
    expect(places.placeOf(1)).toEqual({ entryId: 'tides', place: 0 });
    expect(places.placeOf(4)).toEqual({ entryId: 'berths', place: 2 });
    expect(places.size).toBe(4);
  });

  it('sorts rows by id, then by index', () => {
    const places = createOperationPositions();
    const rows = Uint32Array.from({ length: 12 }, (_, place) => 30 - place);
    places.add('b', rows);
    places.add('a', Uint32Array.of(50));
    expect([...rows, 50].sort(places.compare)).toEqual([50, ...rows]);
  });
});
