/** The store contract for long-running calls: states, leases, pages, webhooks and expiry. */
import { expect, it } from 'vitest';
import type { RunRecord } from './runs.js';
import type { StoreUnderTest } from './store.contract.js';
import { sampleDraft, sampleLedgerRow, sampleRun, sampleTime } from './store.support.js';

/** The contract of runs. */
export function runsContract(under: StoreUnderTest): void {
  recordCases(under);
  listCases(under);
  leaseCases(under);
  webhookCases(under);
  pruneCases(under);
  latestLeaseCases(under);
}

const idsOf = (runs: readonly RunRecord[]) => runs.map(({ id }) => id);

function recordCases(under: StoreUnderTest) {
  it('adds and finds a run, audited; rejects a second one with the same id', async () => {
    const { runs, audit } = under.store;
    const run = sampleRun('r1', { request: { input: { text: 'a\u0000 \ud800', none: null } }, subject: 'zoë\u0000' });
    await runs.add(run, sampleDraft({ action: 'run.add', target: 'r1' }));
    expect(await runs.find('r1')).toEqual(run);
    expect(await runs.find('never')).toBeUndefined();
    await expect(runs.add({ ...run, subject: 'mallory' }, sampleDraft({ action: 'run.add' }))).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    expect((await runs.find('r1'))?.subject).toBe('zoë\u0000');
    expect(await audit.list({ limit: 10, action: 'run.add' })).toHaveLength(1);
  });

  it('changes a run only from the expected state, by only one of many, audited when requested', async () => {
    const { runs, audit } = under.store;
    const run = await runs.find('r1');
    if (run === undefined) throw new Error('the run does not exist');
    const draft = sampleDraft({ action: 'run.start' });
    const starts = await Promise.all(
      Array.from({ length: 10 }, (_, at) => runs.update({ ...run, state: 'running', node: `n${at}` }, 'queued', draft)),
    );
    expect(starts.filter(Boolean)).toHaveLength(1);
    expect(await audit.list({ limit: 20, action: 'run.start' })).toHaveLength(1);
    const { seq } = await audit.head();
    const ended: RunRecord = {
      ...run,
      state: 'succeeded',
      updatedAt: sampleTime(9),
      expiresAt: sampleTime(900),
      status: 200,
      result: { answer: [42, null] },
    };
    expect(await runs.update(ended, 'running')).toBe(true);
    expect(await runs.find('r1')).toEqual(ended);
    expect(await runs.update({ ...ended, state: 'cancelled' }, 'running', draft)).toBe(false);
    expect(await runs.update(sampleRun('never'), 'queued', draft)).toBe(false);
    expect((await audit.head()).seq).toBe(seq);
  });
}

function listCases(under: StoreUnderTest) {
  it('lists a subject’s runs, newest first, in consecutive pages', async () => {
    const { runs } = under.store;
    const subject = 's'.repeat(6000);
    for (let at = 0; at < 7; at += 1) {
      const run = sampleRun(`p${at}`, {
        subject,
        createdAt: sampleTime(Math.floor(at / 2)),
        leaseUntil: sampleTime(1e6),
      });
      await runs.add(run, sampleDraft());
    }
    await runs.add(sampleRun('foreign', { subject: `${subject}!`, leaseUntil: sampleTime(1e6) }), sampleDraft());
    const first = idsOf(await runs.list(subject, 3));
    const second = idsOf(await runs.list(subject, 3, first.at(-1)));
    const third = idsOf(await runs.list(subject, 3, second.at(-1)));
    expect([first, second, third]).toEqual([['p6', 'p5', 'p4'], ['p3', 'p2', 'p1'], ['p0']]);
    expect(await runs.list(subject, 3, 'p0')).toEqual([]);
    expect(await runs.list(subject, 3, 'never')).toEqual([]);
    expect(await runs.list('nobody', 3)).toEqual([]);
  });
}

