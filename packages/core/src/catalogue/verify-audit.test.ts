import type { AuditPoint } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import type { AuditRecord, AuditStore } from './audit.js';
import { chainRecord, genesis, hashRecord } from './audit.js';
import { sampleDraft } from './store.support.js';
import { verifyAudit } from './verify-audit.js';

/** A chain that can be tampered with: an audit store over plain values. */
function chain(length: number) {
  const records: AuditRecord[] = [];
  let head: AuditPoint = genesis;
  for (let index = 0; index < length; index += 1) {
    const record = chainRecord(sampleDraft({ target: `t${index + 1}` }), head);
    records.push(record);
    head = { seq: record.seq, hash: record.hash };
  }
  return { records, head, anchor: genesis as AuditPoint };
}

function open(state: ReturnType<typeof chain>): AuditStore {
  return {
    append: () => Promise.reject(new Error('not here')),
    appendAll: () => Promise.reject(new Error('not here')),
    search: async () => ({ records: [] }),
    prune: () => Promise.reject(new Error('not here')),
    head: async () => state.head,
    anchor: async () => state.anchor,
    list: async ({ after = 0, limit }) =>
      [...state.records]
        .sort((a, b) => a.seq - b.seq)
        .filter(({ seq }) => seq > after)
        .slice(0, limit),
  };
}

function at(state: ReturnType<typeof chain>, seq: number): AuditRecord {
  const record = state.records.find((one) => one.seq === seq);
  if (record === undefined) throw new Error('no such record');
  return record;
}

async function breaksOf(state: ReturnType<typeof chain>, expected?: AuditPoint) {
  const verdict = await verifyAudit(open(state), { pageSize: 4, ...(expected === undefined ? {} : { expected }) });
  expect(verdict.ok).toBe(verdict.breaks.length === 0);
  return verdict.breaks.map(({ kind, seq }) => `${kind} ${seq}`);
}

describe('verifyAudit', () => {
  it('reports nothing for an untouched chain', async () => {
    const state = chain(10);
    const verdict = await verifyAudit(open(state), { pageSize: 3 });
    const clean = { unknown: 0, running: 0, gaps: [], anchors: 0 };
    expect(verdict).toEqual({ ok: true, checked: 10, from: genesis, to: state.head, breaks: [], ...clean });
  });

  it.each(['actor', 'action', 'target', 'code', 'at', 'traceId'] as const)('finds a changed %s', async (member) => {
    const state = chain(10);
    at(state, 5)[member] = 'changed';
    expect(await breaksOf(state)).toEqual(['changed 5']);
  });

  it('finds a changed record whose hash was computed again', async () => {
    const state = chain(10);
    const record = at(state, 5);
    record.actor = 'mallory';
    record.hash = hashRecord(record);
    expect(await breaksOf(state)).toEqual(['changed 5']);
  });

  it('finds removed records at the start and in the middle', async () => {
    const state = chain(10);
    state.records = state.records.filter(({ seq }) => ![1, 6, 7].includes(seq));
    expect(await breaksOf(state)).toEqual(['removed 1', 'removed 6']);
  });

  it('finds records that were swapped', async () => {
    const state = chain(10);
    const [third, eighth] = [at(state, 3), at(state, 8)];
    third.seq = 8;
    eighth.seq = 3;
    expect(await breaksOf(state)).toEqual(['reordered 3', 'reordered 8']);
  });

  it('finds a removed record after which the others moved up', async () => {
    const state = chain(6);
    state.records = state.records.filter(({ seq }) => seq !== 3);
    for (const record of state.records) if (record.seq > 3) record.seq -= 1;
    expect(await breaksOf(state)).toEqual(['reordered 3', 'reordered 4', 'reordered 5', 'tail-missing 6']);
  });

  it('finds a truncated tail', async () => {
    const state = chain(10);
    state.records = state.records.slice(0, 7);
    expect(await breaksOf(state)).toEqual(['tail-missing 8']);
    state.records = [];
    expect(await breaksOf(state)).toEqual(['tail-missing 1']);
  });

  it('finds a head that is not the chain’s last record', async () => {
    const state = chain(10);
    expect(await breaksOf({ ...state, head: { seq: 7, hash: at(state, 7).hash } })).toEqual(['head-mismatch 7']);
    expect(await breaksOf({ ...state, head: { seq: 10, hash: 'made up' } })).toEqual(['head-mismatch 10']);
  });

  it('starts at the anchor, and finds an anchor that no record follows', async () => {
    const state = chain(10);
    const pruned = { ...state, records: state.records.slice(4), anchor: { seq: 4, hash: at(state, 4).hash } };
    expect(await breaksOf(pruned)).toEqual([]);
    expect(await breaksOf({ ...pruned, anchor: { seq: 4, hash: 'made up' } })).toEqual(['anchor-mismatch 4']);
    expect(await breaksOf({ ...pruned, anchor: genesis })).toEqual(['removed 1']);
  });

  it('compares the chain with a point noted elsewhere', async () => {
    const state = chain(10);
    const noted = { seq: 6, hash: at(state, 6).hash };
    expect(await breaksOf(state, noted)).toEqual([]);
    expect(await breaksOf(chain(5), noted)).toEqual(['point-missing 6']);
    expect(
      await breaksOf({ ...state, records: state.records.slice(7), anchor: { seq: 7, hash: at(state, 7).hash } }, noted),
    ).toEqual(['point-missing 6']);
    const rewritten = chain(0);
    for (let seq = 1; seq <= 10; seq += 1) {
      const record = chainRecord(sampleDraft({ actor: 'mallory' }), rewritten.head);
      rewritten.records.push(record);
      rewritten.head = { seq: record.seq, hash: record.hash };
    }
    expect(await breaksOf(rewritten)).toEqual([]);
    expect(await breaksOf(rewritten, noted)).toEqual(['point-missing 6']);
  });

  it('handles records appended and pruned during the walk', async () => {
    const state = chain(12);
    const store = open(state);
    let pages = 0;
    const busy: AuditStore = {
      ...store,
      list: async (query) => {
        pages += 1;
        if (pages === 2) {
          state.anchor = { seq: 8, hash: at(state, 8).hash };
          state.records = state.records.slice(8);
          const record = chainRecord(sampleDraft(), state.head);
          state.records.push(record);
          state.head = { seq: record.seq, hash: record.hash };
        }
        return store.list(query);
      },
    };
    expect((await verifyAudit(busy, { pageSize: 4 })).breaks).toEqual([]);
  });

  it('reports at most 100 breaks', async () => {
    const state = chain(300);
    for (const record of state.records) record.actor = 'mallory';
    expect(await breaksOf(state)).toHaveLength(100);
  });
});
