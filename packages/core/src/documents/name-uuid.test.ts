/** Stable identifiers. */
import { describe, expect, it } from 'vitest';
import { nameUuid } from './name-uuid.js';

describe('nameUuid', () => {
  it('returns the same version 8 UUID exactly for the same parts', () => {
    expect(nameUuid('a', 'b')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(nameUuid('a', 'b')).toBe(nameUuid('a', 'b'));
    expect(nameUuid('a', 'b')).not.toBe(nameUuid('ab', ''));
  });
});
