import { expect, it } from 'vitest';
import { nearest } from './nearest.js';

it.each([
  ['serach', 'search'],
  ['lst', 'list'],
  ['comp', 'completion'],
  ['li', 'list'],
  ['xyz', undefined],
  ['', undefined],
  ['s', undefined],
  ['x'.repeat(10_000), undefined],
])('%.20s is nearest to %s', (name, expected) => {
  expect(nearest(name, ['search', 'list', 'completion', 'show'])).toBe(expected);
});
