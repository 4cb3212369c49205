/** The store contract for keyed calls: starting, taking over, settling and expiry. */
import { expect, it } from 'vitest';
import type { LedgerStore } from './ledger.js';
import { sampleLedgerRow, sampleTime } from './store.support.js';

const answer = { status: 201, headers: { etag: '"1\u0000"' }, body: { text: 'done\u0000 \ud800', list: [null, 1.5] } };

/** The contract of the ledger. */
export function ledgerContract(under: LedgerUnderTest): void {
  ledgerCallsContract(under);
  pruneCases(under);
}

/** The same for a ledger that removes expired rows automatically. */
export function ledgerCallsContract(under: LedgerUnderTest): void {
  beginCases(under);
  takeOverCases(under);
  endCases(under);
}

/** The same for a ledger of writes to the own store, whose changes can be found by their trace. */
export function ledgerTraceContract(under: LedgerUnderTest): void {
  it('keeps the trace of the call that took over a row', async () => {
    const { ledger } = under.store;
    const first = sampleLedgerRow('traced', { leaseUntil: sampleTime(30), trace: { id: 'a'.repeat(32), after: 1 } });
    await ledger.begin(first, sampleTime(0));
    await ledger.markSent(first.scope, first.key, first.node);
    expect((await ledger.find(first.scope, first.key))?.trace).toEqual(first.trace);
    const trace = { id: '0af7651916cd43dd8448eb211c80319c', after: 7 };
    const next = sampleLedgerRow('traced', { node: 'n2', leaseUntil: sampleTime(90), trace });
    expect(await ledger.takeOver(next, sampleTime(30))).toBe(true);
    expect((await ledger.find(first.scope, first.key))?.trace).toEqual(trace);
  });
}

/** The ledger under test. */
export interface LedgerUnderTest {
  readonly store: { ledger: Omit<LedgerStore, 'latestLease'> };
}

function beginCases(under: LedgerUnderTest) {
  it('lets exactly one of 50 concurrent duplicates begin and returns its row to the others', async () => {
    const { ledger } = under.store;
    const begins = await Promise.all(
      Array.from({ length: 50 }, (_, at) => ledger.begin(sampleLedgerRow('same', { node: `n${at}` }), sampleTime(0))),
    );
    expect(begins.filter(({ begun }) => begun)).toHaveLength(1);
    const winner = begins.findIndex(({ begun }) => begun);
    const row = sampleLedgerRow('same', { node: `n${winner}` });
    for (const begin of begins) if (!begin.begun) expect(begin.row).toEqual(row);
    expect(await ledger.find(row.scope, 'same')).toEqual(row);
  });

  it('distinguishes scopes and keys, whatever they are', async () => {
    const { ledger } = under.store;
    const rows = [
      sampleLedgerRow('k', { scope: 'a' }),
      sampleLedgerRow('k', { scope: 'b' }),
      sampleLedgerRow('k\u0000', { scope: 'a' }),
      sampleLedgerRow('', { scope: 'ak' }),
      sampleLedgerRow('x'.repeat(5000), { scope: '🦊'.repeat(5000) }),
      sampleLedgerRow('x'.repeat(5000), { scope: `${'🦊'.repeat(5000)}\ud800` }),
    ];
    for (const row of rows) expect(await ledger.begin(row, sampleTime(0))).toEqual({ begun: true });
    for (const row of rows) expect(await ledger.find(row.scope, row.key)).toEqual(row);
    expect(await ledger.find('never', 'k')).toBeUndefined();
  });

  it('begins again over an expired row, even a settled one', async () => {
    const { ledger } = under.store;
    const old = sampleLedgerRow('expired', { expiresAt: sampleTime(10) });
    await ledger.begin(old, sampleTime(0));
    await ledger.settle(old.scope, old.key, old.node, answer);
    const next = sampleLedgerRow('expired', { node: 'n2', fingerprint: 'other', expiresAt: sampleTime(90) });
    expect(await ledger.begin(next, sampleTime(9))).toMatchObject({ begun: false, row: { state: 'settled', answer } });
    expect(await ledger.begin(next, sampleTime(10))).toEqual({ begun: true });
    expect(await ledger.find(next.scope, next.key)).toEqual(next);
  });
}

