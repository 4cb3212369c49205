import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromColumn, toColumn } from './column-text.js';

describe('column text', () => {
  it('restores every string, and never contains characters that a database cannot store', () => {
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

  it('leaves ordinary text unchanged', () => {
    expect(toColumn('https://example.org/a b/🦊')).toBe('https://example.org/a b/🦊');
  });
});
