import type { LoginSession, User } from '@dragoman/sdk';
import { describe, expect, it } from 'vitest';
import { matchesSession, matchesUser } from './session-filter.js';

describe('the filter of sessions and people', () => {
  it('finds every word in any part', () => {
    const session = { subject: 'ada', user_agent: 'Firefox on Linux', key_id: '0f3a', method: 'key' } as LoginSession;
    expect(matchesSession(session, 'ADA linux')).toBe(true);
    expect(matchesSession(session, '0f3a')).toBe(true);
    expect(matchesSession(session, 'ada chrome')).toBe(false);
    const user = { subject: 'https://id.example#7', claimed_scopes: ['admin'], granted_scopes: ['registry:read'] };
    expect(matchesUser(user as unknown as User, 'admin registry')).toBe(true);
    expect(matchesUser(user as unknown as User, 'grace')).toBe(false);
  });
});