function leaseCases(under: StoreUnderTest) {
  it('hands out runs without a lease, oldest first, to only one node, in their old state', async () => {
    const { runs } = under.store;
    const leaseUntil = sampleTime(50);
    for (let at = 0; at < 20; at += 1) {
      const state = at % 2 === 0 ? 'queued' : 'running';
      await runs.add(sampleRun(`w${at}`, { state, createdAt: sampleTime(at), leaseUntil }), sampleDraft());
    }
    await runs.add(sampleRun('held', { state: 'running', leaseUntil: sampleTime(5000) }), sampleDraft());
    await runs.add(sampleRun('over', { state: 'failed', leaseUntil }), sampleDraft());
    expect(await runs.lease({ node: 'n', now: sampleTime(49), leaseUntil: sampleTime(99), limit: 10 })).toEqual([]);
    expect(await runs.lease({ node: 'n', now: sampleTime(50), leaseUntil: sampleTime(90), limit: 2 })).toEqual([
      sampleRun('w0', { state: 'queued', createdAt: sampleTime(0), node: 'n', leaseUntil: sampleTime(90) }),
      sampleRun('w1', { state: 'running', createdAt: sampleTime(1), node: 'n', leaseUntil: sampleTime(90) }),
    ]);
    const taken = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        runs.lease({ node: `n${at}`, now: sampleTime(60), leaseUntil: sampleTime(90), limit: 4 }),
      ),
    );
    const rest = await runs.lease({ node: 'last', now: sampleTime(60), leaseUntil: sampleTime(90), limit: 100 });
    const ids = idsOf([...taken.flat(), ...rest]);
    expect(taken.every((lease) => lease.length <= 4)).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(18);
    for (const [at, lease] of taken.entries()) {
      for (const { id } of lease) expect((await runs.find(id))?.node).toBe(`n${at}`);
    }
  });

  it('leaves the runs of excluded subjects for later', async () => {
    const { runs } = under.store;
    const lease = { node: 'n', now: sampleTime(60), leaseUntil: sampleTime(90), limit: 10 };
    for (const [id, subject] of Object.entries({ x0: 'key:busy', x1: 'key:"other"', x2: 'key:busy' })) {
      await runs.add(sampleRun(id, { subject, state: 'queued', leaseUntil: sampleTime(50) }), sampleDraft());
    }
    expect(idsOf(await runs.lease({ ...lease, except: ['key:busy', 'key:nobody'] }))).toEqual(['x1']);
    expect(idsOf(await runs.lease({ ...lease, except: ['key:"other"'] }))).toEqual(['x0', 'x2']);
  });

  it('stores the progress of a run only for its node, and leaves its lease and webhooks as they are', async () => {
    const { runs } = under.store;
    const run = sampleRun('reporting', { node: 'n', webhooks: [{ url: 'https://a.example', attempts: 0 }] });
    await runs.add(run, sampleDraft());
    await runs.renew('reporting', 'n', sampleTime(250));
    const progress = { progress: 1, total: 2, message: 'half \u0000' };
    expect(await runs.report('reporting', 'n', progress)).toBe(true);
    expect(await runs.report('reporting', 'another', { message: 'no' })).toBe(false);
    expect(await runs.report('never', 'n', progress)).toBe(false);
    expect(await runs.find('reporting')).toEqual({ ...run, leaseUntil: sampleTime(250), progress });
    await runs.update({ ...sampleRun('reporting'), state: 'cancelled' }, 'queued');
    expect(await runs.report('reporting', 'n', progress)).toBe(false);
  });

  it('extends the lease only for its node, and not after the run has ended', async () => {
    const { runs } = under.store;
    expect(await runs.renew('w0', 'n', sampleTime(200))).toBe(true);
    expect(await runs.renew('w0', 'another', sampleTime(300))).toBe(false);
    expect(await runs.renew('never', 'n', sampleTime(300))).toBe(false);
    const run = await runs.find('w0');
    expect(run?.leaseUntil).toBe(sampleTime(200));
    if (run !== undefined) await runs.update({ ...run, state: 'cancelled' }, 'queued');
    expect(await runs.renew('w0', 'n', sampleTime(400))).toBe(false);
  });
}

