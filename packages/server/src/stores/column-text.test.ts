import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromColumn, toColumn } from './column-text.js';

describe('column text', () => {
  it('brings back every string, and never holds what a database cannot keep', () => {
    const anyString = fc.string({
      unit: fc.constantFrom('\0', '\\', 'u', '0', 'd8', '\ud83e', '\udd8a', '🦊', 'é', 'a'),
    });
    fc.assert(
      fc.property(anyString, (text) => {
        const column = toColumn(text);
        expect(fromColumn(column)).toBe(text);
        expect(column.includes('\0')).toBe(false);
        expect(Buffer.from(column).toString()).toBe(column);
      }),
    );
  });

  it('leaves ordinary text as it is', () => {
    expect(toColumn('https://example.org/a b/🦊')).toBe('https://example.org/a b/🦊');
  });
});
