/** Tests that names are split and compared as the profile specifies, for every mix of naming styles. */
import { describe, expect, it } from 'vitest';
import { isSameName, plainName, tokensOf } from './words.js';

describe('nameWords', () => {
  it.each([
    ['getTaskItems_2', ['get', 'task', 'item']],
    ['HTTPServerURL', ['http', 'server', 'url']],
    ['listIDs', ['list', 'i', 'ds']],
    ['X-Request-ID', ['x', 'request', 'id']],
    ['a1B2', ['a', 'b']],
    ['ABc', ['a', 'bc']],
    ['', []],
    ['--', []],
    ['naïveName', ['na', 've', 'name']],
  ])('of %s', (name, words) => {
    expect(tokensOf(name)).toEqual(words);
  });

  it('splits names of any kind at case changes and punctuation', () => {
    for (let seed = 1; seed < 2_000; seed += 1) {
      const name = makeName(seed);
      const expected = name
        .replace(/([a-z\d])([A-Z])/g, '$1 $2')
        .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
        .split(/[^A-Za-z]+/)
        .filter((word) => word !== '');
      expect(tokensOf(name)).toHaveLength(expected.length);
    }
  });
});

describe('sameName', () => {
  it('treats names that differ only in style as equal', () => {
    expect(isSameName('Retry-After', 'retry_after')).toBe(true);
    expect(isSameName('retryAfter', 'retry-afters')).toBe(false);
    expect(isSameName('', '--')).toBe(true);
    for (let seed = 1; seed < 2_000; seed += 1) {
      const [one, other] = [makeName(seed), makeName(seed + 1)];
      expect(isSameName(one, other)).toBe(plainName(one) === plainName(other));
      expect(isSameName(one, one.toUpperCase())).toBe(true);
    }
  });
});

/** Short names built from a number. */
function makeName(seed: number): string {
  const characters = 'abAB1-_';
  let rest = seed * 2_654_435_761;
  let name = '';
  for (let at = 0; at < seed % 9; at += 1) {
    name += characters[rest % characters.length] ?? '';
    rest = Math.floor(rest / characters.length);
  }
  return name;
}
