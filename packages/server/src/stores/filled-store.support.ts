/**
 * Expected content of the filled databases of older schema versions in the fixtures, as the port must return it after
 * migrating.
 */
import type { Store } from '@dragoman/core/engine';
import { verifyAudit } from '@dragoman/core/engine';
import { expect } from 'vitest';
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
} from '../../../core/src/catalogue/store.support.js';

const secondText = "It's a second text — ü 🦊";

/** Checks that every row survived the migration and that the store accepts new writes. */
export async function expectFilledStore(store: Store): Promise<void> {
  const { entries, audit, keys, sources } = store;
  const weather = sampleEntry('weather', { description: secondText });
  const stored = { entry: weather, revision: 2, seq: 2, createdAt: sampleTime(0), updatedAt: sampleTime(1) };
  expect(await entries.read('weather')).toEqual(stored);
  expect((await entries.read('gone'))?.deletedAt).toBe(sampleTime(3));
  expect(await entries.changedSince(0, 10)).toHaveLength(2);
  // Retention removed record 1, so its actor is unknown.
  expect(
    (await entries.versions('weather', 10)).map(({ revision, action, actor }) => [revision, action, actor]),
  ).toEqual([
    [2, 'entry.update', 'bob'],
    [1, 'entry.create', ''],
  ]);
  expect((await entries.versions('gone', 10)).map(({ action, actor }) => [action, actor])).toEqual([
    ['entry.delete', 'bob'],
    ['entry.create', 'alice'],
  ]);
  expect(await verifyAudit(audit)).toMatchObject({ ok: true, checked: 3, from: { seq: 1 }, to: { seq: 4 } });
  expect(await keys.list()).toEqual([sampleKey('k1', { lastUsedAt: sampleTime(9) })]);
  expect(await sources.list()).toEqual([sampleSource('s1', { etag: '"1"' })]);
  expect(await store.secret('cursor')).toBe('c2VjcmV0LW9mLXZlcnNpb24tb25lLTMyLWJ5dGVzLSE');
  const restored = await entries.change('gone', always(sampleEntry('gone'), 'entry.restore'), sampleContext(20));
  expect(restored.stored).toMatchObject({ revision: 3, seq: 5, createdAt: sampleTime(2) });
  expect((await audit.list({ limit: 10 })).some((record) => 'detail' in record)).toBe(false);
  await expectNewTables(store);
  expect((await verifyAudit(audit)).ok).toBe(true);
}

async function expectNewTables({ audit, ledger, runs, credentials, designs, sources }: Store): Promise<void> {
  const detailed = await audit.append(sampleDraft({ detail: '{"status":200}' }));
  expect(await audit.list({ limit: 10, after: detailed.seq - 1 })).toEqual([detailed]);
  expect(await ledger.begin(sampleLedgerRow('k'), sampleTime(0))).toEqual({ begun: true });
  await runs.add(sampleRun('r'), sampleDraft());
  expect(await runs.list('alice', 10)).toEqual([sampleRun('r')]);
  await credentials.put(sampleCredential('c'), sampleDraft());
  expect(await credentials.listFor('sample')).toEqual([sampleCredential('c')]);
  const design = sampleDesign('d');
  await designs.change('toolset', 'd', () => ({ action: 'design.create', design }), sampleContext(0));
  expect(await designs.list('toolset', undefined, 10)).toEqual([design]);
  const look = { at: sampleTime(1), outcome: 'changed', latencyMs: 5, report: {} };
  await sources.settle(sampleSource('s1', { etag: '"1"' }), look);
  expect(await sources.polls('s1', 10)).toEqual([{ ...look, number: 1 }]);
}
