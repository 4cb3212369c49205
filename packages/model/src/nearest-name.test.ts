import { describe, expect, it } from 'vitest';
import { isNear, nearestName } from './nearest-name.js';

const known = ['capability', 'capabilities', 'tags', 'top', 'skip'];

describe('the nearest name', () => {
  it.each([
    ['capabilitie', 'capabilities'],
    ['capabilty', 'capability'],
    ['capabiilty', 'capability'],
    ['Tags', 'tags'],
    ['tgs', 'tags'],
    ['tasg', 'tags'],
    ['tops', 'top'],
  ])('of %s is %s', (name, meant) => {
    expect(nearestName(name, known)).toBe(meant);
  });

  it.each(['price', 'x', '', 'a'.repeat(10_000)])('does not exist for %s', (name) => {
    expect(nearestName(name, known)).toBeUndefined();
  });

  it('is the one with the fewest edits, and the first of several', () => {
    expect(nearestName('planes', ['plates', 'plans', 'planet'])).toBe('plates');
    expect(nearestName('planet', ['plates', 'plans', 'planets'])).toBe('planets');
  });
});

describe('near names', () => {
  it.each([
    ['read_file', 'read_flie', true],
    ['read_file', 'raed_flie', true],
    ['read_file', 'read_all', false],
    ['list', 'lists', true],
    ['list', 'last', true],
    ['list', 'lost2', false],
  ])('%s and %s: %s', (one, other, near) => {
    expect(isNear(one, other)).toBe(near);
  });
});
