/** The store contract for intents: they end with a record, or become one when their process is gone. */
import { expect, it } from 'vitest';
import type { Intent } from './intents.js';
import type { StoreUnderTest } from './store.contract.js';
import { sampleDraft, sampleTime } from './store.support.js';
import { verifyAudit } from './verify-audit.js';

function sampleIntent(id: string, change: Partial<Intent> = {}): Intent {
  const draft = sampleDraft({
    action: 'call',
    target: id,
    outcome: 'unknown',
    detail: `{"call":"${id}","o":"Ω\\u0000"}`,
  });
  return { id, node: 'n1', leaseUntil: sampleTime(30), draft, ...change };
}

/** The contract of intents. */
export function intentsContract(under: StoreUnderTest): void {
  const verify = (seconds: number) =>
    verifyAudit(under.store.audit, { started: { intents: under.store.intents, now: sampleTime(seconds) } });

  it('keeps intents that were opened together, and ends them with their records', async () => {
    const { intents, audit } = under.store;
    const opened = ['a', 'b', 'c'].map((id, at) => sampleIntent(id, { leaseUntil: sampleTime(30 + at) }));
    await Promise.all(opened.map((intent) => intents.open(intent)));
    expect(await intents.list(10)).toEqual(opened);
    await audit.append(sampleDraft({ target: 'a', outcome: 'done' }), 'a');
    await audit.appendAll([sampleDraft({ target: 'b' }), sampleDraft({ target: 'x' })], ['b', 'never opened']);
    expect(await intents.list(10)).toEqual([opened[2]]);
  });

  it('reports an intent as running while its lease lasts, then as a gap', async () => {
    expect(await verify(10)).toMatchObject({ ok: true, running: 1, gaps: [] });
    expect(await verify(40)).toMatchObject({ ok: false, running: 0, breaks: [], gaps: [{ call: 'c', target: 'c' }] });
    await under.store.intents.renew('n1', sampleTime(60));
    await under.store.intents.renew('another', sampleTime(90));
    expect(await verify(40)).toMatchObject({ ok: true, running: 1 });
  });

  it('records an abandoned intent once, with an unknown outcome, and survives a restart', async () => {
    await under.reopen();
    const { intents, audit } = under.store;
    expect(await intents.recordAbandoned(sampleTime(50), 10)).toBe(0);
    const counts = await Promise.all([1, 2].map(() => intents.recordAbandoned(sampleTime(70), 10)));
    expect(counts.sort()).toEqual([0, 1]);
    const [record] = await audit.list({ limit: 10, target: 'c' });
    expect(record).toMatchObject({ at: sampleTime(70), outcome: 'unknown', detail: '{"call":"c","o":"Ω\\u0000"}' });
    expect(await verify(99)).toMatchObject({ ok: true, unknown: 1, gaps: [] });
  });
}
