import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FairShare } from '../runtime/fair-share.js';
import type { AdmissionLimits } from './admission.js';
import { Admission } from './admission.js';
import { startDeadline } from './deadline.js';
import type { TimerQueue } from './timer-queue.js';

const limits = { perOrigin: 2, total: 3, queuedPerOrigin: 2, queued: 3, queueMs: 1000 };

function create(within: AdmissionLimits): Admission {
  return new Admission(within, (_, capacity) => new FairShare({ capacity, percent: 90 }));
}

function patient(signal = new AbortController().signal) {
  return startDeadline({ totalMs: 60_000, caller: { signal }, elapsed: () => 0, soon: atOnce });
}

/** Observes the promise from the start. */
const atOnce: TimerQueue = { add: (lasting) => lasting.watch(), forget: () => undefined };

/** A slot, always awaited. */
const enter = async (admission: Admission, origin: string, signal?: AbortSignal, account = 'x') =>
  admission.enter({ origin, account, deadline: patient(signal) });

/** Lets settled promises run their callbacks. */
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('places', () => {
  it('are granted up to the limit of an origin and the total limit', async () => {
    const admission = create(limits);
    await admission.enter({ origin: 'a', account: 'x', deadline: patient() });
    await admission.enter({ origin: 'a', account: 'x', deadline: patient() });
    const release = await admission.enter({ origin: 'b', account: 'x', deadline: patient() });
    expect(admission.slots.inUse).toBe(3);
    let entered = false;
    void enter(admission, 'c').then(() => {
      entered = true;
    });
    await settle();
    expect([entered, admission.queue.inUse]).toEqual([false, 1]);
    release();
    await settle();
    expect([entered, admission.queue.inUse, admission.slots.inUse]).toEqual([true, 0, 3]);
  });

  it('released twice count once', async () => {
    const admission = create(limits);
    const release = await admission.enter({ origin: 'a', account: 'x', deadline: patient() });
    await admission.enter({ origin: 'a', account: 'x', deadline: patient() });
    release();
    release();
    expect(admission.slots.inUse).toBe(1);
  });

  it('go to waiting calls in turn, so that one origin does not starve another', async () => {
    const admission = create({ ...limits, perOrigin: 3 });
    const held = await Promise.all(
      ['a', 'a', 'a'].map((origin) => admission.enter({ origin, account: 'x', deadline: patient() })),
    );
    const order: string[] = [];
    for (const origin of ['a', 'a', 'b']) void enter(admission, origin).then(() => order.push(origin));
    await settle();
    for (const release of held) release();
    await settle();
    expect(order).toEqual(['a', 'b', 'a']);
  });

  it('of an origin at its limit do not block other origins', async () => {
    const admission = create(limits);
    await admission.enter({ origin: 'a', account: 'x', deadline: patient() });
    await admission.enter({ origin: 'a', account: 'x', deadline: patient() });
    void admission.enter({ origin: 'a', account: 'x', deadline: patient() });
    await admission.enter({ origin: 'b', account: 'x', deadline: patient() });
    expect(admission.slots.inUse).toBe(3);
  });
});

describe('callers of a slow upstream', () => {
  const many = { perOrigin: 20, total: 40, queuedPerOrigin: 20, queued: 40, queueMs: 1000 };

  it('leave slots of the same upstream to other callers', async () => {
    const admission = create(many);
    let rejected = 0;
    for (let i = 0; i < 60; i += 1) {
      void enter(admission, 'a', undefined, 'greedy').catch(() => {
        rejected += 1;
      });
    }
    await settle();
    expect([admission.slots.heldBy('greedy'), admission.queue.heldBy('greedy'), rejected]).toEqual([18, 18, 24]);
    await enter(admission, 'a', undefined, 'other');
    await enter(admission, 'b', undefined, 'other');
    expect(admission.slots.heldBy('other')).toBe(2);
  });

  it('take turns in its queue, however many calls each has waiting', async () => {
    const admission = create(many);
    const releases = await Promise.all(Array.from({ length: 18 }, () => enter(admission, 'a', undefined, 'greedy')));
    const others = await Promise.all([1, 2].map(() => enter(admission, 'a', undefined, 'other')));
    const order: string[] = [];
    const waiting = ['greedy', 'greedy', 'greedy', 'other', 'other'];
    for (const name of waiting) void enter(admission, 'a', undefined, name).then(() => order.push(name));
    await settle();
    for (const release of [...releases.slice(0, 3), ...others]) release();
    await settle();
    expect(order.slice(0, 3)).toContain('other');
    expect(order.filter((name) => name === 'other')).toHaveLength(2);
  });
});

describe('the queue', () => {
  async function full() {
    const admission = create(limits);
    const releases = await Promise.all(
      ['a', 'a'].map((origin) => admission.enter({ origin, account: 'x', deadline: patient() })),
    );
    const waiting = ['a', 'a'].map((origin) => enter(admission, origin).catch((error: unknown) => error));
    await settle();
    return { admission, releases, waiting };
  }

  it('rejects calls beyond its size, with a retry delay', async () => {
    const { admission } = await full();
    await expect(enter(admission, 'a')).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfter: 1 });
    expect(admission.queue.inUse).toBe(2);
  });

  it('is left when its timeout expires', async () => {
    const { admission, waiting } = await full();
    await vi.advanceTimersByTimeAsync(1000);
    expect(await Promise.all(waiting)).toMatchObject([{ code: 'UNAVAILABLE' }, { code: 'UNAVAILABLE' }]);
    expect(admission.queue.inUse).toBe(0);
  });

  it('is left when the caller disconnects', async () => {
    const { admission, releases } = await full();
    releases[0]?.();
    await settle();
    const leaving = new AbortController();
    const left = enter(admission, 'a', leaving.signal).catch((error: unknown) => error);
    leaving.abort();
    expect(await left).toMatchObject({ code: 'CANCELLED' });
    expect(admission.queue.inUse).toBe(1);
  });

  it('leaves nothing behind', async () => {
    const { admission, releases, waiting } = await full();
    for (const release of releases) release();
    for (const release of await Promise.all(waiting)) (release as () => void)();
    expect([admission.slots.inUse, admission.queue.inUse, admission.isBusy('a')]).toEqual([0, 0, false]);
  });
});
