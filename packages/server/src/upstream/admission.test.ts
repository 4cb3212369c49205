import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Admission } from './admission.js';
import { createAdmission } from './admission.js';
import { startDeadline } from './deadline.js';
import type { TimerQueue } from './timer-queue.js';

const limits = { perOrigin: 2, total: 3, queuedPerOrigin: 2, queued: 3, queueMs: 1000 };

function patient(signal = new AbortController().signal) {
  return startDeadline({ totalMs: 60_000, caller: { signal }, elapsed: () => 0, soon: atOnce });
}

/** Observes the promise from the start. */
const atOnce: TimerQueue = { add: (lasting) => lasting.watch(), forget: () => undefined };

/** A slot, always awaited. */
const enter = async (admission: Admission, origin: string, signal?: AbortSignal) =>
  admission.enter(origin, patient(signal));

/** Lets settled promises run their callbacks. */
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('places', () => {
  it('are granted up to the limit of an origin and the total limit', async () => {
    const admission = createAdmission(limits);
    await admission.enter('a', patient());
    await admission.enter('a', patient());
    const release = await admission.enter('b', patient());
    expect(admission.active).toBe(3);
    let entered = false;
    void enter(admission, 'c').then(() => {
      entered = true;
    });
    await settle();
    expect([entered, admission.queued]).toEqual([false, 1]);
    release();
    await settle();
    expect([entered, admission.queued, admission.active]).toEqual([true, 0, 3]);
  });

  it('released twice count once', async () => {
    const admission = createAdmission(limits);
    const release = await admission.enter('a', patient());
    await admission.enter('a', patient());
    release();
    release();
    expect(admission.active).toBe(1);
  });

  it('go to waiting calls in turn, so that one origin does not starve another', async () => {
    const admission = createAdmission({ ...limits, perOrigin: 3 });
    const held = await Promise.all(['a', 'a', 'a'].map((origin) => admission.enter(origin, patient())));
    const order: string[] = [];
    for (const origin of ['a', 'a', 'b']) void enter(admission, origin).then(() => order.push(origin));
    await settle();
    for (const release of held) release();
    await settle();
    expect(order).toEqual(['a', 'b', 'a']);
  });

  it('of an origin at its limit do not block other origins', async () => {
    const admission = createAdmission(limits);
    await admission.enter('a', patient());
    await admission.enter('a', patient());
    void admission.enter('a', patient());
    await admission.enter('b', patient());
    expect(admission.active).toBe(3);
  });
});

describe('the queue', () => {
  async function full() {
    const admission = createAdmission(limits);
    const releases = await Promise.all(['a', 'a'].map((origin) => admission.enter(origin, patient())));
    const waiting = ['a', 'a'].map((origin) => enter(admission, origin).catch((error: unknown) => error));
    await settle();
    return { admission, releases, waiting };
  }

  it('rejects calls beyond its size, with a retry delay', async () => {
    const { admission } = await full();
    await expect(enter(admission, 'a')).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfter: 1 });
    expect(admission.queued).toBe(2);
  });

  it('is left when its timeout expires', async () => {
    const { admission, waiting } = await full();
    await vi.advanceTimersByTimeAsync(1000);
    expect(await Promise.all(waiting)).toMatchObject([{ code: 'UNAVAILABLE' }, { code: 'UNAVAILABLE' }]);
    expect(admission.queued).toBe(0);
  });

  it('is left when the caller disconnects', async () => {
    const { admission, releases } = await full();
    releases[0]?.();
    await settle();
    const leaving = new AbortController();
    const left = enter(admission, 'a', leaving.signal).catch((error: unknown) => error);
    leaving.abort();
    expect(await left).toMatchObject({ code: 'CANCELLED' });
    expect(admission.queued).toBe(1);
  });

  it('leaves nothing behind', async () => {
    const { admission, releases, waiting } = await full();
    for (const release of releases) release();
    for (const release of await Promise.all(waiting)) (release as () => void)();
    expect([admission.active, admission.queued, admission.isBusy('a')]).toEqual([0, 0, false]);
  });
});
