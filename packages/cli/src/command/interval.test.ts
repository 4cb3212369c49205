import { describe, expect, it } from 'vitest';
import { readInterval, writeInterval } from './interval.js';

describe('intervals', () => {
  it.each([
    ['90', 90],
    ['90s', 90],
    ['15m', 900],
    ['6h', 21_600],
    ['1d', 86_400],
  ])('%s is %i seconds, and back', (text, seconds) => {
    expect(readInterval(text)).toBe(seconds);
    expect(readInterval(writeInterval(seconds))).toBe(seconds);
  });

  it.each(['', '0', '-1h', '1.5h', '1w', 'h', '99999999d'])('refuses %j', (text) => {
    expect(() => readInterval(text)).toThrow('write an interval as');
  });
});