function takeOverCases(under: LedgerUnderTest) {
  it('lets only one caller begin again over a begun row whose lease has expired', async () => {
    const { ledger } = under.store;
    const first = sampleLedgerRow('left', { leaseUntil: sampleTime(30) });
    await ledger.begin(first, sampleTime(0));
    const again = (node: string) => sampleLedgerRow('left', { node, leaseUntil: sampleTime(90) });
    expect((await ledger.begin(again('n2'), sampleTime(29))).begun).toBe(false);
    const begins = await Promise.all(
      Array.from({ length: 10 }, (_, at) => ledger.begin(again(`m${at}`), sampleTime(30))),
    );
    expect(begins.filter(({ begun }) => begun)).toHaveLength(1);
    await expect(ledger.markSent(first.scope, first.key, first.node)).rejects.toMatchObject({ code: 'CALL_RUNNING' });
    await ledger.release(first.scope, first.key, first.node);
    await ledger.settle(first.scope, first.key, first.node, answer);
    expect(await ledger.find(first.scope, first.key)).toMatchObject({ state: 'begun', leaseUntil: sampleTime(90) });
  });

  it('never begins again over a sent row; exactly one caller can take it over, after its lease', async () => {
    const { ledger } = under.store;
    const first = sampleLedgerRow('sent', { leaseUntil: sampleTime(30) });
    await ledger.begin(first, sampleTime(0));
    await ledger.markSent(first.scope, first.key, first.node);
    await ledger.markSent(first.scope, first.key, first.node);
    const next = (node: string) => sampleLedgerRow('sent', { node, leaseUntil: sampleTime(90) });
    expect(await ledger.begin(next('n2'), sampleTime(999))).toMatchObject({ begun: false, row: { state: 'sent' } });
    expect(await ledger.takeOver(next('n2'), sampleTime(29))).toBe(false);
    expect(await ledger.takeOver({ ...next('n2'), fingerprint: 'other' }, sampleTime(30))).toBe(false);
    expect(await ledger.takeOver(sampleLedgerRow('never'), sampleTime(30))).toBe(false);
    const taken = await Promise.all(
      Array.from({ length: 10 }, (_, at) => ledger.takeOver(next(`m${at}`), sampleTime(30))),
    );
    expect(taken.filter(Boolean)).toHaveLength(1);
    const row = await ledger.find(first.scope, first.key);
    const node = `m${taken.indexOf(true)}`;
    expect(row).toEqual({ ...first, state: 'sent', node, leaseUntil: sampleTime(90) });
  });

  it('does not take over rows that were only begun or are settled', async () => {
    const { ledger } = under.store;
    const row = sampleLedgerRow('begun', { leaseUntil: sampleTime(1) });
    await ledger.begin(row, sampleTime(0));
    expect(await ledger.takeOver({ ...row, node: 'n2' }, sampleTime(5))).toBe(false);
    await ledger.settle(row.scope, row.key, row.node, answer);
    expect(await ledger.takeOver({ ...row, node: 'n2' }, sampleTime(5))).toBe(false);
  });

  it('changes the lease only for its holder, forward and back, until the row is settled', async () => {
    const { ledger } = under.store;
    const row = sampleLedgerRow('leased');
    await ledger.begin(row, sampleTime(0));
    const lease = async () => (await ledger.find(row.scope, row.key))?.leaseUntil;
    await ledger.renew(row.scope, row.key, 'another', sampleTime(500));
    expect(await lease()).toBe(row.leaseUntil);
    await ledger.renew(row.scope, row.key, row.node, sampleTime(500));
    expect(await lease()).toBe(sampleTime(500));
    await ledger.renew(row.scope, row.key, row.node, sampleTime(1));
    expect(await lease()).toBe(sampleTime(1));
    await ledger.settle(row.scope, row.key, row.node, answer);
    await ledger.renew(row.scope, row.key, row.node, sampleTime(700));
    expect(await lease()).toBe(sampleTime(1));
  });
}

function endCases(under: LedgerUnderTest) {
  it('keeps the first settled answer unchanged', async () => {
    const { ledger } = under.store;
    const row = sampleLedgerRow('settled');
    await ledger.begin(row, sampleTime(0));
    await ledger.settle(row.scope, row.key, 'another', { status: 500, headers: {} });
    expect((await ledger.find(row.scope, row.key))?.state).toBe('begun');
    await ledger.settle(row.scope, row.key, row.node, answer);
    const settled = { ...row, state: 'settled', answer };
    expect(await ledger.find(row.scope, row.key)).toEqual(settled);
    await ledger.settle(row.scope, row.key, row.node, { status: 500, headers: {} });
    await ledger.release(row.scope, row.key, row.node);
    await expect(ledger.markSent(row.scope, row.key, row.node)).rejects.toMatchObject({ code: 'CALL_RUNNING' });
    expect(await ledger.begin({ ...row, node: 'n2' }, sampleTime(60))).toEqual({ begun: false, row: settled });
  });

  it('removes rows that their holder releases, begun or sent', async () => {
    const { ledger } = under.store;
    for (const sent of [false, true]) {
      const row = sampleLedgerRow('released');
      expect(await ledger.begin(row, sampleTime(0))).toEqual({ begun: true });
      if (sent) await ledger.markSent(row.scope, row.key, row.node);
      await ledger.release(row.scope, row.key, 'another');
      expect(await ledger.find(row.scope, row.key)).toBeDefined();
      await ledger.release(row.scope, row.key, row.node);
      expect(await ledger.find(row.scope, row.key)).toBeUndefined();
    }
  });
}

function pruneCases(under: LedgerUnderTest) {
  it('removes expired rows, a few at a time, and nothing else', async () => {
    const { ledger } = under.store;
    for (let at = 0; at < 7; at += 1) {
      await ledger.begin(sampleLedgerRow(`old-${at}`, { expiresAt: sampleTime(-5) }), sampleTime(-10));
    }
    expect(await ledger.prune(sampleTime(-6), 10)).toBe(0);
    expect(await ledger.prune(sampleTime(-5), 5)).toBe(5);
    expect(await ledger.prune(sampleTime(-5), 5)).toBe(2);
    expect(await ledger.prune(sampleTime(-5), 5)).toBe(0);
    expect(await ledger.find(sampleLedgerRow('settled').scope, 'settled')).toBeDefined();
  });
}
