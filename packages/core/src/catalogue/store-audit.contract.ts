/** The store contract for the audit log: the chain, its filters, its retention, and its link with changes. */
import { expect, it } from 'vitest';
import type { AuditDraft, AuditSearch } from './audit.js';
import { genesis } from './audit.js';
import type { StoreUnderTest } from './store.contract.js';
import { always, sampleContext, sampleDraft, sampleEntry, sampleTime } from './store.support.js';
import { verifyAudit } from './verify-audit.js';

/** The contract of the audit log. */
export function auditContract(under: StoreUnderTest): void {
  chainCases(under);
  listingCases(under);
  retentionCases(under);
  searchCases(under);
}

function chainCases(under: StoreUnderTest) {
  it('starts at the genesis, with nothing to verify', async () => {
    const { audit } = under.store;
    expect(await audit.head()).toEqual(genesis);
    expect(await audit.anchor()).toEqual(genesis);
    expect(await audit.list({ limit: 10 })).toEqual([]);
    expect(await verifyAudit(audit)).toMatchObject({ ok: true, checked: 0 });
    expect(await audit.prune(sampleTime(0))).toBe(0);
  });

  it('chains appended records', async () => {
    const { audit } = under.store;
    const first = await audit.append(sampleDraft({ target: 'a' }));
    const second = await audit.append(sampleDraft({ target: 'b', actor: 'bob' }));
    expect([first.seq, first.previous, second.seq, second.previous]).toEqual([1, genesis.hash, 2, first.hash]);
    expect(await audit.list({ limit: 10 })).toEqual([first, second]);
    expect(await audit.head()).toEqual({ seq: 2, hash: second.hash });
  });

  it('chains several records in order, in one step', async () => {
    const { audit } = under.store;
    const { seq } = await audit.head();
    await audit.appendAll([]);
    await audit.appendAll(['c', 'd', 'e'].map((target) => sampleDraft({ target })));
    const added = await audit.list({ after: seq, limit: 10 });
    expect(added.map((record) => [record.seq, record.target])).toEqual([
      [seq + 1, 'c'],
      [seq + 2, 'd'],
      [seq + 3, 'e'],
    ]);
    expect(await verifyAudit(audit)).toMatchObject({ ok: true });
  });

  it('records a change in the same step, with the seq of the entry', async () => {
    const { audit, entries } = under.store;
    const { stored } = await entries.change('audited', always(sampleEntry('audited')), sampleContext(5, 'carol'));
    const [record] = await audit.list({ limit: 1, target: 'audited' });
    expect(record).toMatchObject({
      seq: stored?.seq,
      at: sampleTime(5),
      actor: 'carol',
      action: 'entry.create',
      outcome: 'done',
      code: '',
    });
    expect(await audit.head()).toEqual({ seq: stored?.seq, hash: record?.hash });
  });

  it('keeps one chain without gaps under concurrent appends and changes', async () => {
    const { audit, entries } = under.store;
    const before = (await audit.head()).seq;
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        index % 2 === 0
          ? audit.append(sampleDraft({ target: `t${index}` }))
          : entries.change(`e${index}`, always(sampleEntry(`e${index}`)), sampleContext()),
      ),
    );
    expect((await audit.head()).seq).toBe(before + 40);
    expect(await verifyAudit(audit, { pageSize: 7 })).toMatchObject({ ok: true, checked: before + 40 });
  });

  it('keeps any text in a record, so that its hash still matches', async () => {
    const { audit } = under.store;
    const text = 'zero\u0000 lone\udfff back\\slash 🦊 "quoted"';
    const record = await audit.append(sampleDraft({ actor: text, target: text, action: text, traceId: text }));
    expect(await audit.list({ limit: 10, actor: text, action: text, target: text })).toEqual([record]);
    const detailed = await audit.append(sampleDraft({ target: 'detailed', detail: JSON.stringify({ text }) + text }));
    const empty = await audit.append(sampleDraft({ target: 'detailed', detail: '' }));
    const plain = await audit.append(sampleDraft({ target: 'detailed' }));
    expect(await audit.list({ limit: 10, target: 'detailed' })).toEqual([detailed, empty, plain]);
    expect('detail' in plain).toBe(false);
    expect((await verifyAudit(audit)).ok).toBe(true);
  });
}

function listingCases(under: StoreUnderTest) {
  it('lists by actor, action and target, after a seq, up to a limit', async () => {
    const { audit } = under.store;
    const drafts = [
      sampleDraft({ actor: 'dora', action: 'key.add', target: 'k1' }),
      sampleDraft({ actor: 'dora', action: 'key.revoke', target: 'k1' }),
      sampleDraft({ actor: 'dora', action: 'key.add', target: 'k2' }),
      sampleDraft({ actor: 'emil', action: 'key.add', target: 'k2' }),
    ];
    const seqs: number[] = [];
    for (const draft of drafts) seqs.push((await audit.append(draft)).seq);
    const list = async (query: Parameters<typeof audit.list>[0]) => (await audit.list(query)).map(({ seq }) => seq);
    expect(await list({ limit: 10, actor: 'dora' })).toEqual(seqs.slice(0, 3));
    expect(await list({ limit: 10, action: 'key.add' })).toEqual([seqs[0], seqs[2], seqs[3]]);
    expect(await list({ limit: 10, target: 'k2', actor: 'dora' })).toEqual([seqs[2]]);
    expect(await list({ limit: 1, after: seqs[0] ?? 0, action: 'key.add' })).toEqual([seqs[2]]);
    expect(await list({ limit: 10, actor: 'nobody' })).toEqual([]);
  });
}

