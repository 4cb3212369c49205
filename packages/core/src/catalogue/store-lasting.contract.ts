/** The store contract for persistence: everything still exists after closing and reopening. */
import { expect, it } from 'vitest';
import type { StoreUnderTest } from './store.contract.js';
import {
  always,
  sampleContext,
  sampleCredential,
  sampleDesign,
  sampleDraft,
  sampleEntry,
  sampleKey,
  sampleLedgerRow,
  sampleRun,
  sampleSource,
  sampleTime,
} from './store.support.js';
import { verifyAudit } from './verify-audit.js';

/** The contract of the store's life cycle. */
export function lastingContract(under: StoreUnderTest): void {
  it('answers a ping', async () => {
    await expect(under.store.ping()).resolves.toBeUndefined();
  });

  it('replaces and removes a stored secret only if it is still the expected one', async () => {
    const { secrets } = under.store;
    expect(await secrets.add('sealed', 'a')).toBe('a');
    expect(await secrets.add('sealed', 'b')).toBe('a');
    expect(await secrets.replace('sealed', 'b', 'c')).toBe(false);
    expect(await secrets.replace('sealed', 'a', 'c')).toBe(true);
    expect([await secrets.read('sealed'), await secrets.read('none')]).toEqual(['c', undefined]);
    expect(await secrets.names()).toContain('sealed');
    expect(await secrets.remove('sealed', 'a')).toBe(false);
    expect(await secrets.remove('sealed', 'c')).toBe(true);
    expect(await secrets.names()).not.toContain('sealed');
  });

  it('creates one secret of 32 bytes per name, shared by all nodes', async () => {
    const { store } = under;
    const secrets = await Promise.all(Array.from({ length: 10 }, () => store.secret('cursor')));
    expect(new Set(secrets).size).toBe(1);
    expect(Buffer.from(secrets[0] ?? '', 'base64url')).toHaveLength(32);
    expect(await store.secret('other')).not.toBe(secrets[0]);
  });

  it('finds everything again after it was closed and reopened', async () => {
    const { entries, keys, sources, ledger, runs, credentials } = under.store;
    await entries.change('kept', always(sampleEntry('kept')), sampleContext());
    await entries.change('kept', always(sampleEntry('kept'), 'entry.delete'), sampleContext(1));
    await keys.add(sampleKey('kept'), sampleDraft());
    await sources.add(sampleSource('kept'), sampleDraft());
    const row = sampleLedgerRow('kept');
    await ledger.begin(row, sampleTime(0));
    await ledger.markSent(row.scope, row.key, row.node);
    await runs.add(sampleRun('kept'), sampleDraft({ detail: '{"operation":"sample_run"}' }));
    await credentials.put(sampleCredential('kept'), sampleDraft());
    const design = sampleDesign('kept');
    await under.store.designs.change('toolset', 'kept', () => ({ action: 'design.create', design }), sampleContext());
    const look = { at: sampleTime(1), outcome: 'changed', latencyMs: 5, report: {} };
    await sources.settle(sampleSource('kept'), look);
    const before = await everything(under);
    await under.reopen();
    expect(await everything(under)).toEqual(before);
    expect(before.entry?.revision).toBe(2);
    expect(before.keyed?.state).toBe('sent');
    const kept = [before.runs, before.credentials, before.designs, before.looks];
    expect(kept.map(({ length }) => length)).toEqual([1, 1, 1, 1]);
    expect((await verifyAudit(under.store.audit)).ok).toBe(true);
    const next = await under.store.audit.append(sampleDraft());
    expect(next.seq).toBe(before.head.seq + 1);
  });
}

async function everything({ store }: StoreUnderTest) {
  return {
    entry: await store.entries.read('kept'),
    versions: await store.entries.versions('kept', 10),
    lastSeq: await store.entries.lastSeq(),
    head: await store.audit.head(),
    records: await store.audit.list({ limit: 100 }),
    keys: await store.keys.list(),
    sources: await store.sources.list(),
    keyed: await store.ledger.find(sampleLedgerRow('').scope, 'kept'),
    runs: await store.runs.list('alice', 10),
    credentials: await store.credentials.listFor('sample'),
    designs: await store.designs.versions('toolset', 'kept', 10),
    looks: await store.sources.polls('kept', 10),
    secret: await store.secret('cursor'),
  };
}
