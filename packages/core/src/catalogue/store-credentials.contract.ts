/** The store contract for upstream credentials. */
import { expect, it } from 'vitest';
import type { StoreUnderTest } from './store.contract.js';
import { sampleCredential, sampleDraft, sampleTime } from './store.support.js';

/** The contract of credentials. */
export function credentialsContract(under: StoreUnderTest): void {
  it('adds, replaces, finds and removes credentials, each audited once', async () => {
    const { credentials, audit } = under.store;
    const first = sampleCredential('c1', { subject: 'alice\u0000', name: 'a\u0000' });
    const put = sampleDraft({ action: 'credential.put', outcome: 'done', code: '' });
    const remove = sampleDraft({ action: 'credential.remove', outcome: 'done', code: '' });
    await credentials.put(first, put);
    expect(await credentials.find('c1')).toEqual(first);
    const { subject: _, ...common } = first;
    const second = { ...common, kind: 'bearer' as const, sealed: 'other', updatedAt: sampleTime(5) };
    await credentials.put(second, put);
    expect(await credentials.find('c1')).toEqual(second);
    expect(await credentials.find('never')).toBeUndefined();
    expect(await credentials.remove('c1', remove)).toBe(true);
    expect(await credentials.remove('c1', remove)).toBe(false);
    expect(await credentials.find('c1')).toBeUndefined();
    expect(await audit.list({ limit: 10, action: 'credential.put' })).toHaveLength(2);
    expect(await audit.list({ limit: 10, action: 'credential.remove' })).toHaveLength(1);
  });

  it('lists an entry’s credentials, oldest first, whatever its id', async () => {
    const { credentials } = under.store;
    const agentId = `${'x'.repeat(9000)}\u0000`;
    for (const [id, at] of Object.entries({ b: 2, c: 1, a: 2 })) {
      await credentials.put(sampleCredential(id, { agentId, createdAt: sampleTime(at) }), sampleDraft());
    }
    await credentials.put(sampleCredential('other', { agentId: `${agentId}y` }), sampleDraft());
    expect((await credentials.listFor(agentId)).map(({ id }) => id)).toEqual(['c', 'a', 'b']);
    expect(await credentials.listFor('nobody')).toEqual([]);
  });

  it('knows which entries have a credential for a caller, its own or the shared one', async () => {
    const { credentials } = under.store;
    const keep = (id: string, agentId: string, owner: { subject?: string } = {}) =>
      credentials.put(sampleCredential(id, { agentId, ...owner }), sampleDraft());
    await keep('u1', 'pier \u0000');
    await keep('u2', 'pier \u0000');
    await keep('u3', 'pier \u0000', { subject: 'ann\u0000' });
    await keep('u4', 'dock', { subject: 'bob' });
    const usable = async (subject: string, ...ids: string[]) =>
      (await credentials.usableBy(subject, ids)).map(({ agentId, shared }) => `${agentId} ${shared}`).sort();
    expect(await usable('ann\u0000', 'pier \u0000', 'dock')).toEqual(['pier \u0000 false', 'pier \u0000 true']);
    expect(await usable('bob', 'pier \u0000', 'dock', 'none')).toEqual(['dock false', 'pier \u0000 true']);
    expect(await usable('bob')).toEqual([]);
    for (const id of ['u1', 'u2', 'u3', 'u4']) await credentials.remove(id, sampleDraft());
  });

  it('finds credentials sealed with another key, and reseals them only if unchanged', async () => {
    const { credentials, audit } = under.store;
    const head = await audit.head();
    expect(await credentials.notSealedWith('k1', 10)).toEqual([]);
    expect(await credentials.notSealedWith('k2', 2)).toHaveLength(2);
    for (const { id, sealed } of await credentials.notSealedWith('k2', 10)) {
      const after = { sealed: `new ${sealed}\u0000`, sealedWith: 'k2' };
      expect(await credentials.reseal(id, 'stale', after)).toBe(false);
      const done = await Promise.all([credentials.reseal(id, sealed, after), credentials.reseal(id, sealed, after)]);
      expect(done.sort()).toEqual([false, true]);
      expect(await credentials.find(id)).toMatchObject(after);
    }
    expect(await credentials.notSealedWith('k2', 10)).toEqual([]);
    expect(await credentials.reseal('never', '', { sealed: '', sealedWith: 'k2' })).toBe(false);
    expect(await audit.head()).toEqual(head);
  });

  it('records the last use, never an earlier one, without an audit record', async () => {
    const { credentials, audit } = under.store;
    const head = await audit.head();
    await credentials.touch('a', sampleTime(30));
    await credentials.touch('a', sampleTime(20));
    await credentials.touch('never', sampleTime(20));
    expect((await credentials.find('a'))?.lastUsedAt).toBe(sampleTime(30));
    expect(await audit.head()).toEqual(head);
  });
}
