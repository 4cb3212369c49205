/** The store contract for approvals: one per call, decided once, used once, bounded per caller, audited. */
import { expect, it } from 'vitest';
import type { ApprovalRecord } from './approvals.js';
import type { StoreUnderTest } from './store.contract.js';
import { sampleTime } from './store.support.js';

const record = (id: string, over: Partial<ApprovalRecord> = {}): ApprovalRecord => ({
  id,
  binding: `binding ${id}`,
  subject: 'agent-ann',
  owner: 'olga',
  agentId: 'ferry',
  operation: 'cancel',
  version: 1,
  impact: 'irreversible',
  method: 'POST',
  target: 'https://ferry.example/cancel',
  inputHash: 'ab',
  input: { text: 'nul \u0000 \ud800 \u202e' },
  state: 'pending',
  createdAt: sampleTime(Number(id.replace(/\D/g, ''))),
  expiresAt: sampleTime(1000),
  ...over,
});

const draft = (action: string) => ({
  at: sampleTime(1),
  actor: 'agent-ann',
  action,
  target: 'ferry',
  outcome: 'done' as const,
  code: '',
  traceId: '',
});

/** The contract of approvals. */
export function approvalsContract(under: StoreUnderTest): void {
  const ids = (records: ApprovalRecord[]) => records.map(({ id }) => id);
  const request = (each: ApprovalRecord, limit = 9) =>
    under.store.approvals.request(each, limit, draft('approval.request'));
  const decide = (id: string, state: 'approved' | 'declined') =>
    under.store.approvals.change(
      id,
      (current) => (current.state === 'pending' ? { ...current, state, decidedBy: 'olga' } : undefined),
      draft(`approval.${state}`),
    );

  it('adds one request for the same call, also when two nodes add it at once', async () => {
    const both = await Promise.all([request(record('a1')), request(record('a2', { binding: 'binding a1' }))]);
    expect(both[0].id).toBe(both[1].id);
    const { id } = both[0];
    await under.reopen();
    expect(await under.store.approvals.find(id)).toEqual(both[0]);
    expect(await under.store.approvals.current('binding a1', sampleTime(999))).toEqual(both[0]);
    expect(await under.store.approvals.current('binding a1', sampleTime(1000))).toBeUndefined();
    expect(await under.store.approvals.current('binding x', sampleTime(5))).toBeUndefined();
    expect(await under.store.audit.list({ limit: 9, action: 'approval.request' })).toHaveLength(1);
  });

  it('is decided once, also by two people at once', async () => {
    await request(record('b1'));
    const both = await Promise.all([decide('b1', 'approved'), decide('b1', 'declined')]);
    expect(both.filter((each) => each !== undefined)).toHaveLength(1);
    expect(await decide('b1', 'approved')).toBeUndefined();
    expect(await decide('unknown', 'approved')).toBeUndefined();
    const decisions = (await under.store.audit.list({ limit: 99 })).filter(({ action }) =>
      ['approval.approved', 'approval.declined'].includes(action),
    );
    expect(decisions).toHaveLength(1);
  });

  it('limits the pending requests of a caller; decided and expired ones do not count', async () => {
    const own = { subject: 'agent-many' };
    await request(record('c1', own), 2);
    await request(record('c2', own), 2);
    await expect(request(record('c3', own), 2)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await decide('c1', 'declined');
    await request(record('c3', own), 2);
    await request(record('c4', { ...own, createdAt: sampleTime(1000), expiresAt: sampleTime(2000) }), 2);
  });

  it('lists by state at a time, service and party, newest first, page by page', async () => {
    const list = (more = {}) => under.store.approvals.list({ now: sampleTime(10), limit: 9, of: 'lister', ...more });
    await request(record('d1', { subject: 'lister' }));
    await request(record('d2', { owner: 'lister', agentId: 'other' }));
    await request(record('d3', { subject: 'lister', expiresAt: sampleTime(5) }));
    expect(ids(await list())).toEqual(['d3', 'd2', 'd1']);
    expect(ids(await list({ state: 'pending' }))).toEqual(['d2', 'd1']);
    expect(ids(await list({ state: 'expired' }))).toEqual(['d3']);
    expect(ids(await list({ agentId: 'other' }))).toEqual(['d2']);
    expect(ids(await list({ limit: 1, before: 'd3' }))).toEqual(['d2']);
    expect(ids(await list({ before: 'nothing' }))).toEqual([]);
    expect(ids(await under.store.approvals.list({ now: sampleTime(10), limit: 99 }))).toContain('b1');
  });

  it('names those whose time has passed, and removes old ones that no longer hold', async () => {
    expect(ids(await under.store.approvals.due(sampleTime(10), 9))).toEqual(['d3']);
    await under.store.approvals.change('d3', (now) => ({ ...now, state: 'expired' }), draft('approval.expire'));
    expect(await under.store.approvals.due(sampleTime(10), 9)).toEqual([]);
    expect(await under.store.approvals.prune(sampleTime(10), 9)).toBe(1);
    expect(await under.store.approvals.find('d3')).toBeUndefined();
    expect(await under.store.approvals.find('d2')).toBeDefined();
  });
}
