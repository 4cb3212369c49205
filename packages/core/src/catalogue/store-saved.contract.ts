/** The store contract for saved items: only their caller sees them, the oldest give way, and they expire. */
import { expect, it } from 'vitest';
import type { SavedRecord } from './saved.js';
import type { StoreUnderTest } from './store.contract.js';
import { sampleTime } from './store.support.js';

const item = (id: string, over: Partial<SavedRecord> = {}): SavedRecord => ({
  id,
  subject: 'saver-ann',
  kind: 'call',
  agentId: 'desk',
  operation: 'quote',
  at: sampleTime(Number(id.replace(/\D/g, ''))),
  expiresAt: sampleTime(1000),
  content: { arguments: { text: 'nul \u0000 \ud800 \u202e' } },
  ...over,
});

/** The contract of saved items. */
export function savedContract(under: StoreUnderTest): void {
  const ids = (records: SavedRecord[]) => records.map(({ id }) => id);

  it('lists the items of a caller newest first, by kind, service and operation, page by page', async () => {
    const { saved } = under.store;
    for (const each of [item('s1'), item('s2', { operation: 'book' }), item('s3'), item('s4', { kind: 'case' })]) {
      await saved.add(each, 10);
    }
    await saved.add(item('s5', { subject: 'saver-bob' }), 10);
    await under.reopen();
    const own = { subject: 'saver-ann', kind: 'call', limit: 9 } as const;
    const list = (more = {}) => under.store.saved.list({ ...own, ...more });
    expect(ids(await list())).toEqual(['s3', 's2', 's1']);
    expect(ids(await list({ operation: 'quote' }))).toEqual(['s3', 's1']);
    expect(ids(await list({ agentId: 'other' }))).toEqual([]);
    expect(ids(await list({ limit: 1 }))).toEqual(['s3']);
    expect(ids(await list({ before: 's3' }))).toEqual(['s2', 's1']);
    expect(ids(await list({ before: 's5' }))).toEqual([]);
    expect(await under.store.saved.find('saver-ann', 's1')).toEqual(item('s1'));
  });

  it('shows and removes items only for their caller', async () => {
    const { saved } = under.store;
    expect(await saved.find('saver-bob', 's1')).toBeUndefined();
    expect(await saved.remove('saver-bob', 's1')).toBe(false);
    expect(await saved.remove('saver-ann', 's1')).toBe(true);
    expect(await saved.find('saver-ann', 's1')).toBeUndefined();
    await expect(saved.add(item('s2'), 10)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('keeps the newest items of a kind, and removes expired ones', async () => {
    const { saved } = under.store;
    await saved.add(item('s6'), 2);
    const own = { subject: 'saver-ann', kind: 'call', limit: 9 } as const;
    expect(ids(await saved.list(own))).toEqual(['s6', 's3']);
    expect(ids(await saved.list({ ...own, kind: 'case' }))).toEqual(['s4']);
    await saved.add(item('s7', { expiresAt: sampleTime(1) }), 9);
    expect(await saved.prune(sampleTime(2), 100)).toBe(1);
    expect(ids(await saved.list(own))).toEqual(['s6', 's3']);
  });
}
