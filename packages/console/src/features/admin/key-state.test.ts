import type { ApiKey } from '@dragoman/sdk';
import { describe, expect, it } from 'vitest';
import { byKeyState, keyState, matchesKey } from './key-state.js';

const now = Date.parse('2026-03-01T00:00:00Z');
const key: ApiKey = {
  id: '7Qm2ZtXw',
  name: 'Build job',
  subject: 'key:7Qm2ZtXw',
  scopes: ['registry:read'],
  usable: true,
  created_at: '2026-02-01T00:00:00Z',
};

describe('keyState', () => {
  it.each([
    [{}, 'active'],
    [{ expires_at: '2026-06-01T00:00:00Z' }, 'active'],
    [{ expires_at: '2026-03-04T00:00:00Z' }, 'expires soon'],
    [{ expires_at: '2026-03-01T01:00:00Z', replaced_by: 'other' }, 'replaced'],
    [{ expires_at: '2026-02-28T00:00:00Z' }, 'expired'],
    [{ usable: false, revoked_at: '2026-02-28T00:00:00Z', expires_at: '2026-02-01T00:00:00Z' }, 'revoked'],
  ])('says of a key with %j that it is %s', (change, word) => {
    expect(keyState({ ...key, ...change }, now).word).toBe(word);
  });
});

describe('byKeyState', () => {
  it('puts keys that work first, then the newest', () => {
    const keys = [
      { ...key, id: 'revoked', usable: false, created_at: '2026-02-20T00:00:00Z' },
      { ...key, id: 'older' },
      { ...key, id: 'newer', created_at: '2026-02-10T00:00:00Z' },
    ];
    expect(keys.sort(byKeyState).map(({ id }) => id)).toEqual(['newer', 'older', 'revoked']);
  });
});

describe('matchesKey', () => {
  it('looks in name, id, identity and scopes, whatever the case', () => {
    for (const text of ['BUILD', '7qm2', 'key:', 'registry', ' ']) expect(matchesKey(key, text)).toBe(true);
    expect(matchesKey(key, 'admin')).toBe(false);
  });
});