/** Appends records of calls with several outcomes, and returns their sequence numbers. */
async function appendCalls({ audit }: StoreUnderTest['store']): Promise<number[]> {
  const call = (operation: string, more: Partial<AuditDraft>, second: number) =>
    sampleDraft({
      action: 'call',
      target: 'searched',
      actor: 'frieda',
      outcome: 'done',
      code: '',
      at: sampleTime(10_000 + second),
      detail: JSON.stringify({ face: 'rest', operation, status: 200 }),
      ...more,
    });
  const drafts = [
    call('read "x"\\', {}, 0),
    call('read', { outcome: 'failed', code: 'UPSTREAM_ERROR', traceId: 'a'.repeat(32) }, 1),
    call('write', { outcome: 'refused', code: 'FORBIDDEN', actor: 'gustav' }, 2),
    call('write', { traceId: 'b'.repeat(32) }, 3),
    call('read', {}, 4),
  ];
  const seqs: number[] = [];
  for (const draft of drafts) seqs.push((await audit.append(draft)).seq);
  return seqs;
}

function searchCases(under: StoreUnderTest) {
  it('finds records newest first by every member, operation and time', async () => {
    const { audit } = under.store;
    const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0] = await appendCalls(under.store);
    const find = async (query: Partial<AuditSearch>) =>
      (await audit.search({ limit: 10, target: 'searched', ...query })).records.map(({ seq }) => seq);
    expect(await find({})).toEqual([fifth, fourth, third, second, first]);
    expect(await find({ operation: 'read' })).toEqual([fifth, second]);
    expect(await find({ operation: 'read "x"\\' })).toEqual([first]);
    expect(await find({ operation: 'rea' })).toEqual([]);
    expect(await find({ actor: 'gustav' })).toEqual([third]);
    expect(await find({ outcome: 'failed' })).toEqual([second]);
    expect(await find({ code: 'FORBIDDEN', action: 'call' })).toEqual([third]);
    expect(await find({ traceId: 'b'.repeat(32) })).toEqual([fourth]);
    expect(await find({ since: sampleTime(10_003) })).toEqual([fifth, fourth]);
    expect(await find({ until: sampleTime(10_002) })).toEqual([second, first]);
    expect(await find({ since: sampleTime(10_001), until: sampleTime(10_004), operation: 'write' })).toEqual([
      fourth,
      third,
    ]);
    expect(await find({ since: sampleTime(20_000) })).toEqual([]);
    expect(await find({ until: sampleTime(0) })).toEqual([]);
  });

  it('continues before the last record of a page, until there is nothing more', async () => {
    const { audit } = under.store;
    const all = (await audit.search({ limit: 1000 })).records.map(({ seq }) => seq);
    const seen: number[] = [];
    for (let before: number | undefined, pages = 0; pages < 100; pages += 1) {
      const page = await audit.search({ limit: 3, ...(before === undefined ? {} : { before }) });
      seen.push(...page.records.map(({ seq }) => seq));
      if (page.next === undefined) break;
      before = page.next;
    }
    expect(seen).toEqual(all);
    expect(await audit.search({ limit: 2, target: 'searched', operation: 'write' })).toMatchObject({
      records: [{}, {}],
    });
  });
}

function retentionCases(under: StoreUnderTest) {
  it('prunes records older than a time, moves the anchor, and still verifies', async () => {
    const { audit } = under.store;
    await audit.append(sampleDraft({ at: sampleTime(1000) }));
    const kept = await audit.append(sampleDraft({ at: sampleTime(2000) }));
    const removed = await audit.prune(sampleTime(2000));
    expect(removed).toBe(kept.seq - 1);
    expect(await audit.list({ limit: 10 })).toEqual([kept]);
    expect(await audit.anchor()).toEqual({ seq: kept.seq - 1, hash: kept.previous });
    expect(await verifyAudit(audit)).toMatchObject({ ok: true, checked: 1 });
    expect(await audit.prune(sampleTime(2000))).toBe(0);
  });

  it('keeps the last record whatever its age, and continues from it', async () => {
    const { audit } = under.store;
    const last = await audit.append(sampleDraft({ at: sampleTime(3000) }));
    expect(await audit.prune(sampleTime(999_999))).toBe(1);
    expect(await audit.list({ limit: 10 })).toEqual([last]);
    const next = await audit.append(sampleDraft({ at: sampleTime(4000) }));
    expect([next.seq, next.previous]).toEqual([last.seq + 1, last.hash]);
    expect(await verifyAudit(audit)).toMatchObject({ ok: true, checked: 2 });
  });

  it('does not change entries and their versions', async () => {
    const { entries } = under.store;
    expect((await entries.versions('audited', 1))[0]).toMatchObject({ action: 'entry.create', actor: 'carol' });
  });
}
