import { describe, expect, it } from 'vitest';
import type { CredentialMemory } from './authenticator.js';
import type { KeyIdentity } from './key-authenticator.js';
import { createKeyAuthenticator } from './key-authenticator.js';
import { makeKey } from './keys.js';

function setUp(change: Partial<KeyIdentity> = {}) {
  const made = makeKey();
  const stored: KeyIdentity = {
    id: made.id,
    subject: 'key:test',
    hash: made.hash,
    scopes: ['registry:write'],
    ...change,
  };
  const clock = { time: Date.parse('2026-03-01T00:00:00Z'), now: () => clock.time };
  const touched: string[] = [];
  const errors: unknown[] = [];
  const authenticator = createKeyAuthenticator({
    clock,
    keys: {
      find: async (id) => (id === stored.id ? stored : undefined),
      touch: async (_, at) => {
        touched.push(at);
        if (touched.length > 2) throw new Error('the store is unavailable');
      },
    },
    onError: (error) => errors.push(error),
  });
  return { made, authenticator, clock, touched, errors };
}

describe('authenticating callers by API key', () => {
  it('returns the subject and the scopes of the key', async () => {
    const { made, authenticator } = setUp();
    expect(await authenticator.authenticate(made.key)).toEqual({
      kind: 'key',
      subject: 'key:test',
      scopes: ['registry:write'],
    });
  });

  it('ignores other kinds of credentials', async () => {
    expect(await setUp().authenticator.authenticate('a.b.c')).toBeUndefined();
  });

  it('rejects a malformed, an unknown and a wrong key with the same failure', async () => {
    const { made, authenticator } = setUp();
    for (const key of ['dgm_x', makeKey().key, `dgm_${made.id}_${'a'.repeat(43)}`]) {
      await expect((async () => authenticator.authenticate(key))()).rejects.toMatchObject({
        code: 'INVALID_CREDENTIAL',
        message: 'The credentials are unknown, expired or revoked.',
      });
    }
  });

  it('rejects an expired and a revoked key', async () => {
    const expired = setUp({ expiresAt: '2026-02-28T00:00:00Z' });
    await expect(expired.authenticator.authenticate(expired.made.key)).rejects.toMatchObject({
      code: 'INVALID_CREDENTIAL',
    });
    const revoked = setUp({ revokedAt: '2026-02-28T00:00:00Z' });
    await expect(revoked.authenticator.authenticate(revoked.made.key)).rejects.toMatchObject({
      code: 'INVALID_CREDENTIAL',
    });
  });

  it('records the last use at most once a minute, and ignores a failure to record it', async () => {
    const { made, authenticator, clock, touched, errors } = setUp();
    await authenticator.authenticate(made.key);
    clock.time += 59_000;
    await authenticator.authenticate(made.key);
    expect(touched).toEqual(['2026-03-01T00:00:00.000Z']);
    clock.time += 1000;
    await authenticator.authenticate(made.key);
    expect(touched).toHaveLength(2);
    clock.time += 60_000;
    await expect(authenticator.authenticate(made.key)).resolves.toMatchObject({ kind: 'key' });
    await Promise.resolve();
    expect(errors).toHaveLength(1);
  });
});

describe('the memory of a credential', () => {
  function setUpCached() {
    const made = makeKey();
    const stored: { key: KeyIdentity | undefined } = {
      key: { id: made.id, subject: 'key:a', hash: made.hash, scopes: [] },
    };
    const clock = { time: Date.parse('2026-03-01T00:00:00Z'), now: () => clock.time };
    const authenticator = createKeyAuthenticator({
      clock,
      keys: { find: async () => stored.key, cached: () => stored.key, touch: async () => {} },
      onError: () => {},
    });
    const ask = async (memory: CredentialMemory, key = made.key) => authenticator.authenticate(key, memory);
    return { made, stored, clock, ask };
  }
  const refused = { code: 'INVALID_CREDENTIAL' };

  it('recognizes the key again', async () => {
    const { made, ask } = setUpCached();
    const memory: CredentialMemory = {};
    expect(await ask(memory)).toMatchObject({ subject: 'key:a' });
    expect(memory).toEqual({ key: { id: made.id, hash: made.hash } });
    expect(await ask(memory)).toMatchObject({ subject: 'key:a' });
  });

  it('does not outlive the key: a key that is revoked, expired, removed or given another secret is rejected', async () => {
    const { stored, clock, ask } = setUpCached();
    const memory: CredentialMemory = {};
    await ask(memory);
    const { key } = stored;
    if (key === undefined) throw new Error('there is a key');
    stored.key = { ...key, revokedAt: '2026-02-28T00:00:00Z' };
    await expect(ask(memory)).rejects.toMatchObject(refused);
    stored.key = { ...key, expiresAt: '2026-03-01T00:00:01Z' };
    await ask(memory);
    clock.time += 2000;
    await expect(ask(memory)).rejects.toMatchObject(refused);
    stored.key = { ...key, hash: makeKey().hash };
    await expect(ask(memory)).rejects.toMatchObject(refused);
    stored.key = undefined;
    await expect(ask(memory)).rejects.toMatchObject(refused);
  });

  it('stays empty for a rejected credential', async () => {
    const { made, ask } = setUpCached();
    const memory: CredentialMemory = {};
    await expect(ask(memory, `dgm_${made.id}_${'a'.repeat(43)}`)).rejects.toMatchObject(refused);
    expect(memory).toEqual({});
  });
});
