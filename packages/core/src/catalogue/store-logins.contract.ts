/** The store contract for login sessions: found by hash, listed by subject, audited, expired automatically. */
import { expect, it } from 'vitest';
import type { AuditDraft } from './audit.js';
import type { LoginRecord } from './logins.js';
import type { StoreUnderTest } from './store.contract.js';
import { sampleTime } from './store.support.js';

const login = (id: string, over: Partial<LoginRecord> = {}): LoginRecord => ({
  id,
  hash: `hash-${id}`,
  subject: 'ada',
  method: 'key',
  keyId: 'key-1',
  scopes: [],
  createdAt: sampleTime(0),
  lastUsedAt: sampleTime(0),
  expiresAt: sampleTime(600),
  userAgent: 'nul \u0000 and half \ud800',
  ...over,
});

const draft = (action: string, target: string): AuditDraft => ({
  at: sampleTime(0),
  actor: 'ada',
  action,
  target,
  outcome: 'done',
  code: '',
  traceId: '0'.repeat(32),
});

/** The contract of login sessions. */
export function loginsContract(under: StoreUnderTest): void {
  const add = (record: LoginRecord) => under.store.logins.add(record, draft('session.create', record.id));

  it('finds a session by the hash of its secret until it expires', async () => {
    const { logins } = under.store;
    await add(login('l-1'));
    expect(await logins.find('hash-l-1', sampleTime(0))).toEqual(login('l-1'));
    expect(await logins.find('hash-l-1', sampleTime(600))).toBeUndefined();
    expect(await logins.find('l-1', sampleTime(0))).toBeUndefined();
  });

  it('lists the sessions of a subject, newest first', async () => {
    const { logins } = under.store;
    for (const at of [1, 2, 3]) await add(login(`b-${at}`, { subject: 'bob', createdAt: sampleTime(at) }));
    const listed = await logins.ofSubject('bob', sampleTime(10), 2);
    expect(listed.map(({ id }) => id)).toEqual(['b-3', 'b-2']);
    expect(await logins.ofSubject('nobody', sampleTime(0), 5)).toEqual([]);
  });

  it('records the last use, and never an earlier one', async () => {
    const { logins } = under.store;
    await add(login('t-1'));
    await logins.touch('t-1', sampleTime(50));
    await logins.touch('t-1', sampleTime(40));
    expect((await logins.find('hash-t-1', sampleTime(60)))?.lastUsedAt).toBe(sampleTime(50));
  });

  it('audits a login and a logout once', async () => {
    const { logins, audit } = under.store;
    await add(login('r-1'));
    expect(await logins.remove('r-1', draft('session.end', 'r-1'))).toBe(true);
    expect(await logins.remove('r-1', draft('session.end', 'r-1'))).toBe(false);
    expect(await logins.find('hash-r-1', sampleTime(0))).toBeUndefined();
    const records = await audit.list({ target: 'r-1', limit: 10 });
    expect(records.map(({ action }) => action)).toEqual(['session.create', 'session.end']);
  });

  it('lists the sessions of everybody, and reads one by its id until it expires', async () => {
    const { logins } = under.store;
    await add(login('e-1', { subject: 'eve', createdAt: sampleTime(400) }));
    const [newest, ...others] = await logins.all(sampleTime(401), 1000);
    expect([newest?.id, others.some(({ subject }) => subject === 'bob')]).toEqual(['e-1', true]);
    expect(await logins.all(sampleTime(401), 1)).toHaveLength(1);
    expect(await logins.read('e-1', sampleTime(401))).toEqual(newest);
    expect(await logins.read('e-1', sampleTime(600))).toBeUndefined();
  });

  it('records people who log in through a provider, with their last login and when they were last seen', async () => {
    const { logins } = under.store;
    const facts = { name: 'Grace \u0000', claim: 'roles', claimed: ['registry:read'], granted: ['agents:invoke'] };
    const first = login('u-1', { subject: 'grace', method: 'oidc', createdAt: sampleTime(1) });
    await logins.add(first, draft('session.create', 'u-1'), facts);
    const second = { ...first, id: 'u-2', hash: 'hash-u-2', createdAt: sampleTime(2) };
    await logins.add(second, draft('session.create', 'u-2'), { ...facts, claimed: [] });
    await logins.touch('u-1', sampleTime(9));
    const grace = {
      ...facts,
      subject: 'grace',
      claimed: [],
      firstLoginAt: sampleTime(1),
      lastLoginAt: sampleTime(2),
      lastSeenAt: sampleTime(9),
    };
    expect(await logins.users(10)).toEqual([grace]);
    const later = { ...first, id: 'u-3', hash: 'hash-u-3', subject: 'hopper', createdAt: sampleTime(20) };
    await logins.add(later, draft('session.create', 'u-3'), { claim: 'roles', claimed: [], granted: [] });
    expect((await logins.users(1)).map(({ subject }) => subject)).toEqual(['hopper']);
    expect(await logins.pruneUsers(sampleTime(10), 5)).toBe(1);
    expect((await logins.users(10)).map(({ subject }) => subject)).toEqual(['hopper']);
  });

  it('removes expired sessions, a few at a time, and nothing else', async () => {
    const { logins } = under.store;
    for (const at of [1, 2, 3]) await add(login(`p-${at}`, { expiresAt: sampleTime(-5) }));
    expect(await logins.prune(sampleTime(-5), 2)).toBe(2);
    expect(await logins.prune(sampleTime(-5), 2)).toBe(1);
    expect(await logins.prune(sampleTime(-5), 2)).toBe(0);
    expect(await logins.find('hash-l-1', sampleTime(0))).toBeDefined();
  });
}
