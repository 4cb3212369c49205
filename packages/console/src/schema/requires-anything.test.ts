import { expect, it } from 'vitest';
import { requiresAnything } from './requires-anything.js';

it('is true only when a field can be required', () => {
  expect(requiresAnything({ type: 'object' })).toBe(false);
  expect(requiresAnything({ type: 'object', required: [], properties: { required: { type: 'boolean' } } })).toBe(false);
  expect(requiresAnything({ required: ['a'] })).toBe(true);
  expect(requiresAnything({ properties: { a: { oneOf: [true, { required: ['b'] }] } } })).toBe(true);
});

it('looks at a bounded number of values', () => {
  expect(requiresAnything({ enum: Array.from({ length: 100_000 }, (_, at) => at) })).toBe(true);
});
