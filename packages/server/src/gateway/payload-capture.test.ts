import type { CapturedCall } from '@dragoman/core/engine';
import { createMemoryStore } from '@dragoman/core/engine';
import { afterEach, describe, expect, it } from 'vitest';
import { captureLimits, openPayloadCapture } from './payload-capture.js';

const opened: { close(): void }[] = [];

afterEach(() => {
  for (const each of opened.splice(0)) each.close();
});

/** Two processes on one store. */
function open() {
  const { sessions } = createMemoryStore();
  const clock = { time: Date.parse('2026-03-01T09:00:00Z'), now: () => clock.time };
  const errors: unknown[] = [];
  const process = () => {
    const capture = openPayloadCapture({
      sessions,
      clock,
      secret: 'capture-secret',
      onError: (error) => errors.push(error),
    });
    opened.push(capture);
    return capture;
  };
  return { one: process(), other: process(), clock, errors, sessions };
}

const call = (id: string, service = 'desk'): CapturedCall => ({
  id,
  service,
  operation: 'quote',
  caller: 'ann',
  traceId: 'a'.repeat(32),
  input: { value: { secretly: 'typed' } },
  status: 200,
});

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('payload capture', () => {
  it('is off until it is switched on, for every process, and ends by itself', async () => {
    const { one, other, clock, errors } = open();
    expect(one.isOn('desk')).toBe(false);
    const started = await one.start('desk', { minutes: 5, by: 'ann' });
    expect(started).toMatchObject({ service: 'desk', by: 'ann', until: '2026-03-01T09:05:00.000Z' });
    expect([one.isOn('desk'), one.isOn('other'), other.isOn('desk')]).toEqual([true, false, false]);
    await other.refresh();
    expect(other.isOn('desk')).toBe(true);
    other.take(call('c1'));
    await settled();
    expect(await one.list('desk')).toMatchObject([{ id: 'c1', at: '2026-03-01T09:00:00.000Z' }]);
    expect(await one.find('c1')).toMatchObject({ operation: 'quote' });
    clock.time += 5 * 60_000;
    expect([one.isOn('desk'), other.isOn('desk')]).toEqual([false, false]);
    expect([await one.read('desk'), await one.list('desk'), await one.find('c1')]).toEqual([undefined, [], undefined]);
    await one.refresh();
    expect(errors).toEqual([]);
  });

  it('removes everything when it is switched off, also what another process stores too late', async () => {
    const { one, other, sessions, clock } = open();
    await one.start('desk', { minutes: 5, by: 'ann' });
    await other.refresh();
    one.take(call('c1'));
    await settled();
    expect(await one.stop('desk')).toBe(true);
    expect(await one.stop('desk')).toBe(false);
    expect(await one.find('c1')).toBeUndefined();
    other.take(call('late'));
    await settled();
    expect([await one.list('desk'), await one.find('late')]).toEqual([[], undefined]);
    clock.time += 1000;
    await one.start('desk', { minutes: 5, by: 'ann' });
    expect([await one.list('desk'), await one.find('late')]).toEqual([[], undefined]);
    clock.time += 3_600_000;
    await one.refresh();
    expect(await sessions.prune(new Date(clock.time).toISOString(), 100)).toBe(0);
  });

  it('keeps what was captured when the time is prolonged', async () => {
    const { one, clock } = open();
    await one.start('desk', { minutes: 5, by: 'ann' });
    one.take(call('c1'));
    await settled();
    clock.time += 4 * 60_000;
    await one.start('desk', { minutes: 5, by: 'bob' });
    clock.time += 4 * 60_000;
    expect(await one.list('desk')).toHaveLength(1);
    expect(await one.read('desk')).toMatchObject({ by: 'bob', startedAt: '2026-03-01T09:00:00.000Z' });
  });

  it('keeps a bounded number of calls, and of services', async () => {
    const { one, errors } = open();
    await one.start('desk', { minutes: 5, by: 'ann' });
    for (let at = 0; at < captureLimits.calls + 20; at += 1) {
      one.take(call(`c${at}`));
      await settled();
    }
    expect(await one.count('desk')).toBe(captureLimits.calls);
    for (let at = 1; at < captureLimits.services; at += 1) await one.start(`s${at}`, { minutes: 5, by: 'ann' });
    await expect(one.start('one more', { minutes: 5, by: 'ann' })).rejects.toMatchObject({ code: 'CONFLICT' });
    await one.start('desk', { minutes: 5, by: 'ann' });
    expect(errors).toEqual([]);
  });
});
