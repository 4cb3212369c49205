import { createMemoryStore } from '@dragoman/core/engine';
import { describe, expect, it } from 'vitest';
import { sampleDraft, sampleLedgerRow, sampleRun, sampleTime } from '../../core/src/catalogue/store.support.js';
import { startRetention } from './retention.js';

const expireApprovals = async () => 0;

describe('retention', () => {
  it('removes audit records, keyed requests and ended runs when they expire, however many', async () => {
    const store = createMemoryStore();
    const clock = { now: () => Date.parse(sampleTime(0)) };
    for (let at = 0; at < 2500; at += 1) {
      await store.ledger.begin(sampleLedgerRow(`old-${at}`, { expiresAt: sampleTime(0) }), sampleTime(-1));
    }
    await store.ledger.begin(sampleLedgerRow('young'), sampleTime(-1));
    await store.runs.add(sampleRun('ended', { state: 'failed', expiresAt: sampleTime(0) }), sampleDraft());
    await store.runs.add(sampleRun('open', { state: 'queued', expiresAt: sampleTime(0) }), sampleDraft());
    await store.audit.append(sampleDraft({ at: sampleTime(-86_401) }));
    const errors: unknown[] = [];
    const retention = startRetention({
      store,
      clock,
      expireApprovals,
      retentionDays: 1,
      onError: (error) => errors.push(error),
    });
    retention.stop();
    await retention.prune();
    expect(await store.ledger.prune(sampleTime(0), 10)).toBe(0);
    expect(await store.ledger.find(sampleLedgerRow('').scope, 'young')).toBeDefined();
    expect(await store.runs.find('ended')).toBeUndefined();
    expect(await store.runs.find('open')).toBeDefined();
    expect(errors).toEqual([]);
  });

  it('reports a failed round', async () => {
    const store = createMemoryStore();
    const broken = { ...store, ledger: { prune: () => Promise.reject(new Error('lost')) } };
    const told = new Promise((resolve) => {
      const clock = { now: () => 0 };
      startRetention({ store: broken, clock, expireApprovals, retentionDays: 1, onError: resolve }).stop();
    });
    expect(await told).toEqual(new Error('lost'));
  });
});
