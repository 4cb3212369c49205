import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fourBitBytes, halfToNumber, openFourBitTable } from './four-bit-table.js';

describe('halfToNumber', () => {
  it.each([
    [0x0000, 0],
    [0x3c00, 1],
    [0xc000, -2],
    [0x3555, 0.333251953125],
    [0x0001, 2 ** -24],
    [0x7bff, 65504],
    [0x7c00, Number.POSITIVE_INFINITY],
    [0x7e00, Number.NaN],
  ])('reads %i as %d', (bits, number) => {
    expect(halfToNumber(bits)).toBe(number);
  });
});

describe('openFourBitTable', () => {
  it('reads back the packed values', () => {
    const code = fc.integer({ min: -8, max: 7 });
    fc.assert(
      fc.property(fc.array(code, { minLength: 64, maxLength: 64 }), (codes) => {
        const bytes = new Uint8Array(fourBitBytes(2, 32));
        codes.forEach((each, at) => {
          bytes[at >> 1] = (bytes[at >> 1] ?? 0) | ((each & 15) << (4 * (at & 1)));
        });
        // Scales 1 and 2, little-endian.
        bytes.set([0x00, 0x3c, 0x00, 0x40], 32);
        const into = new Float32Array(33);
        const table = openFourBitTable(bytes, 2, 32);
        table.addRow(1, into, 1);
        expect(Array.from(into.subarray(1))).toEqual(codes.slice(32).map((each) => 2 * each + 0));
      }),
    );
  });

  it('rejects a file of the wrong size', () => {
    expect(() => openFourBitTable(new Uint8Array(10), 2, 32)).toThrow('wrong size');
  });
});
