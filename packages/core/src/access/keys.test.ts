import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hashSecret, isUsableKey, makeKey, matchesSecret, parseKey } from './keys.js';

describe('API keys', () => {
  it('are unique, and only a hash of the secret is stored', () => {
    const one = makeKey();
    const other = makeKey();
    expect(one.key).not.toBe(other.key);
    const parts = parseKey(one.key);
    expect(parts?.id).toBe(one.id);
    expect(one.hash).toBe(
      createHash('sha256')
        .update(parts?.secret ?? '')
        .digest('hex'),
    );
    expect(Buffer.from(parts?.secret ?? '', 'base64url')).toHaveLength(32);
  });

  it.each([
    '',
    'dgm_',
    'dgm_0123456789abcdef',
    'dgm_0123456789abcdef_short',
    `dgm_0123456789ABCDEF_${'a'.repeat(43)}`,
    `dgm_0123456789abcdef_${'a'.repeat(44)}`,
    `dgm_0123456789abcdef_${'a'.repeat(43)}\n`,
    `xxx_0123456789abcdef_${'a'.repeat(43)}`,
  ])('does not accept %j as a key', (text) => {
    expect(parseKey(text)).toBeUndefined();
  });

  it('match only their own hash, and never a missing one', () => {
    const secret = 's'.repeat(43);
    expect(matchesSecret(secret, hashSecret(secret))).toBe(true);
    expect(matchesSecret(secret, hashSecret('other'))).toBe(false);
    expect(matchesSecret(secret, undefined)).toBe(false);
    expect(matchesSecret('nobody', undefined)).toBe(false);
    expect(matchesSecret(secret, 'not hexadecimal')).toBe(false);
  });

  it('expire and can be revoked', () => {
    const now = Date.parse('2026-03-01T00:00:00Z');
    expect(isUsableKey({}, now)).toBe(true);
    expect(isUsableKey({ expiresAt: '2026-03-01T00:00:00.001Z' }, now)).toBe(true);
    expect(isUsableKey({ expiresAt: '2026-03-01T00:00:00.000Z' }, now)).toBe(false);
    expect(isUsableKey({ revokedAt: '2026-02-01T00:00:00Z' }, now)).toBe(false);
    expect(isUsableKey({ expiresAt: 'not a time' }, now)).toBe(false);
  });
});
