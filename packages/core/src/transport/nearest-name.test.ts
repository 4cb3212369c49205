import { describe, expect, it } from 'vitest';
import { nearestName } from './nearest-name.js';

const known = ['capability', 'capabilities', 'tags', 'top', 'skip'];

describe('nearestName', () => {
  it.each([
    ['capabilitie', 'capabilities'],
    ['capabilty', 'capability'],
    ['Tags', 'tags'],
    ['tgs', 'tags'],
    ['tops', 'top'],
  ])('takes %s for %s', (name, meant) => {
    expect(nearestName(name, known)).toBe(meant);
  });

  it.each(['price', 'x', '', 'a'.repeat(10_000)])('finds nothing near %s', (name) => {
    expect(nearestName(name, known)).toBeUndefined();
  });
});
