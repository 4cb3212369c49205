import { createKeyAuthenticator, createMemoryStore } from '@dragoman/core/engine';
import { describe, expect, it } from 'vitest';
import { createKeyAdministration } from './key-administration.js';

const by = { subject: 'operator', traceId: '0'.repeat(32) };

function setUp() {
  const store = createMemoryStore();
  const clock = { time: Date.parse('2026-03-01T00:00:00Z'), now: () => clock.time };
  const keys = createKeyAdministration({ keys: store.keys, clock });
  const authenticator = createKeyAuthenticator({ keys: store.keys, clock, onError: () => {} });
  const works = async (key: string) => {
    try {
      await authenticator.authenticate(key);
      return true;
    } catch {
      return false;
    }
  };
  return { store, clock, keys, works };
}

describe('API key administration', () => {
  it('shows a key once and stores only its hash', async () => {
    const { store, keys, works } = setUp();
    const { key, record } = await keys.create({ name: 'job', scopes: ['registry:write'] }, by);
    const secret = key.split('_').slice(2).join('_');
    expect(await works(key)).toBe(true);
    expect(JSON.stringify(await store.keys.list())).not.toContain(secret);
    expect(JSON.stringify(await keys.list())).not.toContain(secret);
    expect(JSON.stringify(await store.audit.list({ limit: 10 }))).not.toContain(secret);
    expect(record).toMatchObject({ name: 'job', subject: `key:${record.id}`, usable: true });
    expect(record).not.toHaveProperty('hash');
  });

  it('rejects a key after its expiry', async () => {
    const { clock, keys, works } = setUp();
    const { key } = await keys.create({ name: 'job', scopes: ['admin'], expiresAt: '2026-03-01T01:00:00.000Z' }, by);
    expect(await works(key)).toBe(true);
    clock.time += 3_600_000;
    expect(await works(key)).toBe(false);
    expect((await keys.list())[0]).toMatchObject({ usable: false });
  });

  it('creates no key with an expiry in the past', async () => {
    const { keys } = setUp();
    for (const expiresAt of ['2026-02-28T00:00:00Z', '2026-03-01T00:00:00.000Z', 'someday']) {
      await expect(keys.create({ name: 'job', scopes: ['admin'], expiresAt }, by)).rejects.toMatchObject({
        code: 'INVALID_INPUT',
      });
    }
    expect(await keys.list()).toEqual([]);
  });

  it('rotates with an overlap in which both keys are valid for the same subject', async () => {
    const { clock, keys, works } = setUp();
    const old = await keys.create({ name: 'job', scopes: ['registry:write'], subject: 'team' }, by);
    const fresh = await keys.rotate(old.record.id, 600, by);
    expect(fresh.record).toMatchObject({ name: 'job', subject: 'team', scopes: ['registry:write'] });
    expect([await works(old.key), await works(fresh.key)]).toEqual([true, true]);
    clock.time += 600_000;
    expect([await works(old.key), await works(fresh.key)]).toEqual([false, true]);
    const listed = (await keys.list()).find(({ id }) => id === old.record.id);
    expect(listed).toMatchObject({ replacedBy: fresh.record.id, usable: false });
    await expect(keys.rotate(old.record.id, 0, by)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('never extends the old key by rotation, and gives the new key the same lifetime', async () => {
    const { clock, keys } = setUp();
    const old = await keys.create({ name: 'job', scopes: ['admin'], expiresAt: '2026-03-02T00:00:00.000Z' }, by);
    clock.time += 82_800_000;
    const fresh = await keys.rotate(old.record.id, 86_400, by);
    expect((await keys.list()).find(({ id }) => id === old.record.id)?.expiresAt).toBe('2026-03-02T00:00:00.000Z');
    expect(fresh.record.expiresAt).toBe('2026-03-02T23:00:00.000Z');
    await expect(keys.rotate(old.record.id, 60, by)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('revokes at once and permanently', async () => {
    const { keys, works } = setUp();
    const { key, record } = await keys.create({ name: 'job', scopes: ['admin'] }, by);
    expect(await keys.revoke(record.id, by)).toMatchObject({ usable: false });
    expect(await works(key)).toBe(false);
    expect(await keys.revoke(record.id, by)).toMatchObject({ usable: false });
    await expect(keys.rotate(record.id, 60, by)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(keys.revoke('unknown', by)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('audits every change with its actor', async () => {
    const { store, keys } = setUp();
    const { record } = await keys.create({ name: 'job', scopes: ['admin'] }, by);
    const fresh = await keys.rotate(record.id, 0, by);
    await keys.revoke(fresh.record.id, by);
    const records = await store.audit.list({ limit: 10 });
    expect(records.map(({ action, target, actor }) => [action, target, actor])).toEqual([
      ['key.create', record.id, 'operator'],
      ['key.create', fresh.record.id, 'operator'],
      ['key.rotate', record.id, 'operator'],
      ['key.revoke', fresh.record.id, 'operator'],
    ]);
  });
});