/** Leases of open runs and of calls without an answer, by which a clock notices that it was set back. */
function latestLeaseCases(under: StoreUnderTest) {
  it('returns the latest lease of runs and calls that have not ended', async () => {
    const { runs, ledger } = under.store;
    const late = (seconds: number) => ({ leaseUntil: sampleTime(seconds) });
    await runs.add(sampleRun('lease-open', { state: 'running', ...late(2e6) }), sampleDraft());
    await runs.add(sampleRun('lease-ended', { state: 'failed', ...late(3e6) }), sampleDraft());
    expect(await runs.latestLease()).toBe(sampleTime(2e6));
    const call = sampleLedgerRow('latest-lease', { state: 'sent', expiresAt: sampleTime(5e6), ...late(4e6) });
    await ledger.begin(call, sampleTime(0));
    expect(await ledger.latestLease()).toBe(sampleTime(4e6));
    await ledger.settle(call.scope, call.key, call.node, { status: 200, headers: {} });
    expect((await ledger.latestLease()) ?? '').not.toBe(sampleTime(4e6));
  });
}

function webhookCases(under: StoreUnderTest) {
  it('returns the ended runs with a due webhook, longest due first', async () => {
    const { runs } = under.store;
    const hook = { url: 'https://example.org/hook', attempts: 1 };
    const add = (id: string, changes: Partial<RunRecord>) => runs.add(sampleRun(id, changes), sampleDraft());
    const later = sampleTime(1e6);
    await add('untried', { state: 'failed', updatedAt: sampleTime(20), webhooks: [{ ...hook, attempts: 0 }] });
    await add('again', { state: 'succeeded', webhooks: [{ ...hook, nextAt: sampleTime(10) }] });
    await add('not-yet', { state: 'succeeded', webhooks: [{ ...hook, nextAt: sampleTime(40) }] });
    await add('told', {
      state: 'succeeded',
      webhooks: [{ ...hook, nextAt: sampleTime(1), deliveredAt: sampleTime(2) }],
    });
    await add('given-up', { state: 'succeeded', webhooks: [hook] });
    await add('still-running', { state: 'running', leaseUntil: later, webhooks: [{ ...hook, attempts: 0 }] });
    expect(idsOf(await runs.dueWebhooks(sampleTime(30), 10))).toEqual(['again', 'untried']);
    expect(idsOf(await runs.dueWebhooks(sampleTime(30), 1))).toEqual(['again']);
    const delivered = await runs.find('again');
    if (delivered === undefined) throw new Error('the run does not exist');
    await runs.update({ ...delivered, webhooks: [{ ...hook, deliveredAt: sampleTime(30) }] }, 'succeeded');
    expect(idsOf(await runs.dueWebhooks(sampleTime(40), 10))).toEqual(['untried', 'not-yet']);
  });
}

function pruneCases(under: StoreUnderTest) {
  it('removes expired ended runs, a few at a time, and never an open one', async () => {
    const { runs } = under.store;
    const expiresAt = sampleTime(-5);
    for (let at = 0; at < 5; at += 1)
      await runs.add(sampleRun(`e${at}`, { state: 'failed', expiresAt }), sampleDraft());
    await runs.add(sampleRun('open', { state: 'queued', expiresAt, leaseUntil: sampleTime(1e6) }), sampleDraft());
    expect(await runs.prune(sampleTime(-6), 10)).toBe(0);
    expect(await runs.prune(sampleTime(-5), 3)).toBe(3);
    expect(await runs.prune(sampleTime(-5), 3)).toBe(2);
    expect(await runs.find('open')).toBeDefined();
    expect(await runs.find('over')).toBeDefined();
  });
}
