import { describe, expect, it } from 'vitest';
import { flag, readParameters, splitValues, wholeNumber } from './query-string.js';

describe('readParameters', () => {
  it('keeps repeated values and unusual names', () => {
    const parameters = readParameters(new URL('http://localhost/?tags=a&tags=b,c&__proto__=x&top=1'));
    expect([...parameters]).toEqual([
      ['tags', ['a', 'b,c']],
      ['__proto__', ['x']],
      ['top', ['1']],
    ]);
    expect(splitValues(parameters.get('tags') ?? [])).toEqual(['a', 'b', 'c']);
  });

  it('refuses a flood', () => {
    const url = new URL(`http://localhost/?${'a=1&'.repeat(101)}`);
    expect(() => readParameters(url)).toThrowError(expect.objectContaining({ code: 'INVALID_INPUT' }));
  });
});

describe('values', () => {
  it('are whole numbers only in plain decimal notation', () => {
    expect(['0', '10', '007'].map(wholeNumber)).toEqual([0, 10, 7]);
    expect(['', '-1', '1.5', '1e3', ' 1', '0x1', '9'.repeat(16)].map(wholeNumber)).toEqual(Array(7).fill(undefined));
  });

  it('are flags only as true, false or without a value', () => {
    expect(['true', 'TRUE', '1', ''].map(flag)).toEqual([true, true, true, true]);
    expect(['false', '0'].map(flag)).toEqual([false, false]);
    expect(flag('yes')).toBeUndefined();
  });
});
